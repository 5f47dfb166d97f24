import Experiments
import Fingerprinting
import Scoring
import Tabular

/// Why a query won or lost, in words.
struct InspectionWords {
  let row: QueryRow
  let threshold: Double?
  let tolerance: Seconds
  let verdict: Verdict

  init(row: QueryRow, threshold: Double?, tolerance: Seconds) {
    self.row = row
    self.threshold = threshold
    self.tolerance = tolerance
    verdict = VerdictRule(
      acceptAtLeast: threshold ?? .infinity, offsetTolerance: tolerance
    ).verdict(on: row.outcome(recording: 0))
  }

  /// A place of a reference that is looked at.
  struct Place {
    var track: TrackID
    var alignment: Alignment
    /// Whether it is a true answer.
    var isRight: Bool
    /// For file names.
    var slug: String { isRight ? "right" : "candidate" }
    /// For sentences and titles.
    var words: String {
      "\(isRight ? "the right answer" : "the best candidate"), '\(track)' at "
        + "\(Digits.fixed(alignment.referenceStart.value, 2)) s"
    }
  }

  /// The right answer, and the given one where it is another; true places are those of the query as it
  /// was asked.
  func places(truth: [Occurrence]) -> [Place] {
    var places: [Place] = []
    // The true answer that is nearest to the given one.
    let right =
      truth.filter { $0.track == row.best?.track }.min { distance($0) < distance($1) }
      ?? truth.first
    if let right {
      let isKnown = right.alignment.referenceStart.isKnown
      if isKnown || row.best?.track == right.track {
        let alignment = isKnown ? right.alignment : row.best?.alignment ?? right.alignment
        places.append(Place(track: right.track, alignment: alignment, isRight: true))
      }
    }
    if let best = row.best, !truth.contains(where: { isNear($0, best) }) {
      places.append(Place(track: best.track, alignment: best.alignment, isRight: false))
    }
    return places
  }

  private func distance(_ occurrence: Occurrence) -> Double {
    abs(
      (row.best?.alignment.referenceStart.value ?? 0)
        - occurrence.alignment.referenceStart.value)
  }

  /// Whether the given answer is drawn by the right one's plot.
  private func isNear(_ occurrence: Occurrence, _ best: RankedAnswer) -> Bool {
    occurrence.track == best.track
      && (!occurrence.alignment.referenceStart.isKnown || distance(occurrence) <= tolerance.value)
  }

  /// The verdict for a plot's heading.
  var heading: String {
    switch verdict {
    case .correct: "won"
    case .correctRejection: "won: nothing was claimed"
    case .misaligned(let error) where !error.isKnown: "won"
    case .misaligned: "lost: a wrong place"
    case .wrongTrack: "lost: a wrong recording"
    case .missed: "lost: nothing was claimed"
    case .falseAlarm: "lost: a false alarm"
    case .failed: "lost: failed"
    }
  }

  /// What became of the query, and by which figures.
  var outcome: String {
    let score = row.best.map { Rounding.score.text($0.score) } ?? "none"
    let bar = threshold.map { $0 <= lowestThreshold ? "any score" : Digits.fixed($0, 3) }
    let figures = "score \(score), threshold \(bar ?? "undefined")"
    switch verdict {
    case .correct(let error):
      return "Won: the right recording at the right place, \(fixedText(error.value, 3)) s off; "
        + figures + "."
    case .misaligned(let error):
      guard error.isKnown else {
        return "Won: the right recording, \(figures); its true place was not noted."
      }
      return
        "Lost: the right recording at a wrong place, \(fixedText(error.value, 3)) s off; \(figures). "
        + "Music repeats itself: hear whether both places sound alike."
    case .wrongTrack(let track):
      let other =
        row.trueScore.map {
          "the right one came \(row.trueRank.map { "at rank \($0)" } ?? "later") with a score of "
            + Rounding.score.text($0)
        } ?? "the right one is not among the candidates that were kept"
      return "Lost: another recording, '\(track)'; \(figures); \(other)."
    case .missed:
      guard let best = row.best else { return "Lost: there was no candidate at all." }
      let isRight = row.truth.contains { $0.track == best.track }
      return
        "Lost: nothing was claimed. The best candidate was \(isRight ? "the right" : "a wrong") "
        + "one, '\(best.track)'; \(figures)."
    case .falseAlarm(let track):
      return "Lost: a false alarm. No reference holds the query, and '\(track)' was claimed; "
        + figures + "."
    case .correctRejection:
      return "Won: no reference holds the query, and nothing was claimed; the best candidate's "
        + figures + "."
    case .failed(let reason): return "Lost: the recognizer failed: \(reason)."
    }
  }

  /// How well the signatures agree at a place, and what that means.
  func reading(of evidence: Evidence, _ summary: Evidence.Summary, at place: Place) -> String {
    let height = summary.height.map {
      ": \(Digits.fixed($0, 1)) standard deviations above the average"
    }
    let agreement: String
    if evidence.equalBits.isEmpty {
      let lit = evidence.referenceMarks.count(where: \.isMatched)
      let all = evidence.referenceMarks.count
      agreement =
        "\(lit) of the reference's \(all) peaks there have one of the query's "
        + "\(evidence.queryMarks.count) at the same time and frequency. With the query's "
        + "\(evidence.salientPeaks) most salient ones, and times less exact, "
        + "\(Digits.fixed(summary.here, 0)) coincide, against \(Digits.fixed(summary.mean, 1)) "
        + "elsewhere on average and \(Digits.fixed(summary.elsewhere, 0)) at the best other place of "
        + "this reference" + (height ?? "")
    } else {
      agreement =
        "\(Digits.fixed(summary.here, 1)) % of the bits are equal, against "
        + "\(Digits.fixed(summary.mean, 1)) % elsewhere on average and "
        + "\(Digits.fixed(summary.elsewhere, 1)) % at the best other place of this reference"
        + (height ?? "")
    }
    return "At \(place.words): \(agreement). \(meaning(of: summary, isRight: place.isRight))"
  }

  private func meaning(of summary: Evidence.Summary, isRight: Bool) -> String {
    switch (isRight, summary.standsOut, verdict) {
    case (true, _, .correct) where summary.isBest:
      "No other place of the reference agrees as well."
    case (true, _, .correct):
      "Another place agrees as well by this plain count; the search tells them apart by more."
    case (true, true, .missed) where row.trueRank == 1:
      "The true place stands out and was found; there is too little evidence for the threshold."
    case (true, true, .missed):
      "The true place stands out, so the evidence is there; the search passed it over."
    case (true, true, _): "The true place stands out, and yet another answer scored higher."
    case (true, false, _):
      "The true place hardly stands out even in its own reference: the condition has left little of "
        + "what this strategy hears."
    case (false, true, _):
      "That is no chance: the two sound alike there, by a loop, a refrain, a steady tone or a shared "
        + "sample; hear both."
    case (false, false, _):
      "That place hardly stands out: the likeness is chance, or a loop that all of this reference has."
    }
  }
}
