import Catalogs
import Fingerprinting
import Foundation
import Strategies
import TestSupport
import Testing

/// Many references, made from a few signatures by moving their peaks.
///
/// `make large-catalog` runs this with 100,000.
@Suite(.tags(.slow), .enabled(if: slowTestsEnabled))
struct LargeCatalogTests {
  static let count =
    ProcessInfo.processInfo.environment["SOUNDMARK_REFERENCES"].flatMap { Int($0) } ?? 4_000

  /// Ten seconds of a signature, every peak moved by a few frames and up to a tenth of all bins.
  private func perturbed(_ signature: Signature, number: Int) -> Signature {
    guard case .peaks(var peaks) = signature else { return signature }
    var generator = Seed(UInt64(number)).deriving("perturbed").generator
    let highest = Int(peaks.peaks.map(\.bin).max() ?? 0)
    let last = max(0, peaks.frameCount - 1)
    peaks.peaks = peaks.peaks.map { peak in
      let frame = Int(peak.frame) + generator.integer(in: -4...4)
      let bin = Int(peak.bin) + generator.integer(in: -highest / 10...highest / 10)
      return SpectralPeak(
        frame: UInt32(min(last, max(0, frame))), bin: UInt16(min(highest, max(0, bin))),
        salience: 0)
    }.sorted { ($0.frame, $0.bin) < ($1.frame, $1.bin) }
    return .peaks(peaks)
  }

  /// The stored signatures of twenty pieces of ten seconds.
  private func bases(_ strategy: ConstellationStrategy) throws -> [Signature] {
    try (1...20).map { seed in
      let music = TestSound.music(
        seed: UInt64(seed), seconds: 10, rate: strategy.requirements.sampleRate)
      let samples = music.samples
      return strategy.thinned(try strategy.signature(of: samples.span))
    }
  }

  @Test func isOpenedWithoutBuildingItsIndexAgain() async throws {
    try await withTemporaryDirectory { folder in
      try await measure(in: folder)
    }
  }

  private func measure(in folder: FilePath) async throws {
    let strategy = try ConstellationStrategy(.standard)
    let bases = try bases(strategy)
    func reference(_ number: Int) -> CatalogReference {
      CatalogReference(
        id: TrackID("reference \(number)"),
        signature: perturbed(bases[number % bases.count], number: number),
        mediaItems: [MediaItem(title: "Title \(number)")])
    }
    var lap = ContinuousClock.now
    var words: [String] = []
    func note(_ what: String) {
      words.append("\(what) \(Int((ContinuousClock.now - lap) / .milliseconds(1))) ms")
      lap = .now
    }
    let path = folder.appending("large.soundmark-catalog")
    let catalog = try Catalog(
      creating: path, identity: strategy.identity,
      configuration: Fixtures.configuration(of: ConstellationConfiguration.standard))
    let count = Self.count
    for start in stride(from: 0, to: count, by: 1_000) {
      let references = (start..<min(count, start + 1_000)).map(reference)
      try await catalog.add(references, madeWith: strategy.identity)
    }
    note("adding")
    let built = try await catalog.index(for: strategy).footprint
    note("building the index")
    let files = try launchTool("ls", [FilePath("-i"), folder]).text
    lap = .now
    let reader = try Catalog(opening: path)
    let index = try await reader.index(for: strategy)
    note("opening")
    #expect(try launchTool("ls", [FilePath("-i"), folder]).text == files)
    #expect(index.footprint == built)
    #expect(index.tracks.count == count)
    for number in [0, count / 2, count - 1] {
      let query = reference(number).signature
      lap = .now
      let answer = try index.search(query, limit: 2)
      note("searching")
      #expect(answer.candidates.first?.track == TrackID("reference \(number)"))
    }
    let items = try await reader.mediaItems(of: TrackID("reference \(count / 3)"))
    note("reading an item")
    #expect(items == [MediaItem(title: "Title \(count / 3)")])
    #expect(try await reader.mediaItems().count == count)
    note("reading all items")
    let sizes = [
      "catalog \(try fileSize(path) >> 20) MiB", "index \(built.indexBytes >> 20) MiB",
      "most memory \(mostMemory >> 20) MiB",
    ]
    print("\(count) references of 10 s: \((sizes + words).joined(separator: ", "))")
  }

  /// The most bytes of memory that this process ever held.
  private var mostMemory: Int {
    var usage = rusage()
    #if os(Linux)
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss * 1024
    #else
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #endif
  }

  private func fileSize(_ path: FilePath) throws -> Int64 {
    var status = stat()
    try #require(path.withCString { stat($0, &status) } == 0)
    return Int64(status.st_size)
  }
}
