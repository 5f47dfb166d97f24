public import Fingerprinting
internal import Foundation
public import LiveMatching
internal import Tabular

/// The figures of a replay as Markdown and CSV.
public struct ReplayReport: Sendable {
  /// What was played, and by what rules.
  public struct Subject: Sendable {
    /// The experiment's name.
    public var name: String
    /// What it is about.
    public var description: String
    /// Recordings in the catalog.
    public var enrolled: Int
    /// Seconds of each stream.
    public var streamLength: Double
    /// When streams were searched, and what counted as found.
    public var configuration: StreamMatcherConfiguration
    /// The strategy that answered.
    public var strategy: ComponentIdentity

    /// Joins the parts.
    public init(
      name: String, description: String, enrolled: Int, streamLength: Double,
      configuration: StreamMatcherConfiguration, strategy: ComponentIdentity
    ) {
      self.name = name
      self.description = description
      self.enrolled = enrolled
      self.streamLength = streamLength
      self.configuration = configuration
      self.strategy = strategy
    }
  }

  /// What was played.
  public let subject: Subject
  /// Streams of enrolled recordings.
  public let streams: [StreamOutcome]
  /// Recordings that are not enrolled.
  public let foreign: [ForeignOutcome]
  /// Parts of sets.
  public let parts: [SetOutcome]
  /// Entries of setlists that belong to no part.
  public let strays: [FalseEntry]

  /// Joins the parts.
  public init(
    _ subject: Subject, streams: [StreamOutcome], foreign: [ForeignOutcome],
    parts: [SetOutcome] = [], strays: [FalseEntry] = []
  ) {
    self.subject = subject
    self.streams = streams
    self.foreign = foreign
    self.parts = parts
    self.strays = strays
  }

  private var conditions: [String] {
    var labels: [String] = []
    for label in streams.map(\.condition) + foreign.map(\.condition) + parts.map(\.condition)
    where !labels.contains(label) {
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

  /// The report; times of the machine stand in its last section alone.
  public var markdown: String {
    let scores = subject.configuration.acceptance.map {
      "\(cell($0.score, 2)) at \(cell($0.queryLength, 0)) s"
    }
    return
      (["# \(subject.name)", "", subject.description, ""] + streamLines + alarmLines + setLines
      + [
        "## Settings", "",
        "Strategy \(subject.strategy). Least score of a match by query length: "
          + "\(scores.joined(separator: ", ")). Kept from \(cell(subject.configuration.keepScore, 2)). "
          + "Looked at every \(cell(subject.configuration.step, 2)) s.", "",
      ] + costLines).joined(separator: "\n")
  }

  private func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

  private func share(_ count: Int, _ total: Int) -> String {
    cell(total == 0 ? nil : Double(count) / Double(total) * 100, 1)
  }

  private var streamLines: [String] {
    guard !streams.isEmpty else { return [] }
    var lines = [
      "Streams of \(cell(subject.streamLength, 0)) s cut anywhere from enrolled recordings, asked of "
        + "a catalog of \(subject.enrolled) recordings; times are seconds of sound since the stream "
        + "began. A stream that never got an answer counts as longer than any. Position and its error "
        + "are those of the first answer within the tolerance, the skew error that of the last; errors "
        + "are medians of their amounts. A start beyond one a stream is flicker.",
      "",
      "| condition | streams | recognised % | time to right match: median | p95 | at the right "
        + "position: median | wrong starts | starts a stream | offset error ms | skew error points |",
      "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for condition in conditions {
      let rows = streams.filter { $0.condition == condition }
      guard !rows.isEmpty else { continue }
      let errors = rows.compactMap(\.offsetError).map { abs($0) * 1_000 }
      let skews = rows.compactMap(\.skewError).map { abs($0) * 100 }
      lines.append(
        row([
          condition, "\(rows.count)", share(rows.count { $0.firstRight != nil }, rows.count),
          cell(Self.quantile(rows.map(\.firstRight), 0.5), 2),
          cell(Self.quantile(rows.map(\.firstRight), 0.95), 2),
          cell(Self.quantile(rows.map(\.firstAligned), 0.5), 2),
          "\(rows.reduce(0) { $0 + $1.wrongStarts })",
          cell(Double(rows.reduce(0) { $0 + $1.starts }) / Double(rows.count), 3),
          cell(Self.quantile(errors, 0.5), 1), cell(Self.quantile(skews, 0.5), 3),
        ]))
    }
    let same = streams.count(where: \.hasOfflineSignature)
    let answered = streams.count(where: \.hasOfflineAnswer)
    return lines + [
      "", "## Parity", "",
      "Streams come in pieces of 64 to 44,100 frames, by turns. Of \(streams.count) streams "
        + "\(same) have the very signature that an experiment makes of the same sound, bit for bit, and "
        + "\(answered) the very answer to it: candidates, scores, positions.", "",
    ]
  }

  private var alarmLines: [String] {
    guard !foreign.isEmpty else { return [] }
    var lines = [
      "## False alarms", "",
      "Recordings that are not enrolled: each as one stream, or in attempts of "
        + "\(cell(subject.configuration.longestQuery, 0)) s that each begin anew. The interval is the "
        + "exact one of a Poisson count.", "",
      "| condition | split | played | recordings | hours | false alarms | an hour | 95 % interval |",
      "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for condition in conditions {
      for inAttempts in [false, true] {
        let all = foreign.filter { $0.condition == condition && $0.isInAttempts == inAttempts }
        let splits = ["tuning", "calibration", "test"].filter { split in
          all.contains { $0.split == split }
        }
        for split in splits {
          lines.append(alarmRow(condition, split, inAttempts, all.filter { $0.split == split }))
        }
        if splits.count > 1 { lines.append(alarmRow(condition, "all", inAttempts, all)) }
      }
    }
    return lines + [""]
  }

  private func alarmRow(
    _ condition: String, _ split: String, _ inAttempts: Bool, _ rows: [ForeignOutcome]
  ) -> String {
    let hours = rows.reduce(0) { $0 + $1.seconds } / 3_600
    let alarms = rows.reduce(0) { $0 + $1.alarms.count }
    let (low, high) = Self.poisson(alarms)
    return row([
      condition, split, inAttempts ? "in attempts" : "whole",
      "\(Set(rows.map(\.recording)).count)", cell(hours, 2), "\(alarms)",
      cell(Double(alarms) / hours, 2), "\(cell(low / hours, 2))–\(cell(high / hours, 2))",
    ])
  }

  private var setLines: [String] {
    guard !parts.isEmpty else { return [] }
    var lines = [
      "## Setlists", "",
      "Sets of eight parts of 25 to 45 s, cut anywhere from different recordings. Errors of "
        + "beginnings and ends are medians of their amounts (p95 in brackets); a crossfade lasts 4 s, "
        + "its part begins with it and the one before ends with it.", "",
      "| condition | part begins after | parts | found | entered twice | onset error s | end error s |",
      "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for condition in conditions {
      let all = parts.filter { $0.condition == condition }
      guard !all.isEmpty else { continue }
      for transition in SetOutcome.Transition.allCases {
        lines.append(
          setRow(condition, transition.rawValue, all.filter { $0.transition == transition }))
      }
      lines.append(setRow(condition, "all", all))
      let wrong = strays.count { $0.condition == condition }
      let seconds = all.map { $0.end - $0.start }.reduce(0, +)
      lines.append(
        row([
          condition, "entries of something else", "", "\(wrong)", "", "",
          "in \(cell(seconds / 3_600, 2)) h",
        ]))
    }
    return lines + [""]
  }

  private func setRow(_ condition: String, _ label: String, _ rows: [SetOutcome]) -> String {
    func errors(_ values: [Double]) -> String {
      "\(cell(Self.quantile(values, 0.5), 2)) (\(cell(Self.quantile(values, 0.95), 2)))"
    }
    return row([
      condition, label, "\(rows.count)", "\(rows.count { $0.foundStart != nil })",
      "\(rows.reduce(0) { $0 + $1.repeats })",
      errors(rows.compactMap { row in row.foundStart.map { abs($0 - row.start) } }),
      errors(rows.compactMap { row in row.foundEnd.map { abs($0 - row.end) } }),
    ])
  }

  private var costLines: [String] {
    var lines = [
      "## Cost", "",
      "Processor time of conversion, extraction and search for each second of sound, in per cent of "
        + "one core; and how long the step took in which the right recording was first named, which in "
        + "real time is what is added to the time of the sound. Times of this machine, with whatever "
        + "else it did.", "",
      "| condition | enrolled: % of a core | foreign: % of a core | step of the answer: median ms "
        + "| p95 ms |",
      "| --- | ---: | ---: | ---: | ---: |",
    ]
    for condition in conditions {
      let rows = streams.filter { $0.condition == condition }
      let strangers = foreign.filter { $0.condition == condition && !$0.isInAttempts }
      let sound = Double(rows.count) * subject.streamLength
      let heard = strangers.reduce(0) { $0 + $1.seconds }
      let steps = rows.compactMap(\.decisionSeconds).map { $0 * 1_000 }
      lines.append(
        row([
          condition,
          cell(sound > 0 ? rows.reduce(0) { $0 + $1.processorSeconds } / sound * 100 : nil, 2),
          cell(heard > 0 ? strangers.reduce(0) { $0 + $1.processorSeconds } / heard * 100 : nil, 2),
          cell(Self.quantile(steps, 0.5), 1), cell(Self.quantile(steps, 0.95), 1),
        ]))
    }
    return lines + [""]
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
}
