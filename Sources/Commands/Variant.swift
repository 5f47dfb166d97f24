internal import Builtins
internal import CommandLineOptions
internal import Corpora
internal import Experiments
internal import Fingerprinting
internal import Foundation

/// A strategy with settings, as the command line names it.
struct Variant {
  let strategy: any FingerprintStrategy
  /// The complete configuration as canonical JSON.
  let configuration: String

  /// Finds a variant.
  ///
  /// - Parameter text: a strategy's name; JSON5 such as `{strategy: "constellation",
  ///   configuration: {}}`; or `PLAN#LABEL`, a variant of a plan.
  /// - Throws: `ConfigurationError` or `ExperimentError` naming what is unknown.
  init(_ text: String) throws {
    if text.first == "{" {
      struct Fields: Decodable {
        var strategy: String
        var configuration: JSONValue?
      }
      do {
        let fields: Fields = try JSON5.decode(from: text.utf8)
        try self.init(
          strategy: fields.strategy, configuration: fields.configuration ?? .object([:]))
      } catch let fault as JSON5Fault {
        throw ConfigurationError("the variant is no JSON5 object: \(fault)")
      }
    } else if let mark = text.lastIndex(of: "#") {
      let (path, label) = (String(text[..<mark]), String(text[text.index(after: mark)...]))
      let plan = try Plan.read(FilePath(path))
      guard let variant = plan.variants.first(where: { $0.label == label }) else {
        throw ConfigurationError(
          "plan '\(path)' has no variant '\(label)'; "
            + nearestNames(to: label, among: plan.variants.map(\.label)))
      }
      try self.init(strategy: variant.strategy, configuration: variant.configuration)
    } else {
      try self.init(strategy: text, configuration: .object([:]))
    }
  }

  /// The variant that a catalog or a signature file was made with.
  ///
  /// - Parameters:
  ///   - identity: the strategy's identity as kept.
  ///   - configuration: its complete configuration as canonical JSON.
  /// - Throws: `ConfigurationError` where this program has no such strategy, or another revision.
  init(of identity: ComponentIdentity, configuration: String) throws {
    let settings = try JSONDecoder().decode(JSONValue.self, from: Data(configuration.utf8))
    try self.init(strategy: identity.name, configuration: settings)
    guard strategy.identity == identity else {
      throw ConfigurationError(
        "it was made with \(identity), this program has \(strategy.identity); make it again")
    }
  }

  private init(strategy name: String, configuration: JSONValue) throws {
    guard let entry = Builtins.strategies.first(where: { $0.name == name }) else {
      throw ConfigurationError(
        "unknown strategy '\(name)'; "
          + nearestNames(to: name, among: Builtins.strategies.map(\.name)))
    }
    strategy = try entry.make(configuration)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    self.configuration = String(
      decoding: try encoder.encode(entry.completeConfiguration(configuration)), as: UTF8.self)
  }
}
