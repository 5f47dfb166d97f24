import Corpora
import Experiments
import Fingerprinting
import Scoring
import TestSupport
import Testing

struct TextFilesFuzzTests {
  /// Every file that people write: read as it stands, or refused in words that name the file.
  @Test(arguments: [
    "Experiments/quickstart/plan.json5", "Experiments/live/tuning.json5",
    "Experiments/quickstart/gates.json5", "Datasets/synthetic/corpus.json5",
    "Datasets/synthetic/recipe.json5", "Experiments/strategies/calibration.json5",
    "operating-points.json5",
  ])
  func damagedFilesAreReadOrRefusedByName(name: String) throws {
    let repository = FilePath(
      "\(#filePath)".split(separator: "/").dropLast(3).map { "/" + $0 }.joined())
    let isPoints = name == "operating-points.json5"
    let whole =
      isPoints
      ? Array(try Self.points.text().utf8) : try repository.appending(name).read()
    try withTemporaryDirectory { folder in
      let path = folder.appending("damaged.json5")
      var generator = Seed(9).deriving(name).generator
      var refused = 0
      for _ in 0..<150 {
        try path.write(damagedText(whole, using: &generator))
        do {
          switch FilePath(name).lastComponent.description {
          case "gates.json5": _ = try GateRules.read(path)
          case "corpus.json5": _ = try CorpusManifest.read(path)
          case "recipe.json5": _ = try SyntheticRecipe.read(path)
          case "calibration.json5":
            _ = try CalibrationFile(json5: path.read(), path: path)
          case "operating-points.json5": _ = try OperatingPointsFile.read(path)
          default: _ = try Plan.read(path)
          }
        } catch {
          refused += 1
          #expect("\(error)".contains("damaged.json5"), "\(error)")
        }
      }
      #expect(refused > 50)
    }
  }

  private static let points = OperatingPointsFile(
    provenance: OperatingPointsFile.Provenance(
      experiment: "tuning", planDigest: "ab", corpora: ["music": "cd"], versions: ["fftw": "3"]),
    points: [
      OperatingPoint(
        name: "street",
        strategy: ComponentIdentity(name: "peaks", revision: 3, configurationDigest: "c0ffee"),
        queryLength: Seconds(5), acceptAtLeast: 6.125, targetFalseAlarmRate: 0.01, per: .query,
        evidence: OperatingPoint.Evidence(
          negatives: 400, recordings: 80, falseAlarms: 4, upperBound: 0.0227),
        environment: "street")
    ])
}
