internal import Fingerprinting

extension TuningPlan {
  init(
    from value: JSONValue, conditions: [String], variants: [String]
  ) throws(PlanProblem) {
    let fields = try FieldReader(value, at: "tuning", known: ["environments", "parameters"])
    environments = []
    switch fields.value("environments") {
    case nil: environments = Self.standard(conditions: conditions).environments
    case .string("each condition")?:
      environments = conditions.map { Environment(name: $0, conditions: [$0]) }
    case .object(let members)?:
      for name in members.keys.sorted() {
        guard case .array(let labels)? = members[name], !labels.isEmpty else {
          throw PlanProblem(
            words: "'tuning.environments.\(name)' must be a list of condition labels")
        }
        var chosen: [String] = []
        for label in labels {
          guard case .string(let label) = label, conditions.contains(label) else {
            throw PlanProblem(
              words: "'tuning.environments.\(name)' must list condition labels; "
                + nearestNames(to: "\(label)", among: conditions))
          }
          chosen.append(label)
        }
        environments.append(Environment(name: name, conditions: chosen))
      }
    default:
      throw fields.problem(
        "environments",
        expected: "an object such as {street: [\"babble 0 dB\"]}, or \"each condition\"")
    }
    if let value = fields.value("parameters") {
      search = try Search(from: value, variants: variants)
    }
  }

  /// The field as plans write it.
  var json: JSONValue {
    var members: [String: JSONValue] = [
      "environments": .object(
        Dictionary(
          environments.map { ($0.name, .array($0.conditions.map { .string($0) })) },
          uniquingKeysWith: { first, _ in first }))
    ]
    members["parameters"] = search?.json
    return .object(members)
  }
}

extension TuningPlan.Search {
  init(from value: JSONValue, variants: [String]) throws(PlanProblem) {
    let fields = try FieldReader(
      value, at: "tuning.parameters",
      known: ["variant", "space", "count", "firstQueries", "growth"])
    variant = try fields.text("variant", orElse: variants.first ?? "")
    guard variants.contains(variant) else {
      throw PlanProblem(
        words: "'tuning.parameters.variant' names no variant; "
          + nearestNames(to: variant, among: variants))
    }
    count =
      fields.value("count") == nil ? nil : try fields.count("count", in: 1...10_000, orElse: 1)
    firstQueries = try fields.count("firstQueries", in: 1...1_000_000, orElse: 25)
    growth = try fields.count("growth", in: 2...100, orElse: 3)
    guard case .object(let members)? = fields.value("space"), !members.isEmpty else {
      throw fields.problem(
        "space", expected: "settings and their values, such as {\"index.referenceFanOut\": [4, 8]}")
    }
    space = []
    for path in members.keys.sorted() {
      guard let value = members[path] else { continue }
      let place = "tuning.parameters.space.\(path)"
      if case .array(let choices) = value, !choices.isEmpty {
        space.append(TuningPlan.Setting(path: path, values: .choices(choices)))
        continue
      }
      let range = try FieldReader(value, at: place, known: ["from", "to", "log", "integer"])
      func flag(_ name: String) throws(PlanProblem) -> Bool {
        switch range.value(name) {
        case nil: return false
        case .bool(let value)?: return value
        default: throw range.problem(name, expected: "true or false")
        }
      }
      let from = try range.number("from", in: -1e12...1e12)
      let to = try range.number("to", in: -1e12...1e12)
      let isLogarithmic = try flag("log")
      guard from <= to, !isLogarithmic || from > 0 else {
        throw range.problem(
          "to", expected: "a number from 'from' on, and both above 0 where log is true")
      }
      guard count != nil else {
        throw range.problem(
          "from", expected: "a list of values, or give 'tuning.parameters.count' for random draws")
      }
      space.append(
        TuningPlan.Setting(
          path: path,
          values: .range(from...to, isLogarithmic: isLogarithmic, isInteger: try flag("integer"))))
    }
  }

  var json: JSONValue {
    var members: [String: JSONValue] = [
      "variant": .string(variant), "firstQueries": .integer(Int64(firstQueries)),
      "growth": .integer(Int64(growth)),
      "space": .object(
        Dictionary(
          space.map { setting in
            switch setting.values {
            case .choices(let values): (setting.path, .array(values))
            case .range(let range, let isLogarithmic, let isInteger):
              (
                setting.path,
                .object([
                  "from": .number(range.lowerBound), "to": .number(range.upperBound),
                  "log": .bool(isLogarithmic), "integer": .bool(isInteger),
                ])
              )
            }
          }, uniquingKeysWith: { first, _ in first })),
    ]
    members["count"] = count.map { .integer(Int64($0)) }
    return .object(members)
  }
}
