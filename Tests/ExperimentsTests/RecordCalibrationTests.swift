import Corpora
@testable import Experiments
import Fingerprinting
import Scoring
import TestSupport
import Testing

struct RecordCalibrationTests {
  /// A record in which right answers score 10 … 20 and wrong ones 1 … 11.
  private static func record(wrong: Int = 40) -> RunRecord {
    var record = RecordMaker.record(seed: 3, queries: 0)
    let labels = ["v0", "v1"]
    record.provenance.variants = labels.enumerated().map { number, label in
      VariantSummary(
        label: label,
        identity: ComponentIdentity(name: "x", revision: number, configurationDigest: "e"),
        configuration: "{}")
    }
    for label in labels {
      for seconds in record.provenance.queryLengths {
        for number in 0..<(60 + wrong) {
          let isRight = number < 60
          let score = Rounding.score((isRight ? 10 : 1) + Double(number * 7 % 60) / 6)
          var row = QueryRow(
            variant: label, condition: record.provenance.conditions[0].label, seconds: seconds,
            query: QueryID("q\(number)"), recording: "r\(number % 20)", split: "tuning",
            truth: isRight
              ? [Occurrence(track: TrackID("a"), alignment: Alignment(referenceStart: .zero))] : [],
            status: .searched,
            best: RankedAnswer(
              track: TrackID("a"), score: score, alignment: Alignment(referenceStart: .zero)),
            nextScore: isRight ? 2 : Rounding.score(score * 0.95))
          row.trueRank = isRight ? 1 : nil
          record.queries.append(row)
        }
      }
    }
    return record
  }

  @Test func confidenceIsThatOfTheFile() throws {
    let record = Self.record()
    let file = try record.calibrationFile()
    let identities = Set(record.provenance.variants.map(\.identity))
    #expect(Set(file.calibrations.map(\.recognizer)) == identities)
    #expect(file.provenance.enrolled == 120 && file.provenance.notEnrolled == 80)
    #expect(file.provenance.recordings == 20 && file.provenance.split == "tuning")
    let path = FilePath("c.json5")
    let again = try CalibrationFile(text: try file.text, path: path)
    let (calibrated, left) = try record.calibrated(by: again, path: path)
    #expect(left.isEmpty)
    for row in calibrated.queries {
      let confidence = try #require(row.best?.confidence)
      #expect(confidence == Rounding.fine(confidence))
      #expect(row.trueRank == 1 ? confidence > 0.7 : confidence < 0.3, "\(row)")
    }
    try withTemporaryDirectory { folder in
      var files = calibrated
      files.excerpts = Set(files.queries.map { "\($0.query) \($0.seconds)" }).sorted().compactMap {
        name in
        files.queries.first { "\($0.query) \($0.seconds)" == name }.map {
          ExcerptRow(
            query: $0.query, seconds: $0.seconds, split: $0.split, recording: $0.recording,
            source: TrackID("a"), start: .zero, truth: $0.truth)
        }
      }
      try RunFiles.write(files, to: folder)
      #expect(
        try RunFiles.read(folder).queries.map { $0.best?.confidence }
          == calibrated.queries.map { $0.best?.confidence })
    }
  }

  @Test func whatIsNotCalibratedStaysWithout() throws {
    let record = Self.record()
    var file = try record.calibrationFile()
    let path = FilePath("c.json5")
    file.calibrations.removeLast()
    let (calibrated, left) = try record.calibrated(by: file, path: path)
    let known = file.calibrations[0].recognizer
    #expect(
      left == record.provenance.variants.filter { $0.identity != known }.map(\.label))
    #expect(
      calibrated.queries.allSatisfy { left.contains($0.variant) == ($0.best?.confidence == nil) })
    file.calibrations = []
    #expect(throws: CalibrationError.self) { try record.calibrated(by: file, path: path) }
  }

  @Test func tooFewWrongAnswersAreNamed() {
    let error = #expect(throws: CalibrationError.self) {
      try Self.record(wrong: 5).calibrationFile()
    }
    #expect(error?.description.hasPrefix("variant 'v0': 60 right and 5 wrong") == true)
  }

  /// Never the recordings that reports speak of.
  @Test func otherRecordingsAreAskedAbout() throws {
    try withTemporaryDirectory { folder in
      let corpus = try TinyCorpus(in: folder)
      let stated = corpus.plan { $0.calibrationNegativesPerCell = 9 }
      let plan = try Experiment(stated, registry: TinyCorpus.registry).planForCalibration
      #expect(plan.split == .tuning && plan.latencyQueries == 0)
      #expect(plan.negativesPerCell == 0 && plan.calibrationNegativesPerCell == 2)
    }
  }
}
