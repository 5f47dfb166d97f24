import Experiments
import Fingerprinting
import Foundation

/// What is different between two runs besides their answers, in words.
struct RunChanges {
  let words: [String]

  init(
    from first: OutcomeTable.Source, to second: OutcomeTable.Source,
    renamed: [String: String] = [:]
  ) {
    var words: [String] = []
    for variant in first.variants {
      let label = renamed[variant.label] ?? variant.label
      guard let other = second.variants.first(where: { $0.label == label }) else { continue }
      if variant.identity.name != other.identity.name {
        words.append(
          "\(label): another strategy, \(variant.identity.name) → \(other.identity.name)")
      }
      if variant.identity.revision != other.identity.revision {
        words.append(
          "\(label): revision \(variant.identity.revision) → \(other.identity.revision)")
      }
      words += Self.settings(of: label, variant.configuration, other.configuration)
    }
    if first.decision != second.decision {
      words.append(
        "decision: \(Self.text(first.decision)) → \(Self.text(second.decision))")
    }
    for threshold in first.thresholds {
      let label = renamed[threshold.variant] ?? threshold.variant
      guard
        let other = second.thresholds.first(where: {
          $0.variant == label && $0.seconds == threshold.seconds
        }), other.acceptAtLeast != threshold.acceptAtLeast
      else { continue }
      words.append(
        "\(label), \(secondsText(threshold.seconds)): threshold "
          + "\(thresholdText(threshold.acceptAtLeast)) → \(thresholdText(other.acceptAtLeast))")
    }
    for name in Set(first.versions.keys).union(second.versions.keys).sorted()
    where first.versions[name] != second.versions[name] {
      words.append(
        "\(name): \(first.versions[name] ?? "none") → \(second.versions[name] ?? "none")")
    }
    self.words = words
  }

  private static func text(_ decision: DecisionPlan) -> String {
    (decision.acceptAtLeast.map { "scores from \(plain($0))" }
      ?? "false-alarm rate \(plain(decision.falseAlarmRate))")
      + ", aligned within \(secondsText(decision.offsetTolerance.value))"
  }

  /// One line for each setting that differs.
  private static func settings(of label: String, _ first: String, _ second: String) -> [String] {
    guard first != second else { return [] }
    let (before, after) = (leaves(of: first), leaves(of: second))
    return Set(before.keys).union(after.keys).sorted()
      .filter { before[$0] != after[$0] }
      .map { "\(label): \($0) \(before[$0] ?? "absent") → \(after[$0] ?? "absent")" }
  }

  /// The settings of a configuration by path.
  private static func leaves(of json: String) -> [String: String] {
    var leaves: [String: String] = [:]
    func walk(_ value: JSONValue, _ path: String) {
      if case .object(let members) = value {
        for (name, member) in members { walk(member, path.isEmpty ? name : "\(path).\(name)") }
      } else {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        leaves[path] = (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
      }
    }
    if let value = try? JSONDecoder().decode(JSONValue.self, from: Data(json.utf8)) {
      walk(value, "")
    }
    return leaves
  }
}
