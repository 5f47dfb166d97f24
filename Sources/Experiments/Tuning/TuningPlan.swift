public import Fingerprinting

/// What `soundmark tune` does with a plan: the field `tuning`.
public struct TuningPlan: Hashable, Sendable {
  /// A place that a threshold is set for.
  public struct Environment: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// The labels of the conditions that stand for it.
    public var conditions: [String]

    /// Joins the parts.
    public init(name: String, conditions: [String]) {
      self.name = name
      self.conditions = conditions
    }
  }

  /// A search for better settings of one variant.
  public struct Search: Hashable, Sendable {
    /// The label of the variant whose settings are varied.
    public var variant: String
    /// The settings, by path, such as `index.referenceFanOut`.
    public var space: [Setting]
    /// How many settings are drawn at random; absent where the whole grid is tried.
    public var count: Int?
    /// Queries of the first round; each round asks `growth` times as many of the better ones.
    public var firstQueries: Int
    /// How many times fewer candidates, and more queries, each round has.
    public var growth: Int
  }

  /// The values that one setting may take.
  public struct Setting: Hashable, Sendable {
    /// The keys that lead to it, joined by points.
    public var path: String
    /// The values.
    public var values: Values

    /// A list, or a range for random draws.
    public enum Values: Hashable, Sendable {
      /// One of these.
      case choices([JSONValue])
      /// A number between two others.
      case range(ClosedRange<Double>, isLogarithmic: Bool, isInteger: Bool)
    }
  }

  /// The places to set thresholds for, in the plan's order.
  public var environments: [Environment]
  /// The search for settings; absent where only thresholds are set.
  public var search: Search?

  /// Joins the parts.
  public init(environments: [Environment], search: Search? = nil) {
    self.environments = environments
    self.search = search
  }

  /// One environment of all conditions.
  public static func standard(conditions: [String]) -> TuningPlan {
    TuningPlan(environments: [Environment(name: "all", conditions: conditions)])
  }
}
