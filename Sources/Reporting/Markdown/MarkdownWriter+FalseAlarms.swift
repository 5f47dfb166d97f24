import Experiments
import Fingerprinting
import Scoring
import Tabular

extension MarkdownWriter {
  var falseAlarms: String {
    let fits = report.thresholds.compactMap { point -> [String]? in
      guard case .fitted(let fit) = point.source else { return nil }
      return [
        point.variant, secondsText(point.seconds), thresholdText(fit.threshold),
        grouped(fit.negatives), grouped(fit.recordings), grouped(fit.claims),
      ]
    }
    var text = """
      ## False alarms

      Queries whose recording is not enrolled, split *\(report.split)*, all conditions pooled. \
      Rates in per cent of queries, with 95 % Wilson intervals. Queries of one recording are not \
      independent, so the interval by bootstrap over recordings is the safer one; without any claim it \
      is Wilson's with each recording as one query.

      \(alarmTable)

      """
    if !fits.isEmpty {
      text += """
        Thresholds were fitted on calibration negatives, which are other recordings:

        \(Markdown.table(
          header: ["variant", "length", "threshold", "n", "recordings", "claims"], rows: fits,
          numericColumns: Set(2...5)))

        """
    }
    text += claimable + verdictTable + largerCatalogues
    text += "By condition, in per cent with Wilson intervals:\n\n"
    text += byCondition(FalseAlarmRate(), places: 2, heading: "False alarms of")
    return text + embedded(.falseAlarms)
  }

  private var alarmTable: String {
    let alarms = report.falseAlarms.map { alarm in
      [
        alarm.variant, secondsText(alarm.seconds), grouped(alarm.claims),
        grouped(alarm.perQuery.count), percentText(alarm.perQuery, places: 2),
        percentText(
          Measurement(value: alarm.upperBound, count: alarm.perQuery.count), places: 2),
        "\(grouped(alarm.recordingsWithClaim)) of \(grouped(alarm.recordings))",
        alarm.clusteredInterval.map {
          "\(fixedText($0.lowerBound * 100, 2))–\(fixedText($0.upperBound * 100, 2))"
        } ?? undefinedText, fixedText(alarm.perHour.value, 2),
        fixedText(alarm.upperBoundPerHour, 2),
      ]
    }
    return Markdown.table(
      header: [
        "variant", "length", "claims", "n", "rate", "at most (one-sided 95 %)",
        "recordings with a claim", "by recording", "per hour", "per hour at most",
      ], rows: alarms, numericColumns: Set(2...9))
  }

  /// What rate the negatives support.
  private var claimable: String {
    guard !report.falseAlarms.isEmpty else { return "" }
    let lines = report.falseAlarms.map { alarm in
      let name = "\(Markdown.escape(alarm.variant)), \(secondsText(alarm.seconds))"
      guard let bound = alarm.upperBound, let clustered = alarm.upperBoundByRecording else {
        return "- \(name): nothing, for want of negatives.\n"
      }
      return """
        - \(name): \(grouped(alarm.claims)) of \(grouped(alarm.perQuery.count)) support a rate \
        below \(fixedText(bound * 100, 2)) % if queries were independent; \
        \(grouped(alarm.recordingsWithClaim)) of \(grouped(alarm.recordings)) recordings with a \
        claim support that fewer than \(fixedText(clustered * 100, 1)) % of recordings raise one.

        """
    }
    return "What may be claimed, by exact one-sided 95 % bounds:\n\n" + lines.joined() + "\n"
  }

  /// Every verdict apart.
  private var verdictTable: String {
    let rows = report.verdicts.map { counts in
      [
        counts.variant, secondsText(counts.seconds), grouped(counts.correct),
        grouped(counts.misaligned), grouped(counts.wrong), grouped(counts.missed),
        grouped(counts.falseAlarms), grouped(counts.rejected), grouped(counts.failed),
      ]
    }
    guard !rows.isEmpty else { return "" }
    return """
      Every query by what became of it. Of enrolled recordings: the right one at a true time, the \
      right one at a wrong time, another one, none. Of others: a false alarm, rightly none.

      \(Markdown.table(
        header: [
          "variant", "length", "right time", "wrong time", "wrong recording", "missed",
          "false alarm", "rightly none", "failed",
        ], rows: rows, numericColumns: Set(2...8)))

      """
  }

  private var largerCatalogues: String {
    guard !report.tails.isEmpty else { return "" }
    let rows = report.tails.flatMap { tail in
      tail.rows.map { row in
        [
          tail.variant, secondsText(tail.seconds), "× \(plain(row.factor))",
          percentText(row.rate, places: 2),
          row.threshold.value.map { value in
            fixedText(value, 2)
              + (row.threshold.interval.map {
                " (\(fixedText($0.lowerBound, 2))–\(fixedText($0.upperBound, 2)))"
              } ?? "")
          } ?? undefinedText, grouped(tail.negatives), grouped(tail.tail.exceedances),
        ]
      }
    }
    let target = plain(provenance.decision.falseAlarmRate * 100)
    return """
      Larger catalogues, foretold from the best wrong score of each negative query (the method of \
      Wang 2003): in a catalogue so many times as large each stays below a score with that power of \
      its chance here. The tail is taken to fall off exponentially above the highest tenth of the \
      scores, of which *tail* counts the queries; intervals come from drawing whole recordings again \
      and do not cover a tail of another shape.

      \(Markdown.table(
        header: [
          "variant", "length", "catalogue", "false alarms at the threshold, %",
          "threshold for \(target) %", "n", "tail",
        ], rows: rows, numericColumns: Set(2...6)))

      """
  }
}
