internal import Experiments
internal import Foundation
internal import Scoring

extension Report {
  /// The headline table with its notes, as Markdown, for terminals.
  public var headline: String { MarkdownWriter(report: self, drawn: []).headline }

  /// The headline as JSON with sorted keys, for `--json`.
  ///
  /// One object a variant, length and condition (absent for all pooled), with value, low, high and
  /// n of every metric; undefined figures are absent.
  ///
  /// - Returns: one line.
  /// - Throws: never in practice: all values can be encoded.
  public func headlineJSON() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let headline = Headline(
      experiment: provenance.experiment, planDigest: provenance.planDigest, split: split,
      thresholds: thresholds.map { point in
        var threshold = Headline.Threshold(
          variant: point.variant, seconds: point.seconds, threshold: point.threshold)
        if case .fitted(let fit) = point.source {
          threshold.negatives = fit.negatives
          threshold.recordings = fit.recordings
          threshold.targetRate = fit.targetRate
          threshold.refusal = fit.refusal
        }
        return threshold
      },
      cells: cells.filter { $0.key.split == split }.map { cell in
        Headline.Cell(
          variant: cell.key.variant, condition: cell.key.condition, seconds: cell.key.seconds,
          metrics: Dictionary(
            zip(metrics.map(\.name), cell.measurements).map { name, figure in
              (
                name,
                Headline.Figure(
                  value: figure.value, low: figure.interval?.lowerBound,
                  high: figure.interval?.upperBound, n: figure.count)
              )
            }, uniquingKeysWith: { first, _ in first }))
      }, warnings: warnings)
    return String(decoding: try encoder.encode(headline), as: UTF8.self)
  }
}

private struct Headline: Encodable {
  struct Threshold: Encodable {
    var variant: String
    var seconds: Double
    var threshold: Double?
    var negatives: Int?
    var recordings: Int?
    var targetRate: Double?
    var refusal: String?
  }
  struct Figure: Encodable {
    var value: Double?
    var low: Double?
    var high: Double?
    var n: Int
  }
  struct Cell: Encodable {
    var variant: String
    var condition: String?
    var seconds: Double
    var metrics: [String: Figure]
  }
  var experiment: String
  var planDigest: String
  var split: String
  var thresholds: [Threshold]
  var cells: [Cell]
  var warnings: [String]
}
