public import Fingerprinting
internal import Scoring
internal import Tabular

/// `metrics.csv`: every figure of every cell, one a row.
public struct MetricsCSVFormat: ReportFormat {
  /// `csv`.
  public let name = "csv"
  /// What is written.
  public let summary = "metrics.csv: every figure with interval and count, one a row"
  /// Makes the format.
  public init() {}

  /// What stands in the column `condition` for all conditions pooled.
  public static let pooledCondition = "(all)"

  /// The table as text; an undefined figure is an empty field.
  ///
  /// - Parameter report: the report.
  /// - Returns: CSV with a header.
  public func text(of report: Report) -> String {
    func number(_ value: Double?) -> String { value.map { Digits.significant($0) } ?? "" }
    var writer = CSVWriter()
    writer.row([
      "variant", "condition", "seconds", "split", "metric", "value", "low", "high", "n", "unit",
    ])
    for cell in report.cells {
      for (metric, measurement) in zip(report.metrics, cell.measurements) {
        writer.row([
          cell.key.variant, cell.key.condition ?? Self.pooledCondition, plain(cell.key.seconds),
          cell.key.split, metric.name, number(measurement.value),
          number(measurement.interval?.lowerBound), number(measurement.interval?.upperBound),
          "\(measurement.count)", metric.unit.rawValue,
        ])
      }
    }
    for point in report.thresholds {
      var negatives = ""
      if case .fitted(let fit) = point.source { negatives = "\(fit.negatives)" }
      writer.row([
        point.variant, Self.pooledCondition, plain(point.seconds),
        point.source == .stated ? "" : "calibration", "threshold",
        point.threshold.map { "\($0)" } ?? "", "", "", negatives, MetricUnit.score.rawValue,
      ])
    }
    return writer.text
  }

  /// Writes `metrics.csv`.
  public func write(_ report: Report, to folder: FilePath) throws -> [String] {
    try writeFile(text(of: report), to: folder.appending("metrics.csv"))
    return []
  }
}

extension Digits {
  /// Six significant digits, without superfluous zeros and without exponent where it can be.
  static func significant(_ value: Double) -> String {
    guard value.isFinite, value != 0 else { return value == 0 ? "0" : "\(value)" }
    var leading = 0
    var size = value.magnitude
    while size >= 10, leading < 300 {
      size /= 10
      leading += 1
    }
    while size < 1, leading > -12 {
      size *= 10
      leading -= 1
    }
    var text = fixed(value, max(0, 5 - leading))
    if text.contains(".") {
      while text.hasSuffix("0") { text.removeLast() }
      if text.hasSuffix(".") { text.removeLast() }
    }
    return text
  }
}
