internal import Experiments
internal import Fingerprinting
internal import Foundation
internal import Scoring
internal import Tabular

extension ParameterTuning {
  /// The search as Markdown.
  ///
  /// - Parameter confirmation: the front against the variant as it was, on the plan's own split;
  ///   nil where there is nothing to confirm.
  /// - Returns: a section.
  public func markdown(confirmation: [(label: String, cell: Comparison.Cell)]) -> String {
    let table = rows.map { row in
      [
        row.variant.label + (row.variant == base ? " (as it was)" : ""), "\(row.round)",
        grouped(row.recall.count), fixedText(row.recall.value.map { $0 * 100 }, 2),
        fixedText(row.storedRate, 1), fixedText(row.latency * 1_000, 2),
        row.isOnFront ? "yes" : "",
      ]
    }
    let confirmed = confirmation.map { label, cell in
      [
        label, secondsText(cell.seconds), grouped(cell.pairs), percentText(cell.first),
        percentText(cell.second), grouped(cell.lost), grouped(cell.won),
        cell.pValue.map(Gate.chance) ?? undefinedText,
        cell.adjustedPValue.map(Gate.chance) ?? undefinedText,
      ]
    }
    return """
      ## Settings

      Searched by successive halving on the tuning split: \
      \(rounds.map { grouped($0) }.joined(separator: ", ")) queries a cell in \
      \(rounds.count == 1 ? "one round" : "\(rounds.count) rounds"). Recall in per cent, conditions \
      pooled, lengths averaged; latency is the median of extraction and search in milliseconds. The \
      front: beaten by no other in recall, stored bytes and latency at once.

      \(Markdown.table(
        header: [
          "candidate", "round", "n", "recall", "stored B/s", "latency, ms", "front",
        ], rows: table, numericColumns: Set(1...5)))
      \(confirmed.isEmpty ? "" : """
      On the plan's own split, against the variant as it was, query by query; p by recording, with \
      Holm's correction beside it:

      \(Markdown.table(
        header: [
          "candidate", "length", "pairs", "as it was", "candidate's recall", "lost", "won", "p",
          "p, Holm",
        ], rows: confirmed, numericColumns: Set(2...8)))

      """)
      """
  }

  /// The front as variants that plans can hold: JSON5.
  ///
  /// - Parameter experiment: what the settings were found in.
  /// - Returns: the text of a file.
  /// - Throws: never in practice: all values can be encoded.
  public func presets(experiment: String) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var text = """
      // Settings found by 'soundmark tune' in the experiment '\(experiment.replacing("\n", with: " "))': the
      // front of recall, stored bytes and latency on the tuning split. Copy a line into a plan.
      {
        variants: [

      """
    for row in front {
      func json(_ text: String) throws -> String {
        String(decoding: try encoder.encode(text), as: UTF8.self)
      }
      let settings = String(decoding: try encoder.encode(row.variant.configuration), as: UTF8.self)
      text += """
            // recall \(fixedText(row.recall.value.map { $0 * 100 }, 2)) %, \
        \(fixedText(row.storedRate, 1)) stored B/s, \(fixedText(row.latency * 1_000, 2)) ms
            {label: \(try json(row.variant.label)), strategy: \(try json(row.variant.strategy)),
             configuration: \(settings)},

        """
    }
    return text + "  ],\n}\n"
  }
}
