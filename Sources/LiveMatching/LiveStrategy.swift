public import Fingerprinting

/// A strategy together with all of its settings as text, as files keep them.
public struct LiveStrategy: Sendable {
  /// Turns sound into signatures.
  public let strategy: any FingerprintStrategy
  /// The complete configuration as canonical JSON.
  public let configuration: String

  /// Joins the parts.
  public init(_ strategy: any FingerprintStrategy, configuration: String) {
    self.strategy = strategy
    self.configuration = configuration
  }

  /// What results are traced to.
  public var identity: ComponentIdentity { strategy.identity }
}
