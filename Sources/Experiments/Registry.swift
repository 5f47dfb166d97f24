public import Corpora
public import Fingerprinting

/// What plans may name, and the versions of what decides results.
public struct Registry: Sendable {
  /// The strategies that exist.
  public var strategies: [StrategyEntry]
  /// The augmentations that exist.
  public var augmentations: [AugmentationEntry]
  /// Versions of the program and of libraries behind the strategies, by name.
  public var versions: [String: String]

  /// Joins the parts.
  public init(
    strategies: [StrategyEntry], augmentations: [AugmentationEntry],
    versions: [String: String] = [:]
  ) {
    self.strategies = strategies
    self.augmentations = augmentations
    self.versions = versions
  }
}
