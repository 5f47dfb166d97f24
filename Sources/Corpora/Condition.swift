public import Fingerprinting

/// What happens to a query, as a plan says it: a label and a chain of augmentations.
///
/// In JSON: `{label: "white 0 dB", chain: [{noise: {kind: "white", snr: 0}}], axis: "white SNR (dB)",
/// value: 0}`. An empty chain leaves the query clean. `{label: "club", environment: "club"}`, or
/// `"club"` alone, is a named environment; a chain beside it happens after it.
public struct Condition: Hashable, Codable, Sendable {
  /// One augmentation of the chain.
  public struct Step: Hashable, Codable, Sendable {
    /// The augmentation's registered name.
    public var name: String
    /// Settings laid over its standard ones.
    public var configuration: JSONValue

    /// Joins the parts.
    public init(name: String, configuration: JSONValue = .object([:])) {
      self.name = name
      self.configuration = configuration
    }

    /// Reads an object whose only key is the name.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      guard container.allKeys.count == 1, let key = container.allKeys.first else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: decoder.codingPath,
            debugDescription: "expected one augmentation, such as {noise: {snr: 0}}, found "
              + "\(container.allKeys.count) keys"))
      }
      name = key.stringValue
      configuration = try container.decode(JSONValue.self, forKey: key)
    }

    /// Writes an object whose only key is the name.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(configuration, forKey: AnyKey(stringValue: name))
    }
  }

  /// What reports call it.
  public var label: String
  /// A named environment that comes before the chain.
  public var environment: String?
  /// The augmentations in the order in which they happen.
  public var steps: [Step]
  /// What is varied, such as `white SNR (dB)`; absent where the condition is on no axis.
  public var axis: String?
  /// The place on the axis.
  public var value: Double?

  /// Joins the parts.
  public init(
    label: String, environment: String? = nil, steps: [Step] = [], axis: String? = nil,
    value: Double? = nil
  ) {
    self.label = label
    self.environment = environment
    self.steps = steps
    self.axis = axis
    self.value = value
  }

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case label, environment
    case steps = "chain"
    case axis, value
  }

  /// Reads a condition; a chain must be there, even if empty, unless an environment is named.
  public init(from decoder: any Decoder) throws {
    if let name = try? decoder.singleValueContainer().decode(String.self) {
      label = name
      environment = name
      steps = []
      return
    }
    try refuseUnknownKeys(of: decoder, known: CodingKeys.allCases.map(\.stringValue))
    let container = try decoder.container(keyedBy: CodingKeys.self)
    label = try container.decode(String.self, forKey: .label)
    environment = try container.decodeIfPresent(String.self, forKey: .environment)
    steps =
      environment == nil
      ? try container.decode([Step].self, forKey: .steps)
      : try container.decodeIfPresent([Step].self, forKey: .steps) ?? []
    axis = try container.decodeIfPresent(String.self, forKey: .axis)
    value = try container.decodeIfPresent(Double.self, forKey: .value)
  }
}
