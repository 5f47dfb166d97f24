internal import Foundation
public import LiveMatching
internal import Tabular

/// The figures of a replay as Markdown and CSV.
public struct ReplayReport: Sendable {
  /// The experiment's name.
  public let name: String
  /// What it is about.
  public let description: String
  /// Streams of enrolled recordings.
  public let streams: [StreamOutcome]
  /// Recordings that are not enrolled.
  public let foreign: [ForeignOutcome]
  /// Recordings in the catalog.
  public let enrolled: Int
  /// Seconds of each stream.
  public let streamLength: Double
  /// When streams were searched, and what counted as found.
  public let configuration: StreamMatcherConfiguration

  /// Joins the parts.
  public init(
    name: String, description: String, streams: [StreamOutcome], foreign: [ForeignOutcome],
    enrolled: Int, streamLength: Double, configuration: StreamMatcherConfiguration
  ) {
    self.name = name
    self.description = description
    self.streams = streams
    self.foreign = foreign
    self.enrolled = enrolled
    self.streamLength = streamLength
    self.configuration = configuration
  }

  private var conditions: [String] {
    var labels: [String] = []
    for label in streams.map(\.condition) + foreign.map(\.condition) where !labels.contains(label) {
      labels.append(label)
    }
    return labels
  }

  /// A value that a share of all streams does not exceed; nil where so many never got one.
  static func quantile(_ values: [Double?], _ share: Double) -> Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.map { $0 ?? .infinity }.sorted()
    let place = max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1)
    return sorted[place].isFinite ? sorted[place] : nil
  }

  private func cell(_ value: Double?, _ places: Int) -> String {
    value.map { Digits.fixed($0, places) } ?? "–"
  }

  /// The report.
  public var markdown: String {
    var lines = ["# \(name)", "", description, ""]
    lines += [
      "Streams of \(cell(streamLength, 0)) s cut anywhere from enrolled recordings, asked of a "
        + "catalog of \(enrolled) recordings; times are seconds of sound since the stream began. A "
        + "stream that never got an answer counts as longer than any.",
      "",
      "| condition | streams | recognised % | time to right match: median | p95 | at the right "
        + "position: median | wrong starts | starts a stream | offset error ms: median | skew error "
        + "points: median | % of a core |",
      "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for condition in conditions {
      let rows = streams.filter { $0.condition == condition }
      guard !rows.isEmpty else { continue }
      let found = rows.filter { $0.firstRight != nil }.count
      let errors = rows.compactMap(\.offsetError).map { abs($0) * 1_000 }
      let skews = rows.compactMap(\.skewError).map { abs($0) * 100 }
      let cost =
        rows.reduce(0) { $0 + $1.processorSeconds } / (Double(rows.count) * streamLength) * 100
      let cells = [
        condition, "\(rows.count)", cell(Double(found) / Double(rows.count) * 100, 1),
        cell(Self.quantile(rows.map(\.firstRight), 0.5), 2),
        cell(Self.quantile(rows.map(\.firstRight), 0.95), 2),
        cell(Self.quantile(rows.map(\.firstAligned), 0.5), 2),
        "\(rows.reduce(0) { $0 + $1.wrongStarts })",
        cell(Double(rows.reduce(0) { $0 + $1.starts }) / Double(rows.count), 2),
        cell(Self.quantile(errors, 0.5), 1), cell(Self.quantile(skews, 0.5), 3), cell(cost, 2),
      ]
      lines.append("| " + cells.joined(separator: " | ") + " |")
    }
    lines += [
      "", "## False alarms", "",
      "Recordings that are not enrolled, each played as a whole; the interval is the exact one of "
        + "a Poisson count.",
      "",
      "| condition | split | recordings | hours | false alarms | an hour | 95 % interval |",
      "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for condition in conditions {
      for split in ["tuning", "calibration", "test"] {
        let rows = foreign.filter { $0.condition == condition && $0.split == split }
        guard !rows.isEmpty else { continue }
        let hours = rows.reduce(0) { $0 + $1.seconds } / 3_600
        let alarms = rows.reduce(0) { $0 + $1.alarms.count }
        let (low, high) = Self.poisson(alarms)
        let cells = [
          condition, split, "\(rows.count)", cell(hours, 2), "\(alarms)",
          cell(Double(alarms) / hours, 2), "\(cell(low / hours, 2))–\(cell(high / hours, 2))",
        ]
        lines.append("| " + cells.joined(separator: " | ") + " |")
      }
    }
    let scores = configuration.acceptance.map {
      "\(cell($0.score, 2)) at \(cell($0.queryLength, 0)) s"
    }
    lines += [
      "", "## Settings", "",
      "Least score of a match by query length: \(scores.joined(separator: ", ")). Kept from "
        + "\(cell(configuration.keepScore, 2)). Searched every \(cell(configuration.step, 2)) s.",
      "",
    ]
    return lines.joined(separator: "\n")
  }

  /// The exact 95 % interval of a Poisson mean, by bisection.
  static func poisson(_ count: Int) -> (low: Double, high: Double) {
    /// The probability of at most `count` events at a mean.
    func atMost(_ count: Int, _ mean: Double) -> Double {
      guard count >= 0 else { return 0 }
      var term = exp(-mean)
      var sum = term
      for number in 0..<count {
        term *= mean / Double(number + 1)
        sum += term
      }
      return sum
    }
    func solve(_ holds: (Double) -> Bool) -> Double {
      var (low, high) = (0.0, Double(count) * 3 + 20)
      for _ in 0..<80 {
        let middle = (low + high) / 2
        if holds(middle) { low = middle } else { high = middle }
      }
      return (low + high) / 2
    }
    let low = count == 0 ? 0 : solve { 1 - atMost(count - 1, $0) < 0.025 }
    return (low, solve { atMost(count, $0) > 0.025 })
  }

  /// One row for each stream.
  public var streamsCSV: String {
    func field(_ value: Double?) -> String { value.map { Digits.fixed($0, 4) } ?? "" }
    return CSV.render(
      [
        [
          "condition", "stream", "track", "first_right_s", "first_aligned_s", "offset_error_s",
          "skew_error", "starts", "wrong_starts",
        ]
      ]
        + streams.map { row in
          [
            row.condition, "\(row.stream)", row.track, field(row.firstRight),
            field(row.firstAligned), field(row.offsetError), field(row.skewError),
            "\(row.starts)", "\(row.wrongStarts)",
          ]
        })
  }

  /// One row for each false alarm, and one for each recording without any.
  public var foreignCSV: String {
    var rows = [
      ["condition", "split", "track", "seconds", "alarm_s", "claimed", "score", "query_s"]
    ]
    for outcome in foreign {
      let head = [
        outcome.condition, outcome.split, outcome.track, Digits.fixed(outcome.seconds, 2),
      ]
      if outcome.alarms.isEmpty { rows.append(head + ["", "", "", ""]) }
      for alarm in outcome.alarms {
        rows.append(
          head + [
            Digits.fixed(alarm.time, 2), alarm.track, Digits.fixed(alarm.score, 3),
            Digits.fixed(alarm.queryLength, 2),
          ])
      }
    }
    return CSV.render(rows)
  }

  /// One row for each search.
  public static func csv(of traces: [SearchTrace]) -> String {
    CSV.render(
      [["condition", "name", "time_s", "query_s", "track", "score", "runner_up", "right"]]
        + traces.map { row in
          [
            row.condition, row.name, Digits.fixed(row.time, 2), Digits.fixed(row.queryLength, 2),
            row.track, Digits.fixed(row.score, 3), Digits.fixed(row.runnerUp, 3),
            row.isRight.map { $0 ? "1" : "0" } ?? "",
          ]
        })
  }
}
