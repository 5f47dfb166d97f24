internal import Checksums
public import Fingerprinting
internal import Foundation

/// A condition whose augmentations have been found and set up.
public struct ConditionChain: Sendable {
  /// What the plan says.
  public let condition: Condition
  /// The augmentations with all their settings as canonical JSON.
  public let canonicalJSON: String
  /// SHA-256 of all that decides what comes out: same digest, seed and excerpt, same sound.
  ///
  /// The label is no part of it, nor are recorded noises, which their corpus's digest names.
  public let digest: String
  private let augmentations: [any Augmentation]

  /// Sets up each augmentation of the chain.
  ///
  /// - Parameters:
  ///   - condition: what the plan says.
  ///   - entries: the augmentations that exist.
  ///   - environments: the environments that may be named.
  /// - Throws: `ConfigurationError` naming the condition and the unknown name or bad setting.
  public init(
    _ condition: Condition, entries: [AugmentationEntry], environments: [NamedEnvironment] = []
  ) throws(ConfigurationError) {
    var steps = condition.steps
    if let name = condition.environment {
      guard let environment = environments.first(where: { $0.name == name }) else {
        throw ConfigurationError(
          "condition '\(condition.label)': unknown environment '\(name)'; "
            + nearestNames(to: name, among: environments.map(\.name)))
      }
      steps = environment.steps + steps
    }
    var augmentations: [any Augmentation] = []
    for step in steps {
      guard let entry = entries.first(where: { $0.name == step.name }) else {
        throw ConfigurationError(
          "condition '\(condition.label)': unknown augmentation '\(step.name)'; "
            + nearestNames(to: step.name, among: entries.map(\.name)))
      }
      do {
        augmentations.append(try entry.make(step.configuration))
      } catch {
        throw ConfigurationError(
          "condition '\(condition.label)', augmentation '\(step.name)': \(error)")
      }
    }
    self.condition = condition
    self.augmentations = augmentations
    canonicalJSON =
      "[" + augmentations.map { Self.describe($0, extra: "") }.joined(separator: ",") + "]"
    let identified = augmentations.map { augmentation in
      Self.describe(augmentation, extra: ",\"revision\":\(type(of: augmentation).revision)")
    }
    digest = SHA256.hexDigest(of: Data(("[" + identified.joined(separator: ",") + "]").utf8))
  }

  private static func describe(_ augmentation: some Augmentation, extra: String) -> String {
    let settings = String(decoding: augmentation.configuration.canonicalJSON, as: UTF8.self)
    return "{\"\(type(of: augmentation).name)\":\(settings)\(extra)}"
  }

  /// How much of a track must be cut, at most, so that a query of `duration` comes out.
  public func sourceDuration(forQuery duration: Seconds) -> Seconds {
    augmentations.reversed().reduce(duration) { $1.sourceDuration(forQuery: $0) }
  }

  /// Looks for what the chain will need, so that a run fails before its first query.
  public func check(_ resources: any AugmentationResources) throws(AugmentationError) {
    for augmentation in augmentations { try augmentation.check(resources) }
  }

  /// Draws and applies each augmentation in turn.
  ///
  /// Each draws from a seed derived from its place and name, so that changing one leaves the
  /// others' draws alone.
  ///
  /// - Parameters:
  ///   - excerpt: the clean excerpt.
  ///   - seed: the query's seed under this condition.
  ///   - resources: where noise comes from.
  /// - Returns: the augmented excerpt, which may be a little longer than asked for, and what was
  ///   drawn: a list with one object a step.
  /// - Throws: `AugmentationError` naming the excerpt.
  public func apply(
    to excerpt: Excerpt, seed: Seed, resources: any AugmentationResources
  ) throws(AugmentationError) -> (excerpt: Excerpt, draws: JSONValue) {
    var current = excerpt
    var draws: [JSONValue] = []
    for (place, augmentation) in augmentations.enumerated() {
      let own = seed.deriving("\(place) \(type(of: augmentation).name)")
      draws.append(
        try Self.step(augmentation, seed: own, excerpt: &current, resources: resources))
    }
    return (current, .array(draws))
  }

  private static func step<Kind: Augmentation>(
    _ augmentation: Kind, seed: Seed, excerpt: inout Excerpt,
    resources: any AugmentationResources
  ) throws(AugmentationError) -> JSONValue {
    var generator = seed.generator
    let draw = augmentation.draw(for: excerpt.audio.duration, using: &generator)
    excerpt = try augmentation.apply(draw, to: excerpt, with: resources)
    // Draws are plain numbers: they always encode.
    let kept = try? JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(draw))
    return .object([Kind.name: kept ?? .null])
  }
}
