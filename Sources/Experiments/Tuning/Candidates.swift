public import Fingerprinting
internal import Foundation

extension TuningPlan.Search {
  /// The most candidates that a grid may have.
  static let most = 10_000

  /// The candidates of a plan: what this search makes of the variant that it names.
  ///
  /// - Parameter plan: the plan.
  /// - Returns: the variant as it is, and the others.
  /// - Throws: `ExperimentError` where there is no such variant or the grid is too large.
  public func candidates(in plan: Plan) throws(ExperimentError) -> [Plan.Variant] {
    guard let base = plan.variants.first(where: { $0.label == variant }) else {
      throw .unusablePlan("there is no variant '\(variant)'")
    }
    return try candidates(of: base, seed: plan.seed.deriving("tuning"))
  }

  /// The settings to try, laid over those of the variant; the variant as it is comes first.
  ///
  /// - Parameters:
  ///   - base: the variant.
  ///   - seed: where random draws start.
  /// - Returns: variants with labels of their own; settings that are alike come once.
  /// - Throws: `ExperimentError` where the grid is too large.
  public func candidates(of base: Plan.Variant, seed: Seed) throws(ExperimentError)
    -> [Plan.Variant]
  {
    var settings: [[(path: String, value: JSONValue)]] = [[]]
    if let count {
      var generator = seed.deriving("candidates").generator
      settings = (0..<count).map { _ in
        space.map { ($0.path, $0.values.drawn(using: &generator)) }
      }
    } else {
      for setting in space {
        guard case .choices(let choices) = setting.values else { continue }
        guard settings.count * choices.count <= Self.most else {
          throw .unusablePlan(
            "the grid of 'tuning.parameters' has more than \(Self.most) places; take fewer values, "
              + "or give 'count' to draw some at random")
        }
        settings = settings.flatMap { chosen in
          choices.map { chosen + [(setting.path, $0)] }
        }
      }
    }
    var seen: Set<JSONValue> = [base.configuration]
    var variants = [base]
    for chosen in settings {
      var variant = base
      for (path, value) in chosen {
        variant.configuration = variant.configuration.setting(
          path.split(separator: ".").map(String.init)[...], to: value)
      }
      guard seen.insert(variant.configuration).inserted else { continue }
      variant.label = chosen.map { "\($0.path.split(separator: ".").last ?? "") \($0.value.short)" }
        .joined(separator: ", ")
      if variants.contains(where: { $0.label == variant.label }) {
        variant.label += " (\(variants.count))"
      }
      variants.append(variant)
    }
    return variants
  }
}

extension TuningPlan.Setting.Values {
  func drawn(using generator: inout SplitMix64) -> JSONValue {
    switch self {
    case .choices(let choices): return choices[generator.integer(below: choices.count)]
    case .range(let range, let isLogarithmic, let isInteger):
      let place = generator.unit()
      let (low, high) = (range.lowerBound, range.upperBound)
      let value =
        isLogarithmic ? exp(log(low) + (log(high) - log(low)) * place) : low + (high - low) * place
      // Three digits are as fine as any setting needs, and read well.
      guard !isInteger else {
        return .integer(Int64(min(high.rounded(.down), max(low.rounded(.up), value.rounded()))))
      }
      guard value != 0 else { return .number(0) }
      let scale = pow(10, 2 - floor(log10(abs(value))))
      return .number(min(high, max(low, (value * scale).rounded() / scale)))
    }
  }
}

extension JSONValue {
  /// The object with one member, however deep, set.
  func setting(_ path: ArraySlice<String>, to value: JSONValue) -> JSONValue {
    guard let key = path.first else { return value }
    var members: [String: JSONValue] = [:]
    if case .object(let own) = self { members = own }
    members[key] = (members[key] ?? .object([:])).setting(path.dropFirst(), to: value)
    return .object(members)
  }

  /// The value as labels show it.
  var short: String {
    switch self {
    case .string(let text): text
    case .integer(let number): "\(number)"
    case .unsigned(let number): "\(number)"
    case .bool(let value): "\(value)"
    case .number(let number): Rounding.micro.text(number)
    case .null: "null"
    case .array, .object: (try? canonicalJSON(self)) ?? "?"
    }
  }
}
