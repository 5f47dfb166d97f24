internal import Experiments
internal import Scoring
internal import Tabular

/// The figures of `soundmark bench`.
struct BenchResult: Codable {
  /// What a figure counts, and which direction is better.
  enum Unit: String, Codable {
    case realtime = "× realtime"
    case milliseconds = "ms"
    case bytesPerSecond = "B/s"
    case megabytes = "MB"

    var higherIsBetter: Bool { self == .realtime }
  }

  /// One figure.
  struct Figure: Codable {
    var name: String
    var unit: Unit
    var median: Double
    var p95: Double
    var count: Int
    /// Samples whose modified z-score exceeds 3.5 (Iglewicz and Hoaglin 1993).
    var outliers: Int
  }

  var strategy: String
  /// The digest of the corpus.
  var corpus: String
  var machine = Machine.description
  var figures: [Figure] = []

  init(strategy: String, corpus: String) {
    self.strategy = strategy
    self.corpus = corpus
  }

  /// Adds a figure.
  ///
  /// - Parameters:
  ///   - name: what was measured.
  ///   - unit: what it counts.
  ///   - samples: one number a repetition; nothing is added where there is none.
  mutating func add(_ name: String, _ unit: Unit, _ samples: [Double]) {
    guard let median = Quantile.interpolated(0.5, of: samples) else { return }
    let deviations = samples.map { abs($0 - median) }
    let spread = Quantile.interpolated(0.5, of: deviations) ?? 0
    let outliers = spread > 0 ? deviations.count { 0.6745 * $0 / spread > 3.5 } : 0
    // The slow end: for a rate that is the low one.
    let tail = Quantile.interpolated(unit.higherIsBetter ? 0.05 : 0.95, of: samples) ?? median
    figures.append(
      Figure(
        name: name, unit: unit, median: median, p95: tail, count: samples.count,
        outliers: outliers))
  }

  /// The figures for people.
  func table(comparedWith older: BenchResult?) -> String {
    var header = ["stage", "median", "slowest 5 %", "unit", "samples", "far off"]
    if older != nil { header += ["before", "ratio"] }
    let rows = figures.map { figure in
      var row = [
        figure.name, Self.digits(figure.median), Self.digits(figure.p95), figure.unit.rawValue,
        "\(figure.count)", figure.outliers == 0 ? "" : "\(figure.outliers)",
      ]
      if let older {
        let before = older.figures.first { $0.name == figure.name && $0.unit == figure.unit }
        row.append(before.map { Self.digits($0.median) } ?? "–")
        row.append(before.map { Digits.fixed(figure.median / $0.median, 2) } ?? "–")
      }
      return row
    }
    var text = "\(strategy)\n"
    text += machine.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
      .joined(separator: ", ")
    text += "\n\n" + Markdown.table(header: header, rows: rows, numericColumns: [1, 2, 4, 5, 6, 7])
    if let older, older.corpus != corpus || older.machine != machine {
      text += "\nThe older result is of another corpus or machine: the ratios mean little.\n"
    }
    return text
  }

  private static func digits(_ value: Double) -> String {
    Digits.fixed(value, value.magnitude >= 100 ? 0 : value.magnitude >= 1 ? 2 : 4)
  }
}
