import AudioFiles
import Catalogs
import Fingerprinting
import Foundation
import LiveMatching
import TestSupport
import Testing

/// What live matching costs on a catalog of 250 recordings; `make live-figures` prints it.
///
/// Times are printed and never judged: they depend on the machine and on what else it does.
@Suite(.tags(.slow), .enabled(if: slowTestsEnabled), .serialized)
struct LiveFigureTests {
  private static let seconds = 160.0

  /// Two pieces that are enrolled as they are, and many made of them by moving their peaks.
  private func catalog(_ count: Int) throws -> CustomCatalog {
    let strategy = try Stage.liveStrategy()
    let catalog = CustomCatalog(strategy)
    let bases = (1...10).map { seed in
      TestSound.music(seed: UInt64(seed), seconds: Self.seconds, rate: Stage.rate).samples
    }
    let signatures = try bases.map { try Stage.signature($0) }
    for number in 0..<count {
      var signature = signatures[number % bases.count].signature
      if number >= bases.count { move(&signature, seed: UInt64(number)) }
      try catalog.addReferenceSignature(
        AudioSignature(signature, madeWith: strategy),
        representing: [MediaItem(title: "piece \(number)")])
    }
    return catalog
  }

  private func move(_ signature: inout Signature, seed: UInt64) {
    guard case .peaks(var peaks) = signature else { return }
    var generator = Seed(seed).deriving("moved").generator
    peaks.peaks = peaks.peaks.map { peak in
      SpectralPeak(
        frame: UInt32(
          min(peaks.frameCount - 1, max(0, Int(peak.frame) + generator.integer(in: -9...9)))),
        bin: UInt16(min(489, max(10, Int(peak.bin) + generator.integer(in: -40...40)))),
        salience: peak.salience)
    }.sorted { ($0.frame, $0.bin) < ($1.frame, $1.bin) }
    signature = .peaks(peaks)
  }

  private func music(_ seed: Int, _ seconds: Double) -> [Float] {
    TestSound.music(seed: UInt64(seed), seconds: seconds, rate: Stage.rate).samples
  }

  /// A hundred sessions on one catalog in one process, half of them hearing what it holds.
  @Test func hundredSessions() async throws {
    let catalog = try catalog(250)
    let (count, seconds) = (100, 20.0)
    let known = music(3, Self.seconds)
    let unknown = music(777, Self.seconds)
    let silence = try Stage.signature(Stage.silence(3))
    let sessions = (0..<count).map { _ in Session(catalog: catalog) }
    let began = ContinuousClock.now
    let before = clock()
    let found = try await withThrowingTaskGroup(of: Bool.self) { group in
      for (number, session) in sessions.enumerated() {
        let start = (number * 7_919) % (known.count - Int(seconds * Stage.rate.hertz) - 1)
        let piece = number.isMultiple(of: 2) ? known : unknown
        let samples = Array(piece[start..<(start + Int(seconds * Stage.rate.hertz))])
        let results = session.results
        for from in stride(from: 0, to: samples.count, by: 1_102) {
          session.matchStreamingBuffer(
            Stage.buffer(Array(samples[from..<min(samples.count, from + 1_102)])))
        }
        session.endStream()
        session.match(silence)
        group.addTask {
          var titles: Set<String?> = []
          for await result in results {
            if result.code == .signatureInvalid { break }
            titles.formUnion(result.titles ?? [])
          }
          return titles == (number.isMultiple(of: 2) ? ["piece 2"] : [])
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    let wall = (ContinuousClock.now - began) / .seconds(1)
    #expect(found == count)
    print(
      "\(count) sessions, \(seconds) s of sound each, on "
        + "\(ProcessInfo.processInfo.activeProcessorCount) cores: \(wall) s, that is "
        + "\((seconds / wall * 100).rounded() / 100) × real time for all of them; processor time "
        + "\(Double(clock() - before) / Double(CLOCKS_PER_SEC)) s")
  }

  /// One stream: processor time for each second of sound, and the searches behind it.
  @Test func oneStream() throws {
    let contents = try catalog(250).contents()
    for (name, seed) in [("enrolled", 3), ("not enrolled", 777)] {
      let samples = music(seed, Self.seconds)
      var stream = LiveStream(
        try StreamMatcher(strategy: contents.strategy.strategy, index: contents.index))
      let began = clock()
      for from in stride(from: 0, to: samples.count, by: 1_102) {
        _ = try stream.take(
          Stage.buffer(Array(samples[from..<min(samples.count, from + 1_102)])))
      }
      // The whole process's time: nothing else of this suite runs meanwhile.
      let share = Double(clock() - began) / Double(CLOCKS_PER_SEC) / Self.seconds
      print(
        "one stream, \(name): \((share * 10_000).rounded() / 100) % of one core, "
          + "\((Double(stream.searches) / Self.seconds * 100).rounded() / 100) searches a second")
      #expect(Double(stream.searches) / Self.seconds < 8)
    }
  }
}
