import Catalogs
import Fingerprinting
import Foundation
import Scoring
import TestSupport
import Testing

/// Operating points and calibrations live in the catalog.
struct CatalogDecisionTests {
  private let strategy = Fixtures.strategy.identity
  private let foreign = ComponentIdentity(
    name: "chroma", revision: 1, configurationDigest: "0123456789abcdef")
  private var searching: ComponentIdentity {
    ComponentIdentity(
      name: strategy.name + "+skew-search", revision: 1, configurationDigest: "feedface")
  }
  private let source = FilePath("given.json5")

  private func point(
    _ name: String, _ strategy: ComponentIdentity, atLeast: Double = 6.25
  ) -> OperatingPoint {
    OperatingPoint(
      name: name, strategy: strategy, queryLength: Seconds(5), acceptAtLeast: atLeast,
      targetFalseAlarmRate: 0.01, per: .query,
      evidence: .init(negatives: 300, recordings: 60, falseAlarms: 2, upperBound: 0.02))
  }

  private func points(_ points: [OperatingPoint]) -> OperatingPointsFile {
    OperatingPointsFile(
      provenance: .init(
        experiment: "e", planDigest: "d", corpora: ["c": "1"], versions: ["v": "2"]),
      points: points)
  }

  private func calibration(_ recognizers: [ComponentIdentity]) throws -> CalibrationFile {
    var generator = SplitMix64(seed: 4)
    let examples = (0..<100).map { number in
      CalibrationExample(
        score: generator.uniform(in: 0...4) + (number % 2 == 0 ? 3 : 0), margin: 1,
        isRight: number % 2 == 0)
    }
    return CalibrationFile(
      provenance: .init(
        experiment: "e", planDigest: "d", split: "calibration", corpora: [:], conditions: [],
        enrolled: 50, notEnrolled: 50, recordings: 10, versions: [:]),
      calibrations: try recognizers.map {
        try Calibration(
          label: $0.name, recognizer: $0, fits: [try CalibrationFit(examples, seconds: 5)])
      })
  }

  @Test func pointsAreKeptReplacedAndForgotten() async throws {
    try await withTemporaryDirectory { folder in
      let catalog = try Fixtures.catalog(at: folder.appending("c"))
      let file = points([
        point("street", strategy), point("café", searching), point("other", foreign),
      ])
      #expect(try await catalog.keep(file, from: source) == ["street", "café"])
      try await catalog.keep(
        points([point("street", strategy, atLeast: 7)]), named: "street", from: source)
      let kept = [point("café", searching), point("street", strategy, atLeast: 7)]
      let reader = try Catalog(opening: catalog.path)
      #expect(try await reader.operatingPoints() == kept)
      #expect(try await reader.operatingPoint(named: "street") == kept[1])
      let unknown = await #expect(throws: OperatingPointsError.self) {
        try await reader.operatingPoint(named: "stret")
      }
      #expect(unknown?.description.contains("did you mean 'street'?") ?? false)
      let others = await #expect(throws: OperatingPointsError.self) {
        try await catalog.keep(file, named: "other", from: source)
      }
      #expect(others?.description.contains("'other' (chroma r1") ?? false)
      try await catalog.removeOperatingPoint(named: "street")
      await #expect(throws: OperatingPointsError.self) {
        try await catalog.removeOperatingPoint(named: "street")
      }
      #expect(try await reader.operatingPoints() == [kept[0]])
    }
  }

  @Test func calibrationsAreKeptForTheRecognizersOfTheCatalog() async throws {
    try await withTemporaryDirectory { folder in
      let catalog = try Fixtures.catalog(at: folder.appending("c"))
      let file = try calibration([foreign, strategy, searching])
      try await catalog.keep(file, from: source)
      let reader = try Catalog(opening: catalog.path)
      #expect(try await reader.calibrations() == Array(file.calibrations[1...]))
      #expect(try await reader.calibration(of: searching) == file.calibrations[2])
      #expect(try await reader.calibration(of: foreign) == nil)
      let error = await #expect(throws: CalibrationError.self) {
        try await catalog.keep(try self.calibration([self.foreign]), from: self.source)
      }
      #expect(error?.description.contains("given.json5") ?? false)
      #expect(try await reader.calibrations().count == 2)
      try await catalog.removeCalibrations()
      #expect(try await reader.calibrations().isEmpty)
    }
  }

  @Test func mergingBringsThemAlongAndKeepsWhatIsThere() async throws {
    try await withTemporaryDirectory { folder in
      let first = try Fixtures.catalog(at: folder.appending("a"))
      try await first.keep(points([point("x", strategy, atLeast: 1)]), from: source)
      let second = try Fixtures.catalog(at: folder.appending("b"))
      try await second.keep(
        points([point("x", strategy, atLeast: 2), point("y", strategy)]), from: source)
      try await second.keep(try calibration([strategy]), from: source)
      try await first.merge([second])
      #expect(
        try await first.operatingPoints() == [
          point("x", strategy, atLeast: 1), point("y", strategy),
        ]
      )
      #expect(try await first.calibrations() == second.calibrations())
    }
  }
}
