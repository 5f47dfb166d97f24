import Experiments
import Scoring
import Tabular

extension MarkdownWriter {
  /// How well confidence holds; nothing where nothing was calibrated.
  var confidence: String {
    guard !report.reliability.isEmpty else { return "" }
    let rows = report.reliability.map { reliability in
      let bins = reliability.curve.bins
      return [
        reliability.variant, secondsText(reliability.seconds), grouped(reliability.curve.count),
        fixedText(reliability.curve.expectedError, 3),
        // The ends tell most: how often it is right where it is nearly sure, and nearly sure not.
        rightShare(bins.last { $0.range.upperBound == 1 }),
        rightShare(bins.first { $0.range.lowerBound == 0 }),
      ]
    }
    return """
      ## Confidence

      Confidence is the probability that the first answer names the right recording, from its score \
      and its lead over the next, by a map that was fitted on other recordings under the same \
      conditions. Split *\(report.split)*, all conditions pooled, queries of recordings that are not \
      enrolled included. The calibration error is the mean distance between confidence and the share \
      of right answers in ten bins.

      \(Markdown.table(
        header: [
          "variant", "length", "n", "calibration error", "right at 0.9 … 1, %",
          "right at 0 … 0.1, %",
        ], rows: rows, numericColumns: Set(2...5)))

      \(embedded(.confidence))
      """
  }

  private func rightShare(_ bin: ReliabilityCurve.Bin?) -> String {
    guard let bin else { return undefinedText }
    return percentText(bin.right) + " of \(grouped(bin.right.count))"
  }
}
