internal import Experiments
internal import Fingerprinting
internal import Foundation
internal import Scoring
internal import Tabular

extension Comparison {
  /// The comparison as Markdown.
  ///
  /// - Parameters:
  ///   - names: what the runs are called, such as their folders.
  ///   - limit: how many flipped queries are listed each way.
  /// - Returns: tables and lists.
  public func markdown(names: (first: String, second: String), limit: Int = 200) -> String {
    var text =
      "# \(Markdown.escape(names.first)) (A) and \(Markdown.escape(names.second)) (B)\n\n"
    text += list("What is different:", changes, orElse: "Settings, versions and data are the same.")
    text += list("Not all queries have a partner:", obstacles, orElse: "")
    text += headline + recall + flipped(limit)
    return text
  }

  private func list(_ title: String, _ lines: [String], orElse other: String) -> String {
    lines.isEmpty
      ? other.isEmpty ? "" : other + "\n\n"
      : title + "\n\n" + lines.map { "- \(Markdown.escape($0))\n" }.joined() + "\n"
  }

  /// Every metric of both, all conditions pooled.
  private var headline: String {
    var rows: [[String]] = []
    for pair in pairs {
      for seconds in first.provenance.queryLengths {
        for metric in first.metrics {
          let a = first.measurement(
            metric.name, variant: pair.first, condition: nil, seconds: seconds)
          let b = second.measurement(
            metric.name, variant: pair.second, condition: nil, seconds: seconds)
          if a.value == nil, b.value == nil { continue }
          let better: String =
            switch (a.value, b.value, metric.betterWhen) {
            case (let a?, let b?, .higher) where a != b: b > a ? "B" : "A"
            case (let a?, let b?, .lower) where a != b: b < a ? "B" : "A"
            default: ""
            }
          rows.append([
            pair.name, secondsText(seconds), metric.name, value(a, metric), value(b, metric),
            difference(a, b, metric), better,
          ])
        }
        let stored = (
          storedRate(first, pair.first, seconds), storedRate(second, pair.second, seconds)
        )
        rows.append([
          pair.name, secondsText(seconds), "stored_bytes_per_second", fixedText(stored.0, 1),
          fixedText(stored.1, 1),
          stored.0.flatMap { a in stored.1.map { signed($0 - a, 1) } } ?? undefinedText, "",
        ])
      }
    }
    return """
      ## Figures

      All conditions pooled, split *\(first.split)* and *\(second.split)*; shares in per cent, with \
      95 % intervals. Intervals that overlap do not mean that there is no difference: the pairs \
      below tell more.

      \(Markdown.table(
        header: ["variant", "length", "metric", "A", "B", "B − A", "better"], rows: rows,
        numericColumns: [3, 4, 5]))

      """
  }

  private func storedRate(_ report: Report, _ variant: String, _ seconds: Double) -> Double? {
    report.costs.first { $0.variant == variant && $0.seconds == seconds }?.storedBytesPerSecond
  }

  private func value(_ measurement: Scoring.Measurement, _ metric: any Metric) -> String {
    if metric.unit == .share { return percentText(measurement, places: 2) }
    return measurement.value.map { Digits.significant($0) } ?? undefinedText
  }

  private func difference(
    _ a: Scoring.Measurement, _ b: Scoring.Measurement, _ metric: any Metric
  ) -> String {
    guard let a = a.value, let b = b.value, a.isFinite, b.isFinite else { return undefinedText }
    if metric.unit == .share { return signed((b - a) * 100, 2) }
    return (b > a ? "+" : "") + Digits.significant(b - a)
  }

  private func signed(_ value: Double, _ places: Int) -> String {
    (value > 0 ? "+" : "") + Digits.fixed(value, places)
  }

  private var recall: String {
    var text = """
      ## Recording recall, pair by pair

      Lost: right in A only; won: right in B only. p is two-sided: McNemar's exact test in a cell, \
      with Holm's correction for all \(grouped(cells.count { $0.adjustedPValue != nil })) cells \
      beside it; for all conditions the exact test by recording. The last column is the \
      smallest difference, in points, that a test of level 0.05 finds 4 of 5 times on so many \
      pairs of which so many differ.


      """
    for pair in pairs {
      for seconds in first.provenance.queryLengths {
        let here = cells.filter { $0.pair == pair && $0.seconds == seconds }
        let rows = here.map { cell in
          [
            cell.condition ?? "all", grouped(cell.pairs), percentText(cell.first),
            percentText(cell.second), grouped(cell.lost), grouped(cell.won),
            cell.pValue.map(Gate.chance) ?? undefinedText,
            cell.adjustedPValue.map(Gate.chance) ?? undefinedText,
            fixedText(cell.smallestDifference.map { $0 * 100 }, 1),
          ]
        }
        text +=
          "### \(Markdown.escape(pair.name)), \(secondsText(seconds)) queries\n\n"
          + Markdown.table(
            header: [
              "condition", "pairs", "A", "B", "lost", "won", "p", "p, Holm", "detectable",
            ], rows: rows, numericColumns: Set(1...8)) + "\n"
        if let pooled = here.first(where: { $0.condition == nil }) { text += needed(pooled) }
      }
    }
    return text
  }

  /// How many pairs smaller differences need.
  private func needed(_ cell: Cell) -> String {
    guard cell.pairs > 0 else { return "" }
    let share = PairedPower.discordantShare(cell.lost + cell.won, of: cell.pairs)
    guard let power = PairedPower(discordant: share) else { return "" }
    let parts = [0.005, 0.01, 0.02, 0.05].compactMap { difference in
      power.pairsNeeded(for: difference).map {
        "\(plain(difference * 100)) points need \(grouped($0))"
      }
    }
    return """
      With \(Digits.fixed(share * 100, 1)) % of the pairs differing, as here, a difference of \
      \(parts.joined(separator: ", ")) independent pairs in all.


      """
  }

  private func flipped(_ limit: Int) -> String {
    var text = ""
    for (title, flips) in [
      ("Queries lost", flips.filter(\.isLost)), ("Queries won", flips.filter { !$0.isLost }),
    ] {
      text += "## \(title)\n\n"
      if flips.isEmpty {
        text += "None.\n\n"
        continue
      }
      text += Markdown.table(
        header: ["variant", "condition", "length", "query", "recording", "A → B"],
        rows: flips.prefix(limit).map {
          [
            $0.variant, $0.condition, secondsText($0.seconds), $0.query.rawValue, $0.recording,
            "\($0.before.rawValue) → \($0.after.rawValue)",
          ]
        })
      if flips.count > limit { text += "\nand \(grouped(flips.count - limit)) more\n" }
      text += "\n"
    }
    return text
  }

  /// The comparison as JSON with sorted keys, for `--json`.
  ///
  /// - Returns: one line.
  /// - Throws: never in practice: all values can be encoded.
  public func json() throws -> String {
    struct CellFields: Encodable {
      var first: String
      var second: String
      var condition: String?
      var seconds: Double
      var firstRecall: Double?
      var firstLow: Double?
      var firstHigh: Double?
      var secondRecall: Double?
      var secondLow: Double?
      var secondHigh: Double?
      var pairs: Int
      var lost: Int
      var won: Int
      var pValue: Double?
      var adjustedPValue: Double?
      var smallestDifference: Double?
    }
    struct Fields: Encodable {
      var changes: [String]
      var obstacles: [String]
      var cells: [CellFields]
      var lost: [OutcomePairing.Flip]
      var won: [OutcomePairing.Flip]
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let fields = Fields(
      changes: changes, obstacles: obstacles,
      cells: cells.map {
        CellFields(
          first: $0.pair.first, second: $0.pair.second, condition: $0.condition,
          seconds: $0.seconds, firstRecall: $0.first.value,
          firstLow: $0.first.interval?.lowerBound, firstHigh: $0.first.interval?.upperBound,
          secondRecall: $0.second.value, secondLow: $0.second.interval?.lowerBound,
          secondHigh: $0.second.interval?.upperBound, pairs: $0.pairs, lost: $0.lost, won: $0.won,
          pValue: $0.pValue, adjustedPValue: $0.adjustedPValue,
          smallestDifference: $0.smallestDifference)
      }, lost: flips.filter(\.isLost), won: flips.filter { !$0.isLost })
    return String(decoding: try encoder.encode(fields), as: UTF8.self)
  }
}

extension CostRow {
  /// Bytes of stored signature for each second of reference.
  var storedBytesPerSecond: Double? {
    footprint.duration > .zero
      ? Double(footprint.signatureBytes) / footprint.duration.value : nil
  }
}
