public import Corpora
public import Fingerprinting

/// What plans may name, and the versions of what decides results.
public struct Registry: Sendable {
  /// The strategies that exist.
  public var strategies: [StrategyEntry]
  /// The augmentations that exist.
  public var augmentations: [AugmentationEntry]
  /// The environments that exist.
  public var environments: [NamedEnvironment]
  /// Versions of the program and of libraries behind the strategies, by name.
  public var versions: [String: String]

  /// Joins the parts.
  public init(
    strategies: [StrategyEntry], augmentations: [AugmentationEntry],
    environments: [NamedEnvironment] = [], versions: [String: String] = [:]
  ) {
    self.strategies = strategies
    self.augmentations = augmentations
    self.environments = environments
    self.versions = versions
  }
}
