internal import Fingerprinting
internal import Scoring
internal import Tabular

extension ThresholdTuning {
  /// The thresholds as Markdown.
  ///
  /// - Returns: a section.
  public func markdown() -> String {
    let unit = target.per == .query ? "of queries" : "an hour"
    let rate =
      target.per == .query ? "\(plain(target.rate * 100)) %" : plain(target.rate)
    let lines = rows.map { row in
      [
        row.environment, row.variant, secondsText(row.seconds),
        row.fit.threshold.map { thresholdText($0) } ?? "refused", grouped(row.fit.negatives),
        grouped(row.fit.recordings), grouped(row.fit.claims),
        row.alarms.map { percentText($0.perQuery, places: 2) } ?? undefinedText,
        row.alarms?.clusteredInterval.map {
          "\(fixedText($0.lowerBound * 100, 2))–\(fixedText($0.upperBound * 100, 2))"
        } ?? undefinedText, fixedText(row.alarms?.perHour.value, 2),
        row.alarms.map { "\(grouped($0.claims)) of \(grouped($0.perQuery.count))" }
          ?? undefinedText, percentText(row.recall),
      ]
    }
    let refusals = rows.compactMap { row in
      row.fit.refusal.map {
        "- \(Markdown.escape(row.environment)), \(Markdown.escape(row.variant)), "
          + "\(secondsText(row.seconds)): \(Markdown.escape($0)).\n"
      }
    }
    return """
      ## Thresholds

      The smallest thresholds that hold at most \(rate) false alarms \(unit) on the calibration \
      negatives (*fitted on*), and what they do on the other recordings, split *\(split)*: false \
      alarms and recall in per cent, with 95 % intervals (Wilson; by recording).

      \(Markdown.table(
        header: [
          "environment", "variant", "length", "threshold", "fitted on", "recordings", "claims",
          "false alarms", "by recording", "per hour", "claims there", "recording recall",
        ], rows: lines, numericColumns: Set(3...11)))
      \(refusals.isEmpty ? "" : "Refused, because the data cannot support the target:\n\n"
        + refusals.joined() + "\n")\
      \(warnings.map { "**\($0)**\n\n" }.joined())
      """
  }
}
