import Fingerprinting
import Scoring
import Testing

/// The truth table of verdicts, case by case.
struct VerdictTests {
  let rule = VerdictRule(acceptAtLeast: 10)

  static func at(_ track: String, _ start: Double, skew: Double = 0) -> Occurrence {
    Occurrence(
      track: TrackID(track),
      alignment: Alignment(referenceStart: Seconds(start), frequencySkew: skew))
  }

  static func candidate(
    _ track: String, _ score: Double, at start: Double = 60, first: Double = 0, last: Double = 5
  ) -> Candidate {
    Candidate(
      track: TrackID(track), score: score,
      alignment: Alignment(referenceStart: Seconds(start)),
      support: Support(matched: 1, offered: 1, first: Seconds(first), last: Seconds(last)))
  }

  static func answer(_ candidates: Candidate..., status: QueryStatus = .searched) -> Identification
  {
    Identification(
      candidates: candidates, status: status, signatureBytes: 0, work: WorkCounters(),
      latency: LatencyParts())
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var answer: Identification
    var truth: GroundTruth
    var verdict: Verdict
  }

  static let table: [Row] = [
    Row(
      testDescription: "right recording, right place", answer: answer(candidate("a", 12)),
      truth: .present([at("a", 60.125)]), verdict: .correct(alignmentError: Seconds(0.125))),
    Row(
      testDescription: "the tolerance itself is right", answer: answer(candidate("a", 12)),
      truth: .present([at("a", 60.25)]), verdict: .correct(alignmentError: Seconds(0.25))),
    Row(
      testDescription: "right recording, wrong place", answer: answer(candidate("a", 12)),
      truth: .present([at("a", 59.5)]), verdict: .misaligned(alignmentError: Seconds(0.5))),
    Row(
      testDescription: "right recording, no place",
      answer: answer(candidate("a", 12, at: .nan)), truth: .present([at("a", 60)]),
      verdict: .misaligned(alignmentError: Seconds(.infinity))),
    Row(
      testDescription: "wrong recording with a good score", answer: answer(candidate("b", 99)),
      truth: .present([at("a", 60)]), verdict: .wrongTrack(TrackID("b"))),
    Row(
      testDescription: "the right one second is still wrong",
      answer: answer(candidate("b", 13), candidate("a", 12)),
      truth: .present([at("a", 60)]), verdict: .wrongTrack(TrackID("b"))),
    Row(
      testDescription: "equal spellings of Unicode are two tracks",
      answer: answer(candidate("\u{e9}", 12)), truth: .present([at("e\u{301}", 60)]),
      verdict: .wrongTrack(TrackID("\u{e9}"))),
    Row(
      testDescription: "score at the threshold is a claim", answer: answer(candidate("a", 10)),
      truth: .present([at("a", 60)]), verdict: .correct(alignmentError: .zero)),
    Row(
      testDescription: "score below the threshold is none",
      answer: answer(candidate("a", 10.0.nextDown)), truth: .present([at("a", 60)]),
      verdict: .missed),
    Row(
      testDescription: "nothing found, enrolled", answer: answer(), truth: .present([at("a", 60)]),
      verdict: .missed),
    Row(
      testDescription: "nothing found, not enrolled", answer: answer(), truth: .absent,
      verdict: .correctRejection),
    Row(
      testDescription: "low score, not enrolled", answer: answer(candidate("a", 9)),
      truth: .absent, verdict: .correctRejection),
    Row(
      testDescription: "claim, not enrolled", answer: answer(candidate("a", 12)), truth: .absent,
      verdict: .falseAlarm(TrackID("a"))),
    Row(
      testDescription: "present without a place is absent", answer: answer(candidate("a", 12)),
      truth: .present([]), verdict: .falseAlarm(TrackID("a"))),
    Row(
      testDescription: "a refrain: the nearest true place counts",
      answer: answer(candidate("a", 12)),
      truth: .present([at("a", 10), at("a", 60.125), at("a", 110)]),
      verdict: .correct(alignmentError: Seconds(0.125))),
    Row(
      testDescription: "a shared intro: either recording is right",
      answer: answer(candidate("b", 12), candidate("a", 12)),
      truth: .present([at("a", 60), at("b", 60)]), verdict: .correct(alignmentError: .zero)),
    Row(
      testDescription: "the place of another true answer does not help",
      answer: answer(candidate("b", 12, at: 60)), truth: .present([at("a", 60), at("b", 10)]),
      verdict: .misaligned(alignmentError: Seconds(50))),
    Row(
      testDescription: "long support with a low score is no claim",
      answer: answer(candidate("a", 3, first: 0, last: 20)), truth: .absent,
      verdict: .correctRejection),
    Row(
      testDescription: "the score decides, not the support",
      answer: answer(
        candidate("a", 12, first: 0, last: 20), candidate("b", 14, first: 3, last: 3.5)),
      truth: .present([at("b", 60)]), verdict: .correct(alignmentError: .zero)),
    Row(
      testDescription: "a score that is no number is no claim",
      answer: answer(candidate("a", .nan)), truth: .absent, verdict: .correctRejection),
    Row(
      testDescription: "no number first does not hide the claim behind it",
      answer: answer(candidate("b", .nan), candidate("a", 12)),
      truth: .present([at("a", 60)]), verdict: .correct(alignmentError: .zero)),
    Row(
      testDescription: "too short, enrolled", answer: answer(status: .tooShort),
      truth: .present([at("a", 60)]), verdict: .missed),
    Row(
      testDescription: "too short is never a match",
      answer: answer(candidate("a", 12), status: .tooShort), truth: .absent,
      verdict: .correctRejection),
    Row(
      testDescription: "silence is never a match",
      answer: answer(candidate("a", 12), status: .noUsableAudio), truth: .present([at("a", 60)]),
      verdict: .missed),
  ]

  @Test(arguments: table) func verdict(row: Row) {
    #expect(rule.verdict(on: row.answer, given: row.truth) == row.verdict)
  }

  @Test func failuresKeepTheirReason() {
    let observation = Observation(
      trial: TrialID("t"), query: QueryID("q"), truth: .absent, identification: nil,
      failure: "the program ended with 3")
    #expect(rule.verdict(on: observation) == .failed(reason: "the program ended with 3"))
    var mute = observation
    mute.failure = nil
    #expect(rule.verdict(on: mute) == .failed(reason: "no answer and no reason"))
    var both = observation
    both.identification = Self.answer(Self.candidate("a", 99))
    #expect(rule.verdict(on: both) == .failed(reason: "the program ended with 3"))
    both.failure = nil
    #expect(rule.verdict(on: both) == .falseAlarm(TrackID("a")))
  }

  @Test func everyVerdictIsEitherAClaimOrNot() {
    let claims: [Verdict] = [
      .correct(alignmentError: .zero), .misaligned(alignmentError: .zero),
      .wrongTrack(TrackID("a")), .falseAlarm(TrackID("a")),
    ]
    let none: [Verdict] = [.missed, .correctRejection, .failed(reason: "")]
    #expect(claims.map(\.isClaim) == [true, true, true, true])
    #expect(none.map(\.isClaim) == [false, false, false])
    #expect((claims + none).count { $0.namesTheRecording } == 2)
    #expect((claims + none).count { $0.alignmentError != nil } == 2)
  }

  @Test func tiesAreKnown() {
    let truth = [Self.at("a", 60)]
    let tied = BestCandidate(of: [Self.candidate("a", 5), Self.candidate("b", 5)], truth: truth)
    #expect(tied?.track == TrackID("a") && tied?.isTied == true)
    let clear = BestCandidate(
      of: [Self.candidate("c", 4), Self.candidate("d", 4), Self.candidate("a", 5)], truth: truth)
    #expect(clear?.track == TrackID("a") && clear?.isTied == false)
  }

  @Test func skewErrorIsThatOfTheNearestPlace() {
    let best = BestCandidate(
      track: TrackID("a"), score: 1,
      alignment: Alignment(referenceStart: Seconds(60), frequencySkew: 0.02), isTied: false,
      truth: [Self.at("a", 10, skew: 0.02), Self.at("a", 60.5, skew: -0.01)])
    #expect(best.alignmentError == Seconds(0.5))
    #expect(abs((best.skewError ?? 0) - 0.03) < 1e-12)
  }
}
