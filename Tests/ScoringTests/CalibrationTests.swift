import Fingerprinting
import Scoring
import Testing

struct CalibrationTests {
  private static let recognizer = ComponentIdentity(
    name: "some", revision: 1, configurationDigest: "ab")

  /// The answers of `Tests/Oracles/scoring_fixtures.py`.
  private static func answers(_ count: Int, separation: Double) -> [CalibrationExample] {
    var random = SplitMix64(seed: UInt64(count))
    return (0..<count).map { _ in
      let isRight = random.unit() < 0.6
      let score = 4 + 2 * random.unit() + (isRight ? separation * random.unit() : 0)
      let margin = score * random.unit() * (isRight ? 1 : 0.2)
      return CalibrationExample(score: score, margin: margin, isRight: isRight)
    }
  }

  private static func calibration(_ lengths: [Double] = [5, 10]) throws -> Calibration {
    try Calibration(
      label: "some", recognizer: recognizer,
      fits: try lengths.map {
        try CalibrationFit(answers(400, separation: $0), seconds: $0)
      })
  }

  @Test func weightsAreThoseOfScipy() throws {
    for expected in ScipyFixtures.logistic {
      let answers = Self.answers(expected.count, separation: expected.separation)
      let fit = try CalibrationFit(answers, seconds: 10)
      #expect(abs(fit.intercept - expected.intercept) < 2e-5 * abs(expected.intercept))
      #expect(abs(fit.scoreWeight - expected.score) < 2e-5)
      #expect(abs(fit.marginWeight - expected.margin) < 2e-5)
      #expect(try CalibrationFit(answers.reversed(), seconds: 10) == fit)
    }
  }

  @Test func confidenceIsTheShareOfRightAnswers() throws {
    let fit = try CalibrationFit(Self.answers(2_000, separation: 3), seconds: 10)
    let others = Self.answers(3_001, separation: 3)
    let curve = ReliabilityCurve(
      others.map { (fit.probability(score: $0.score, margin: $0.margin), $0.isRight) })
    #expect(try #require(curve.expectedError) < 0.03)
    #expect(curve.count == others.count)
    #expect(curve.bins.count > 5)
  }

  @Test func moreIsNeverWorseAndNothingIsCertain() throws {
    let calibration = try Self.calibration()
    for length in [1.0, 5, 7.5, 10, 60] {
      var last = 0.0
      for step in 0...200 {
        let score = Double(step) / 2
        let confidence = calibration.confidence(
          score: score, margin: score / 2, queryLength: Seconds(length))
        #expect(confidence >= last)
        #expect(confidence > 0 && confidence < 1)
        #expect(
          calibration.confidence(score: score, margin: score, queryLength: Seconds(length))
            >= confidence)
        last = confidence
      }
    }
    // 400 answers, about 240 of them right, cannot tell 0.999 from 1.
    #expect(calibration.confidence(score: 1e9, margin: 1e9, queryLength: Seconds(5)) < 0.998)
    #expect(calibration.confidence(score: .nan, margin: 0, queryLength: Seconds(5)) == 0.5)
  }

  @Test func betweenLengthsItLiesBetween() throws {
    let calibration = try Self.calibration([3, 40])
    func confidence(_ seconds: Double) -> Double {
      calibration.confidence(score: 6.5, margin: 1.5, queryLength: Seconds(seconds))
    }
    let ends = [confidence(3), confidence(40)].sorted()
    #expect(ends[0] < ends[1])
    #expect((ends[0]...ends[1]).contains(confidence(17)))
    #expect(confidence(17) != confidence(18))
    #expect(confidence(1) == confidence(3) && confidence(100) == confidence(40))
  }

  @Test func aSignThatMakesNoSenseIsDropped() throws {
    // The margin speaks against the answer.
    let answers = Self.answers(400, separation: 3).map {
      CalibrationExample(score: $0.score, margin: -$0.margin, isRight: $0.isRight)
    }
    let fit = try CalibrationFit(answers, seconds: 5)
    #expect(fit.marginWeight == 0 && fit.scoreWeight > 0)
  }

  @Test func tooFewAnswersAreRefused() {
    let answers = Self.answers(400, separation: 3).filter(\.isRight)
    let error = #expect(throws: CalibrationError.self) {
      try CalibrationFit(answers, seconds: 5)
    }
    #expect(error?.description.contains("0 wrong answers") == true)
  }

  @Test func everyCandidateOfAnAnswerGetsItsConfidence() throws {
    func candidate(_ name: String, _ score: Double) -> Candidate {
      Candidate(
        track: TrackID(name), score: score, alignment: Alignment(referenceStart: .zero),
        support: Support(matched: 1, offered: 1, first: .zero, last: .zero))
    }
    let answer = Identification(
      candidates: [candidate("a", 9), candidate("b", 5)], status: .searched, signatureBytes: 1,
      work: WorkCounters(), latency: LatencyParts())
    let calibration = try Self.calibration()
    let calibrated = calibration.calibrated(answer, queryLength: Seconds(5))
    let expected = [(9.0, 4.0), (5, -4)].map {
      calibration.confidence(score: $0.0, margin: $0.1, queryLength: Seconds(5))
    }
    #expect(calibrated.candidates.map(\.confidence) == expected)
    // What is known of others does not depend on how many of them are kept.
    let first = calibration.calibrated(answer.limited(to: 1), queryLength: Seconds(5))
    #expect(first.candidates.map(\.confidence) == [expected[0]])
    #expect(Calibration.margin(of: 4, over: 0) == 4)
  }

  @Test func aFileIsReadBackAndKnowsItsRecognizers() throws {
    let path = FilePath("some.json5")
    let file = CalibrationFile(
      provenance: CalibrationFile.Provenance(
        experiment: "e", planDigest: "d", split: "calibration", corpora: ["c": "f"],
        conditions: ["clean"], enrolled: 3, notEnrolled: 4, recordings: 5, versions: ["v": "1"]),
      calibrations: [try Self.calibration()])
    let read = try CalibrationFile(text: try file.text, path: path)
    #expect(read == file)
    #expect(try read.calibration(of: Self.recognizer, path: path) == file.calibrations[0])
    var other = Self.recognizer
    other.revision = 2
    let error = #expect(throws: CalibrationError.self) {
      try read.calibration(of: other, path: path)
    }
    #expect(error?.description.contains("'some' (some r1 ab)") == true)
  }

  @Test(arguments: [
    ("[]", "'soundmark calibrate' writes such files"),
    ("{format: 'soundmark-calibration', version: 9}", "expected version 1, found 9"),
    ("{format: 'soundmark-calibration', version: 1}", "'provenance' is missing"),
  ])
  func otherTextIsRefused(text: String, problem: String) {
    let error = #expect(throws: CalibrationError.self) {
      try CalibrationFile(text: text, path: FilePath("x.json5"))
    }
    #expect(error?.description.contains(problem) == true)
  }

  @Test func numbersThatNobodyFittedAreRefused() throws {
    let file = CalibrationFile(
      provenance: CalibrationFile.Provenance(
        experiment: "e", planDigest: "d", split: "calibration", corpora: [:], conditions: [],
        enrolled: 0, notEnrolled: 0, recordings: 0, versions: [:]),
      calibrations: [try Self.calibration([5])])
    let text = try file.text
    let weight = "\"scoreWeight\" : "
    #expect(text.contains(weight))
    for (from, to) in [(weight, weight + "-"), ("\"right\" : ", "\"right\" : -")] {
      #expect(throws: CalibrationError.self) {
        try CalibrationFile(text: text.replacing(from, with: to), path: FilePath("x.json5"))
      }
    }
  }

  @Test func binsAreThoseOfTheDefinition() throws {
    let answers = [
      (0.05, false), (0.15, true), (0.1, false), (0.95, true), (1, true), (.nan, true),
    ]
    let curve = ReliabilityCurve(answers)
    #expect(curve.count == 5)
    #expect(curve.bins.map(\.range.lowerBound) == [0, 0.1, 0.9])
    #expect(curve.bins[1].right.value == 0.5)
    // |0.05 − 0| + |0.25 − 1| + |1.95 − 2|, of five.
    #expect(abs(try #require(curve.expectedError) - 0.17) < 1e-12)
    #expect(ReliabilityCurve([]).expectedError == nil)
  }
}
