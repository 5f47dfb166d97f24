import Catalogs
import Fingerprinting
import Foundation
import LiveMatching
import Scoring
import TestSupport
import Testing

/// What a catalog holds is never lost by saving it, and comes back whole.
struct CustomCatalogTests {
  /// A calibration and a point for live listening with the stage's strategy.
  private static func decisions(
    queryLength: Seconds?
  ) throws -> (Calibration, OperatingPoint, CatalogDecisions) {
    let identity = try Stage.strategy().identity
    let point = OperatingPoint(
      name: "live", strategy: identity, queryLength: queryLength, acceptAtLeast: 1_000,
      targetFalseAlarmRate: 1, per: .hour,
      evidence: .init(negatives: 1, recordings: 1, falseAlarms: 0, upperBound: 1),
      environment: CatalogDecisions.liveEnvironment)
    let examples = (0..<60).map {
      CalibrationExample(score: Double($0) / 5, margin: 0, isRight: $0 > 30)
    }
    let calibration = try Calibration(
      label: "x", recognizer: identity, fits: [CalibrationFit(examples, seconds: 5)])
    let points = OperatingPointsFile(
      provenance: .init(experiment: "e", planDigest: "", corpora: [:], versions: [:]),
      points: [point])
    let calibrations = CalibrationFile(
      provenance: .init(
        experiment: "e", planDigest: "", split: "s", corpora: [:], conditions: [], enrolled: 1,
        notEnrolled: 1, recordings: 1, versions: [:]),
      calibrations: [calibration])
    return (calibration, point, CatalogDecisions(points: [points], calibrations: calibrations))
  }

  private func url(_ path: FilePath) -> URL { URL(fileURLWithPath: path.description) }

  /// Nothing that could not be written can be put in; what is there stays.
  @Test func whatCannotBeKeptIsRefused() async throws {
    let catalog = try Stage.catalog(["a"])
    let before = try catalog.data()
    let signature = try Stage.signature(Stage.pieces["b"] ?? [])
    let bad: [MediaItem] = [
      MediaItem(title: "x", custom: ["level": .number(.nan)]),
      MediaItem(title: "x", custom: ["levels": .array([.object(["a": .number(.infinity)])])]),
      MediaItem(
        title: "x", timeRanges: [Range(uncheckedBounds: (Seconds(.nan), Seconds(3)))]),
      MediaItem(title: "x", webURL: URL(string: "page", relativeTo: nil)),
    ]
    for item in bad.dropLast() {
      let error = #expect(throws: LiveError.self) {
        try catalog.addReferenceSignature(signature, representing: [MediaItem(title: "ok"), item])
      }
      #expect(error?.code == .customCatalogInvalid)
      #expect(error?.description.contains("'x'") == true, "\(error?.description ?? "")")
    }
    #expect(catalog.count == 1)
    #expect(try catalog.data() == before)
    try catalog.addReferenceSignature(signature, representing: [bad[3]])
    #expect(try CustomCatalog(dataRepresentation: catalog.data(), Stage.liveStrategy()).count == 2)
  }

  /// Ranges without an end come back as they were.
  @Test func openRanges() async throws {
    let item = MediaItem(
      title: "from here on", timeRanges: [Seconds(4)..<Seconds(.infinity)],
      frequencySkewRanges: [-.infinity..<0.02])
    let catalog = try Stage.catalog(["a"], items: ["a": [item]])
    let copy = try CustomCatalog(dataRepresentation: catalog.data(), Stage.liveStrategy())
    #expect(try Array(copy.contents().mediaItems.values) == [[item]])
  }

  /// Where the new file cannot be written, the old one is as it was, and the error says why.
  @Test func failureLeavesTheOldFile() throws {
    try withTemporaryDirectory { folder in
      let file = folder.appending("x.soundmark-catalog")
      let catalog = try Stage.catalog(["a"])
      try catalog.write(to: url(file))
      let before = try Data(contentsOf: url(file))
      // The place of the draft is taken by a folder.
      try FileManager.default.createDirectory(
        at: url(folder.appending("x.soundmark-catalog.partial")), withIntermediateDirectories: true)
      let error = #expect(throws: LiveError.self) {
        try Stage.catalog(["a", "b"]).write(to: url(file))
      }
      #expect(error?.code == .customCatalogInvalidURL)
      #expect(try Data(contentsOf: url(file)) == before)
      #expect {
        try catalog.write(to: url(FilePath("/dev/full")))
      } throws: { "\($0)".contains("No space left") }
      #expect {
        try catalog.write(to: url(folder.appending("no/such/folder/x")))
      } throws: { ($0 as? LiveError)?.code == .customCatalogInvalidURL }
    }
  }

  /// A reader never finds half of a file while it is written again and again, and a writer that is
  /// gone in the middle leaves the old one whole.
  @Test func readersFindWholeFiles() async throws {
    try await withTemporaryDirectory { folder in
      let file = url(folder.appending("x.soundmark-catalog"))
      let (one, two) = (try Stage.catalog(["a"]), try Stage.catalog(["a", "b"]))
      try one.write(to: file)
      let writing = Task.detached {
        for number in 0..<40 { try (number.isMultiple(of: 2) ? two : one).write(to: file) }
      }
      let whole = [try one.data(), try two.data()]
      for _ in 0..<200 { #expect(whole.contains(try Data(contentsOf: file))) }
      try await writing.value
      // What a killed writer has left is taken over.
      try Data("half".utf8).write(to: url(folder.appending("x.soundmark-catalog.partial")))
      try two.write(to: file)
      #expect(try Data(contentsOf: file) == whole[1])
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.description)
          == ["x.soundmark-catalog"])
    }
  }

  /// Bytes are those of a file, the same for the same contents, with all that is decided by.
  @Test func bytesHoldEverything() throws {
    let identity = try Stage.strategy().identity
    let (calibration, point, decisions) = try Self.decisions(queryLength: Seconds(2))
    let strategy = try Stage.liveStrategy()
    let references = try Stage.catalog(["a", "b"]).contents().index.tracks
    let bytes = try CatalogSnapshot.bytes(
      of: references.map {
        CatalogReference(
          id: $0, signature: try Stage.signature(Stage.pieces[$0.rawValue] ?? []).signature)
      }, madeWith: identity, configuration: strategy.configuration, decisions: decisions)
    let catalog = try CustomCatalog(dataRepresentation: Data(bytes), strategy)
    #expect(try catalog.contents().calibration == calibration)
    let again = try catalog.data()
    #expect(again == Data(bytes) && again == catalog.dataRepresentation)
    let read = try CatalogSnapshot(decoding: Array(again)) { _, _ in strategy.strategy }
    #expect(read.decisions.livePoints(of: identity) == [point])
    #expect(read.references.map(\.id) == references)
    try withTemporaryDirectory { folder in
      let file = url(folder.appending("x.soundmark-catalog"))
      try again.write(to: file)
      let other = CustomCatalog(strategy)
      try other.add(from: file)
      #expect(try other.data() == again)
    }
    for cut in [0, 1, 100, again.count / 2] {
      let error = #expect(throws: LiveError.self) {
        _ = try CustomCatalog(dataRepresentation: again.prefix(cut), strategy)
      }
      #expect(error?.code == .customCatalogInvalid)
    }
  }

  /// What ships with a strategy counts where a catalog has nothing of its own.
  @Test func shippedDecisions() throws {
    let (calibration, point, decisions) = try Self.decisions(queryLength: nil)
    let plain = try Stage.liveStrategy()
    let strategy = LiveStrategy(
      plain.strategy, configuration: plain.configuration, decisions: decisions)
    let catalog = CustomCatalog(strategy)
    #expect(try catalog.contents().calibration == calibration)
    #expect(catalog.configuration.leastScore(forQueryOf: 5) == point.acceptAtLeast)
    #expect(CustomCatalog(strategy, configuration: .standard).configuration == .standard)
  }

  /// A catalog made in code goes by the calibration that comes with its strategy.
  @Test func confidenceWithoutCalibrating() async throws {
    let catalog = try Stage.catalog()
    let fitted = try #require(try Stage.strategy().fittedDecisions?.calibration)
    #expect(try catalog.contents().calibration == fitted)
    let query = try Stage.signature(Stage.cut("a", 3, 9))
    guard case .match(let match) = await Session(catalog: catalog).result(from: query) else {
      Issue.record("no match")
      return
    }
    #expect((match.mediaItems.first?.confidence ?? 0) > 0.9)
  }

  /// Recordings are known by their sound: two that share a title are two, one that is added twice is
  /// one.
  @Test func identityIsTheSound() async throws {
    try await withTemporaryDirectory { folder in
      func file(_ name: String, _ catalog: CustomCatalog) throws -> URL {
        let file = url(folder.appending(name))
        try catalog.write(to: file)
        return file
      }
      let title = MediaItem(title: "Intro")
      let one = try file("one", Stage.catalog(["a"], items: ["a": [title]]))
      let two = try file("two", Stage.catalog(["b"], items: ["b": [title]]))
      let catalog = CustomCatalog(try Stage.liveStrategy())
      for url in [one, two, one, two] { try catalog.add(from: url) }
      #expect(catalog.count == 2)
      for (name, offset) in [("a", 3.0), ("b", 5.0)] {
        let query = try Stage.signature(Stage.cut(name, offset, offset + 6))
        let result = await Session(catalog: catalog).result(from: query)
        guard case .match(let match) = result else {
          Issue.record("\(result)")
          continue
        }
        #expect(match.mediaItems.map(\.title) == ["Intro"])
        #expect(abs((match.mediaItems.first?.matchOffset ?? 0) - offset) < 0.1)
      }
      // New items of a known recording come along.
      let more = try file("more", Stage.catalog(["a"], items: ["a": [MediaItem(title: "Remark")]]))
      try catalog.add(from: more)
      #expect(catalog.count == 2)
      let items = try catalog.contents().mediaItems.values.map { $0.compactMap(\.title) }
      #expect(Set(items) == [["Intro", "Remark"], ["Intro"]])
    }
  }

  /// Two identical references are two after saving as well.
  @Test func identicalReferencesAreKept() async throws {
    let catalog = try Stage.catalog(["a"])
    try catalog.addReferenceSignature(
      Stage.signature(Stage.pieces["a"] ?? []), representing: [MediaItem(title: "again")])
    let copy = try CustomCatalog(dataRepresentation: catalog.data(), Stage.liveStrategy())
    let query = try Stage.signature(Stage.cut("a", 3, 9))
    for catalog in [catalog, copy] {
      let titles = await Session(catalog: catalog).result(from: query).titles
      #expect(Set(titles ?? []) == ["a", "again"])
    }
    try withTemporaryDirectory { folder in
      let file = url(folder.appending("x"))
      try catalog.write(to: file)
      try copy.add(from: file)
      #expect(copy.count == 2)
    }
  }

  /// Items and matches can be compared and told apart; a matched item is an item.
  @Test func matchesAreValues() async throws {
    let session = Session(catalog: try Stage.catalog())
    let query = try Stage.signature(Stage.cut("a", 3, 9))
    guard case .match(let match) = await session.result(from: query),
      case .match(let same) = await session.result(from: query),
      case .match(let other) = await session.result(
        from: try Stage.signature(Stage.cut("a", 5, 11)))
    else {
      Issue.record("no match")
      return
    }
    #expect(match == same && match != other)
    #expect(match.mediaItems[0].id == other.mediaItems[0].id)
    var kept: [MediaItem] = [MediaItem(title: "b")]
    kept.append(match.mediaItems[0])
    kept += match.mediaItems
    #expect(kept.map(\.title) == ["b", "a", "a"])
    #expect(kept[0].matchOffset.isNaN && kept[1].matchOffset > 2)
    #expect(kept[1].item == MediaItem(title: "a") && kept[1] != kept[1].item)
  }
}
