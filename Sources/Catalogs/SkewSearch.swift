internal import Checksums
public import Fingerprinting
internal import Foundation

/// Which skews a query is tried at: a bank of speeds around its own.
public struct SkewSearch: ComponentConfiguration, CustomStringConvertible {
  /// The greatest skew that is to be found, either way: 0.05 for 5 % lower to 5 % higher.
  public var range: Double
  /// From one skew of the bank to the next; what a strategy takes without a search, times two.
  public var step: Double

  /// Joins the settings.
  public init(range: Double, step: Double) {
    self.range = range
    self.step = step
  }

  /// Five per cent either way in steps of one.
  public static let standard = SkewSearch(range: 0.05, step: 0.01)

  /// Raised when the same settings would give other answers.
  static let revision = 1

  /// Refuses what is no longer the same music, and banks without end.
  ///
  /// - Throws: `ConfigurationError` naming the setting.
  public func validate() throws(ConfigurationError) {
    guard range > 0, range <= 0.3 else {
      throw ConfigurationError(
        "skewSearch: 'range' must be above 0 and at most 0.3, found \(range)")
    }
    guard step >= 0.001, step <= 2 * range else {
      throw ConfigurationError(
        "skewSearch: 'step' must be 0.001 … \(2 * range), twice the range, found \(step)")
    }
  }

  /// The skews in the order of trying: nearest first, the higher of two first.
  ///
  /// Each stands for those up to half a step away.
  public var bank: [Double] {
    let count = max(1, Int((range / step - 0.5).rounded(.up)))
    return [0] + (1...count).flatMap { [Double($0) * step, Double(-$0) * step] }
  }

  /// What the answers of a recognizer with this search are traced to.
  ///
  /// - Parameter recognizer: the recognizer without it.
  /// - Returns: another identity, decided by the recognizer's and these settings.
  public func identity(over recognizer: ComponentIdentity) -> ComponentIdentity {
    let ingredients = [
      recognizer.name, "\(recognizer.revision)", recognizer.configurationDigest,
      String(decoding: canonicalJSON, as: UTF8.self),
    ].joined(separator: "\n")
    return ComponentIdentity(
      name: recognizer.name + "+skew-search", revision: Self.revision,
      configurationDigest: SHA256.hexDigest(of: Data(ingredients.utf8)))
  }

  /// Range and step as the command line has them, such as `0.05:0.01`.
  public var description: String { "\(range):\(step)" }
}
