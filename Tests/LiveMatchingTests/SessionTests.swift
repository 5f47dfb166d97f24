import AudioFiles
import Catalogs
import Fingerprinting
import Foundation
import LiveMatching
import Scoring
import Strategies
import Synchronization
import TestSupport
import Testing

extension Stage {
  static func liveStrategy() throws -> LiveStrategy {
    LiveStrategy(
      try strategy(),
      configuration: String(
        decoding: ConstellationConfiguration.standard.canonicalJSON, as: UTF8.self))
  }

  static func signature(_ samples: [Float]) throws -> AudioSignature {
    let generator = SignatureGenerator(try liveStrategy())
    try generator.append(PCMBuffer(AudioBuffer(samples: samples, sampleRate: rate)))
    return generator.signature()
  }

  /// A catalog of pieces, each with one item titled with its name unless told.
  static func catalog(
    _ names: [String] = ["a", "b", "c", "d"], items: [String: [MediaItem]] = [:]
  ) throws -> CustomCatalog {
    let catalog = CustomCatalog(try liveStrategy())
    for name in names {
      try catalog.addReferenceSignature(
        signature(pieces[name] ?? []), representing: items[name] ?? [MediaItem(title: name)])
    }
    return catalog
  }

  static func buffer(_ samples: [Float]) -> PCMBuffer {
    PCMBuffer(AudioBuffer(samples: samples, sampleRate: rate))
  }
}

/// A clock that a test sets.
final class HandClock: Sendable {
  private let time = Mutex(0.0)
  func set(_ seconds: Double) { time.withLock { $0 = seconds } }
  var clock: LiveClock { LiveClock { [self] in Seconds(time.withLock { $0 }) } }
}

extension SessionResult {
  var titles: [String?]? {
    if case .match(let match) = self { match.mediaItems.map(\.title) } else { nil }
  }
  var code: LiveError.Code? {
    if case .error(let error, _) = self { (error as? LiveError)?.code } else { nil }
  }
  var isNoMatch: Bool { if case .noMatch = self { true } else { false } }
}

struct SessionTests {
  @Test func signatureIsSmallAndComesBackWhole() throws {
    let samples = Stage.cut("a", 0, 30)
    let signature = try Stage.signature(samples)
    #expect(try Stage.signature(samples) == signature)
    #expect(try AudioSignature(dataRepresentation: signature.dataRepresentation) == signature)
    #expect(abs(signature.duration - 30) < 0.2)
    // At least ten times smaller than 16 bits of PCM at 44.1 kHz.
    #expect(signature.dataRepresentation.count * 10 < 30 * 88_200)
    for bytes in [Data(), Data([1, 2, 3]), signature.dataRepresentation.dropLast(5)] {
      #expect {
        _ = try AudioSignature(dataRepresentation: bytes)
      } throws: { ($0 as? LiveError)?.code == .signatureInvalid }
    }
  }

  /// No sample is kept, and the best that can be played from a signature resembles nothing.
  @Test func signatureIsOneWay() throws {
    let samples = Stage.cut("a", 0, 10)
    let signature = try Stage.signature(samples)
    guard case .peaks(let peaks) = signature.signature else {
      Issue.record("peaks were expected")
      return
    }
    // Not four samples in a row, in the forms that samples mostly have.
    let kept = signature.dataRepresentation
    for start in stride(from: 0, to: samples.count - 4, by: 37) {
      let four = samples[start..<start + 4]
      let floats = Data(four.flatMap { withUnsafeBytes(of: $0) { Array($0) } })
      let shorts = Data(
        four.flatMap { sample in
          withUnsafeBytes(of: Int16(clamping: Int(sample * 32_767))) { Array($0) }
        })
      #expect(kept.range(of: floats) == nil)
      if Set(shorts).count > 4 { #expect(kept.range(of: shorts) == nil) }
    }
    // Every peak becomes a tone of its frequency for as long as a transform; loudness and phase are
    // not known.
    let hop = peaks.frameDuration.value * Stage.rate.hertz
    var made = [Float](repeating: 0, count: samples.count + 2_048)
    for peak in peaks.peaks {
      let start = Int((Double(peak.frame) * hop).rounded())
      let turn = 2 * Double.pi * Double(peak.bin) / 1_024
      for place in 0..<1_024 where start + place < made.count {
        let window = 0.5 - 0.5 * cos(2 * Double.pi * Double(place) / 1_024)
        made[start + place] += Float(window * cos(turn * Double(place)))
      }
    }
    var best: Float = 0
    for lag in stride(from: -512, through: 512, by: 1) {
      var (product, own, other): (Float, Float, Float) = (0, 0, 0)
      for place in stride(from: 1_024, to: samples.count - 1_024, by: 1) {
        product += samples[place] * made[place + lag]
        own += samples[place] * samples[place]
        other += made[place + lag] * made[place + lag]
      }
      best = max(best, abs(product) / (own * other).squareRoot())
    }
    #expect(best < 0.25, "\(best)")
  }

  @Test func slices() async throws {
    let signature = try Stage.signature(Stage.cut("a", 0, 20))
    var pieces: [AudioSignature] = []
    for try await piece in try signature.slices(from: 2, duration: 6, stride: 4) {
      pieces.append(piece)
    }
    #expect(pieces.count == 5)
    #expect(pieces.dropLast(2).allSatisfy { abs($0.duration - 6) < 0.02 })
    let session = Session(catalog: try Stage.catalog())
    let result = await session.result(from: pieces[1])
    guard case .match(let match) = result, let item = match.mediaItems.first else {
      Issue.record("\(result)")
      return
    }
    #expect(item.title == "a")
    #expect(abs(item.matchOffset - 6) < 0.05)
    #expect(throws: LiveError.self) { _ = try signature.slices(from: 0, duration: 3, stride: 0) }
    #expect(throws: LiveError.self) { _ = try signature.slices(from: -1, duration: 3) }
  }

  /// Every way an attempt can end, with the stated codes.
  @Test func outcomes() async throws {
    let session = Session(catalog: try Stage.catalog())
    func result(_ samples: [Float]) async throws -> SessionResult {
      await session.result(from: try Stage.signature(samples))
    }
    #expect(try await result(Stage.cut("c", 3, 9)).titles == ["c"])
    #expect(try await result(Stage.cut("stranger", 3, 9)).isNoMatch)
    #expect(try await result(Stage.silence(5)).code == .signatureInvalid)
    #expect(try await result(Stage.cut("c", 3, 3.3)).code == .signatureDurationInvalid)
    #expect(try await result(Stage.cut("c", 0, 30)).code == .signatureDurationInvalid)
  }

  /// Audio seconds against the stream's; the negative offset of a query that begins too early.
  @Test func offsetsAndSkew() async throws {
    let session = Session(catalog: try Stage.catalog())
    let early = Stage.noise(2, level: 0.01) + Stage.cut("b", 0, 6)
    guard case .match(let match) = await session.result(from: try Stage.signature(early)),
      let item = match.mediaItems.first
    else {
      Issue.record("no match")
      return
    }
    #expect(abs(item.matchOffset + 2) < 0.05)
    #expect(abs(item.frequencySkew) < 0.003)
  }

  /// All references that match come back, the best first, in a stable order.
  @Test func sharedIntro() async throws {
    let intro = Stage.cut("a", 0, 12)
    let catalog = CustomCatalog(try Stage.liveStrategy())
    for (number, name) in ["b", "c", "d"].enumerated() {
      try catalog.addReferenceSignature(
        Stage.signature(intro + Stage.cut(name, 12, 30)),
        representing: [MediaItem(title: "episode \(number)", custom: ["Episode": .integer(2)])])
    }
    let session = Session(catalog: catalog)
    let query = try Stage.signature(Array(intro.prefix(66_150)))
    let first = await session.result(from: query)
    let titles = try #require(first.titles)
    #expect(Set(titles) == ["episode 0", "episode 1", "episode 2"])
    #expect(await session.result(from: query).titles == titles)
    guard case .match(let match) = first else { return }
    let scores = match.mediaItems.map(\.score)
    #expect(scores == scores.sorted(by: >))
    let later = await session.result(from: try Stage.signature(Stage.cut("c", 16, 24)))
    #expect(later.titles == ["episode 1"])
  }

  /// The best reference comes first, however much of another is heard with it.
  @Test(arguments: [0, 0.2, 0.4])
  func bestFirst(share: Float) async throws {
    let session = Session(catalog: try Stage.catalog())
    let mixed = zip(Stage.cut("a", 4, 12), Stage.cut("d", 4, 12)).map { $0 + share * $1 }
    let titles = await session.result(from: try Stage.signature(mixed)).titles
    #expect(titles?.first == "a")
  }

  /// Times that follow each other, and no times at all, give the same results.
  @Test func timesMayBeLeftOut() async throws {
    let samples = Stage.cut("stranger", 0, 14) + Stage.cut("c", 2, 10)
    var seen: [[String]] = []
    for hasTimes in [true, false] {
      let session = Session(catalog: try Stage.catalog())
      let results = session.results
      for start in stride(from: 0, to: samples.count, by: 1_000) {
        let part = Array(samples[start..<min(samples.count, start + 1_000)])
        session.matchStreamingBuffer(
          Stage.buffer(part),
          at: hasTimes ? AudioTime(sampleTime: Int64(start), atRate: Stage.rate.hertz) : nil)
      }
      session.endStream()
      session.match(try Stage.signature(Stage.silence(3)))
      var words: [String] = []
      for await result in results {
        if result.code == .signatureInvalid { break }
        words.append(result.isNoMatch ? "none" : "\(result.titles ?? [])")
      }
      seen.append(words)
    }
    #expect(seen[0].first == "none" && seen[0].count >= 2)
    #expect(seen[0] == seen[1])
  }

  /// What is added after a session was made is for later sessions.
  @Test func lateAdditions() async throws {
    let catalog = try Stage.catalog(["a"])
    let session = Session(catalog: catalog)
    try catalog.addReferenceSignature(
      Stage.signature(Stage.pieces["b"] ?? []), representing: [MediaItem(title: "b")])
    let query = try Stage.signature(Stage.cut("b", 3, 9))
    #expect(await session.result(from: query).isNoMatch)
    #expect(await Session(catalog: catalog).result(from: query).titles == ["b"])
  }

  /// A stream in pieces of any size tells of a match once, and the delegate hears what `results` do.
  @Test(arguments: [64, 1_024, 8_192])
  func stream(size: Int) async throws {
    final class Log: SessionDelegate, Sendable {
      let lines = Mutex<[String]>([])
      func session(_ session: Session, didFind match: Match) {
        let title = match.mediaItems.first?.title ?? "-"
        lines.withLock { $0.append("match " + title) }
      }
      func session(
        _ session: Session, didNotFindMatchFor signature: AudioSignature, error: (any Error)?
      ) {
        lines.withLock { $0.append(error == nil ? "none" : "error") }
      }
    }
    let session = Session(catalog: try Stage.catalog())
    let log = Log()
    session.delegate = log
    let results = session.results
    let samples = Stage.cut("a", 2, 12) + Stage.cut("d", 0, 8)
    for (number, start) in stride(from: 0, to: samples.count, by: size).enumerated() {
      let part = Array(samples[start..<min(samples.count, start + size)])
      session.matchStreamingBuffer(
        Stage.buffer(part),
        at: AudioTime(sampleTime: Int64(number * size), atRate: Stage.rate.hertz))
    }
    session.endStream()
    session.match(try Stage.signature(Stage.silence(3)))
    var titles: [[String?]] = []
    for await result in results {
      // The silent signature comes last.
      if result.code == .signatureInvalid { break }
      titles.append(result.titles ?? [])
    }
    #expect(titles.first == ["a"])
    #expect(titles.contains { $0.contains("d") })
    #expect(titles.count <= 4, "\(titles)")
    let lines = log.lines.withLock { $0 }
    #expect(lines.filter { $0.hasPrefix("match") }.count == titles.count)
  }

  /// A gap is told as an error of its own, and the stream goes on; without times nothing is checked.
  @Test func discontinuity() async throws {
    let session = Session(catalog: try Stage.catalog())
    let results = session.results
    session.matchStreamingBuffer(
      Stage.buffer(Stage.cut("a", 0, 4)), at: AudioTime(seconds: Seconds(10)))
    session.matchStreamingBuffer(
      Stage.buffer(Stage.cut("a", 6, 10)), at: AudioTime(seconds: Seconds(16)))
    session.matchStreamingBuffer(
      PCMBuffer(
        format: PCMFormat(sampleRate: SampleRate(5)), bytes: [0, 0, 0, 0]))
    session.endStream()
    var seen: [String] = []
    for await result in results {
      seen.append(
        result.titles.map { "\($0.compactMap { $0 })" } ?? "\(result.code?.rawValue ?? 0)")
      if result.code == .invalidAudioFormat { break }
    }
    #expect(seen == ["[\"a\"]", "101", "100"], "\(seen)")
  }

  /// The predicted position moves with the clock, from when the sound came.
  @Test func predictedPosition() async throws {
    let hand = HandClock()
    let session = Session(
      catalog: try Stage.catalog(), options: Session.Options(clock: hand.clock))
    let results = session.results
    hand.set(100)
    session.matchStreamingBuffer(Stage.buffer(Stage.cut("b", 10, 14)))
    var found: MatchedMediaItem?
    for await result in results {
      if case .match(let match) = result { found = match.mediaItems.first }
      break
    }
    let item = try #require(found)
    #expect(abs(item.matchOffset - 10) < 0.1)
    #expect(abs(item.predictedCurrentMatchOffset - 14) < 0.3)
    hand.set(107.5)
    #expect(abs(item.predictedCurrentMatchOffset - 21.5) < 0.3)
  }

  /// Timed items come and go at the edges of their ranges.
  @Test func timedItems() throws {
    let scenes = [
      MediaItem(title: "film"),
      MediaItem(title: "one", timeRanges: [Seconds(0)..<Seconds(8)]),
      MediaItem(title: "two", timeRanges: [Seconds(8)..<Seconds(16)]),
    ]
    let catalog = try Stage.catalog(["a"], items: ["a": scenes])
    var stream = LiveStream(
      try StreamMatcher(strategy: Stage.strategy(), index: catalog.contents().index))
    var changes: [(Double, [String?])] = []
    let samples = Stage.cut("a", 0, 20)
    for start in stride(from: 0, to: samples.count, by: 1_000) {
      _ = try stream.take(Stage.buffer(Array(samples[start..<min(samples.count, start + 1_000)])))
      guard let match = stream.matches.first else { continue }
      let position = match.line.reference(at: stream.time)
      let titles = MediaItemSelection.items(of: scenes, at: position, skew: 0).map(\.title)
      if changes.last?.1 != titles { changes.append((stream.time.value, titles)) }
    }
    #expect(changes.map(\.1) == [["one", "film"], ["two", "film"], ["film"]])
    for (change, expected) in zip(changes.dropFirst(), [8.0, 16]) {
      #expect(abs(change.0 - expected) < 0.25)
    }
  }

  @Test func catalogsComeBackWhole() async throws {
    try await withTemporaryDirectory { folder in
      let item = MediaItem(
        title: "a", genres: ["dub"], timeRanges: [Seconds(1)..<Seconds(30)],
        custom: ["Episode": .integer(7)])
      let catalog = try Stage.catalog(["a", "b"], items: ["a": [item]])
      let file = URL(fileURLWithPath: folder.appending("x.soundmark-catalog").description)
      try catalog.write(to: file)
      try catalog.write(to: URL(fileURLWithPath: folder.description))
      let read = CustomCatalog(try Stage.liveStrategy())
      try read.add(from: file)
      try read.add(
        from: URL(fileURLWithPath: folder.description).appending(
          path: "Signatures.soundmark-catalog"))
      #expect(read.count == 2)
      let copy = try CustomCatalog(
        dataRepresentation: catalog.dataRepresentation, Stage.liveStrategy())
      let query = try Stage.signature(Stage.cut("a", 3, 9))
      for other in [read, copy] {
        guard case .match(let match) = await Session(catalog: other).result(from: query) else {
          Issue.record("no match")
          continue
        }
        #expect(match.mediaItems.map(\.item) == [item])
      }
      #expect {
        try read.add(from: URL(fileURLWithPath: "/no/such/file"))
      } throws: { ($0 as? LiveError)?.code == .customCatalogInvalidURL }
      try folder.appending("bad").write(Array("nothing".utf8))
      #expect {
        try read.add(from: URL(fileURLWithPath: folder.appending("bad").description))
      } throws: { ($0 as? LiveError)?.code == .customCatalogInvalid }
      #expect {
        _ = try CustomCatalog(dataRepresentation: Data([1]), Stage.liveStrategy())
      } throws: { ($0 as? LiveError)?.code == .customCatalogInvalid }
    }
  }

  /// Sessions go by what a catalog file keeps, and it is kept when the catalog is written again.
  @Test func fileDecides() async throws {
    try await withTemporaryDirectory { folder in
      let identity = try Stage.strategy().identity
      let path = folder.appending("x.soundmark-catalog")
      let url = URL(fileURLWithPath: path.description)
      try Stage.catalog().write(to: url)
      let point = OperatingPoint(
        name: "live", strategy: identity, queryLength: Seconds(2), acceptAtLeast: 1_000,
        targetFalseAlarmRate: 1, per: .hour,
        evidence: .init(negatives: 1, recordings: 1, falseAlarms: 0, upperBound: 1),
        environment: CatalogDecisions.liveEnvironment)
      let examples = (0..<60).map {
        CalibrationExample(score: Double($0) / 5, margin: 0, isRight: $0 > 30)
      }
      let calibration = try Calibration(
        label: "x", recognizer: identity, fits: [CalibrationFit(examples, seconds: 5)])
      let file = try Catalog(opening: path, forWriting: true)
      try await file.keep(
        OperatingPointsFile(
          provenance: .init(experiment: "e", planDigest: "", corpora: [:], versions: [:]),
          points: [point]), from: path)
      try await file.keep(
        CalibrationFile(
          provenance: .init(
            experiment: "e", planDigest: "", split: "s", corpora: [:], conditions: [], enrolled: 1,
            notEnrolled: 1, recordings: 1, versions: [:]),
          calibrations: [calibration]), from: path)

      let read = CustomCatalog(try Stage.liveStrategy())
      try read.add(from: url)
      try read.write(to: url)
      let again = try await Catalog(opening: path).decisions()
      #expect(again.livePoints(of: identity) == [point])
      let settings = try StreamMatcherConfiguration.standard.accepting(
        at: again.livePoints(of: identity))
      #expect(settings.leastScore(forQueryOf: 5) == 1_000)
      #expect(settings.keepScore == StreamMatcherConfiguration.standard.keepScore)

      // The stream's matches and the answers to signatures have the calibration's confidence.
      let query = try Stage.signature(Stage.cut("a", 3, 9))
      let session = Session(catalog: read)
      guard case .match(let match) = await session.result(from: query),
        let item = match.mediaItems.first
      else {
        Issue.record("no match")
        return
      }
      let expected = calibration.confidence(
        score: item.score, margin: item.score, queryLength: Seconds(6))
      #expect(abs(Double(item.confidence ?? 0) - expected) < 0.05)
      let results = session.results
      session.matchStreamingBuffer(Stage.buffer(Stage.cut("b", 0, 5)))
      for await result in results {
        guard case .match(let match) = result else { continue }
        #expect((match.mediaItems.first?.confidence ?? 0) > 0.3)
        break
      }
    }
  }

  /// A session that is let go in the middle of a stream is freed, and its results end.
  @Test func lettingGo() async throws {
    var session: Session? = Session(catalog: try Stage.catalog(["a"]))
    let results = try #require(session?.results)
    weak let watched = session
    session?.matchStreamingBuffer(Stage.buffer(Stage.cut("a", 0, 4)))
    session = nil
    for await _ in results {}
    #expect(watched == nil)
  }
}
