import Fingerprinting
import Scoring
import Testing

struct MetricTests {
  let rule = VerdictRule(acceptAtLeast: 10)

  /// A query of an enrolled recording `a`, or of none, answered with one candidate.
  func query(
    _ answer: String?, score: Double = 20, enrolled: Bool = true, off error: Double = 0,
    skew: Double = 0, recording: Int = 0, seconds: Double = 5, rank: Int? = nil,
    tied: Bool = false, status: QueryStatus = .searched, failure: String? = nil, bytes: Int = 0,
    lookups: Int = 0
  ) -> JudgedQuery {
    let truth = enrolled ? [VerdictTests.at("a", 60, skew: 0.01)] : []
    var work = WorkCounters()
    work.lookups = lookups
    return rule.judge(
      QueryOutcome(
        recording: recording, seconds: seconds, isEnrolled: enrolled, status: status,
        failure: failure,
        best: answer.map {
          BestCandidate(
            track: TrackID($0), score: score,
            alignment: Alignment(
              referenceStart: Seconds(60 + error), frequencySkew: 0.01 + skew),
            isTied: tied, truth: truth)
        }, rankOfTruth: rank, signatureBytes: bytes, work: work))
  }

  /// Ten enrolled queries and five others.
  ///
  /// Of the ten 4 are right, 2 at a wrong time, 1 is wrong, 2 are missed, 1 failed; of the others
  /// 1 is claimed.
  var mixture: [JudgedQuery] {
    [
      query("a", off: 0.125, rank: 1), query("a", rank: 1), query("a", off: -0.25, rank: 1),
      query("a", skew: 0.5, rank: 1), query("a", off: 2, rank: 1), query("a", off: 50, rank: 1),
      query("b", rank: 3), query("a", score: 9, rank: 1), query(nil),
      query("a", failure: "broken"),
      query("c", enrolled: false), query("c", score: 9, enrolled: false),
      query(nil, enrolled: false), query(nil, enrolled: false), query(nil, enrolled: false),
    ]
  }

  @Test func sharesHaveOneMeaning() {
    #expect(RecordingRecall().measure(mixture) == .share(6, of: 10))
    #expect(AlignedRecall().measure(mixture) == .share(4, of: 10))
    #expect(WrongTrackRate().measure(mixture) == .share(1, of: 10))
    #expect(Precision().measure(mixture) == .share(6, of: 8))
    #expect(EnrolledShare().measure(mixture) == .share(10, of: 15))
    #expect(FalseAlarmRate().measure(mixture) == .share(1, of: 5))
    #expect(TopRecall(places: 1).measure(mixture) == .share(7, of: 10))
    #expect(TopRecall(places: 3).measure(mixture) == .share(8, of: 10))
    #expect(F1().measure(mixture) == Measurement(value: 2 * 6 / 18, count: 15))
    #expect(RecordingRecall().measure(mixture).interval != nil)
  }

  @Test func errorsAreThoseOfRightClaims() {
    // 0, 0, 0.125, 0.25, 2, 50
    #expect(
      OffsetError(quantile: 0.5).measure(mixture) == Measurement(value: 0.1875, count: 6))
    #expect(OffsetError(quantile: 0.95).measure(mixture) == Measurement(value: 38, count: 6))
    #expect(SkewError(quantile: 0.5).measure(mixture) == Measurement(value: 0, count: 6))
    #expect(OffsetError(quantile: 0.95).name == "offset_error_p95")
    #expect(SkewError(quantile: 0.5).name == "skew_error_median")
  }

  @Test func nothingIsUndefined() {
    let metrics: [any Metric] = [
      RecordingRecall(), AlignedRecall(), Precision(), F1(), TopRecall(places: 5),
      FalseAlarmRate(), FalseAlarmsPerHour(), WrongTrackRate(), OffsetError(quantile: 0.5),
      SkewError(quantile: 0.5), QuerySignatureRate(), WorkPerQuery(.lookups), AmbiguousShare(),
      UnansweredCount(.failed), EnrolledShare(),
    ]
    for metric in metrics { #expect(metric.measure([]) == .undefined, "\(metric.name)") }
    // No claim: precision and F1 are undefined, recall is a true zero.
    let silent = [query(nil), query(nil, enrolled: false)]
    #expect(Precision().measure(silent).value == nil)
    #expect(F1().measure(silent).value == nil)
    #expect(RecordingRecall().measure(silent).value == 0)
    #expect(OffsetError(quantile: 0.5).measure(silent).value == nil)
  }

  /// The false-alarm rate does not move with the mixture of a test set; precision does.
  @Test func falseAlarmRateIgnoresTheBaseRate() {
    let enrolled = (0..<100).map { _ in query("a") }
    let few = (0..<4).map { query("c", score: $0 == 0 ? 20 : 5, enrolled: false) }
    let many = (0..<400).map { query("c", score: $0 % 4 == 0 ? 20 : 5, enrolled: false) }
    #expect(FalseAlarmRate().measure(enrolled + few).value == 0.25)
    #expect(FalseAlarmRate().measure(enrolled + many).value == 0.25)
    #expect(Precision().measure(enrolled + few).value == 100.0 / 101)
    #expect(Precision().measure(enrolled + many).value == 0.5)
    #expect(EnrolledShare().measure(enrolled + many).value == 0.2)
  }

  @Test func falseAlarmsPerHour() {
    let queries =
      (0..<60).map { query($0 < 2 ? "c" : nil, enrolled: false, seconds: 10) } + [query("a")]
    let perHour = FalseAlarmsPerHour().measure(queries)
    // 2 in 600 s.
    #expect(abs((perHour.value ?? 0) - 12) < 1e-9)
    #expect(perHour.count == 60)
    let low = FalseAlarmRate().measure(queries).interval?.lowerBound ?? .nan
    #expect(abs((perHour.interval?.lowerBound ?? 0) - low * 360) < 1e-9)
  }

  @Test func costsAreMeansOverAnswers() {
    let queries = [
      query("a", seconds: 5, bytes: 1_000, lookups: 100),
      query("a", seconds: 15, bytes: 1_000, lookups: 200), query(nil, failure: "broken"),
    ]
    #expect(QuerySignatureRate().measure(queries) == Measurement(value: 100, count: 2))
    #expect(WorkPerQuery(.lookups).measure(queries) == Measurement(value: 150, count: 2))
    #expect(WorkPerQuery(.postingsRead).measure(queries) == Measurement(value: 0, count: 2))
    #expect(WorkPerQuery(.postingsRead).name == "postings_per_query")
  }

  @Test func unansweredQueriesAreCounted() {
    let queries = [
      query(nil, failure: "broken"), query(nil, status: .tooShort),
      query(nil, status: .noUsableAudio), query(nil, status: .noUsableAudio), query("a"),
    ]
    #expect(UnansweredCount(.failed).measure(queries) == Measurement(value: 1, count: 5))
    #expect(UnansweredCount(.tooShort).measure(queries) == Measurement(value: 1, count: 5))
    #expect(UnansweredCount(.noUsableAudio).measure(queries) == Measurement(value: 2, count: 5))
  }

  @Test func tiedClaimsAreAmbiguous() {
    let queries = [query("a", tied: true), query("a"), query("a", score: 1, tied: true)]
    #expect(AmbiguousShare().measure(queries) == .share(1, of: 2))
  }

  @Test func clustersAreRecordings() {
    let queries = [
      query("a", recording: 2), query(nil, recording: 2), query("a", recording: 0),
      query("a", enrolled: false, recording: 1),
    ]
    #expect(
      RecordingRecall().clusters(of: queries)
        == [ClusterCount(hits: 1, count: 1), ClusterCount(hits: 1, count: 2)])
    let clustered = RecordingRecall().measure(queries, clusteredWith: Seed(1))
    #expect(clustered.value == 2.0 / 3 && clustered.count == 3)
  }

  @Test func sweepPassesEveryScore() {
    let sweep = ScoreSweep(
      [
        query("a", score: 9), query("a", score: 7), query("b", score: 8), query(nil),
        query("c", score: 8, enrolled: false), query("c", score: 7, enrolled: false),
      ].map(\.outcome))
    #expect(sweep.enrolled == 4 && sweep.notEnrolled == 2)
    #expect(
      sweep.points == [
        SweepPoint(threshold: 9, falseAlarms: 0, named: 1),
        SweepPoint(threshold: 8, falseAlarms: 1, named: 1, wrong: 1),
        SweepPoint(threshold: 7, falseAlarms: 2, named: 2, wrong: 1),
      ])
  }

  /// Every point of the sweep is what judging at its threshold gives.
  @Test func sweepAgreesWithJudging() {
    var generator = SplitMix64(seed: 3)
    let outcomes = (0..<300).map { _ in
      query(
        generator.unit() < 0.6 ? "a" : "b", score: Double(generator.integer(below: 40)),
        enrolled: generator.unit() < 0.5
      ).outcome
    }
    let sweep = ScoreSweep(outcomes)
    for point in sweep.points {
      let judged = outcomes.map(VerdictRule(acceptAtLeast: point.threshold).judge)
      #expect(
        RecordingRecall().measure(judged).value == Double(point.named) / Double(sweep.enrolled))
      #expect(
        FalseAlarmRate().measure(judged).value
          == Double(point.falseAlarms) / Double(sweep.notEnrolled))
    }
  }
}
