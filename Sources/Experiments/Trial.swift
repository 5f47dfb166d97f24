internal import Checksums
internal import Fingerprinting
internal import Foundation

/// A variant under a condition at a query length.
struct Trial: Sendable {
  /// The digest of all that decides the answers.
  let id: TrialID
  /// Place of the variant in the plan.
  let variant: Int
  /// Place of the condition in the plan.
  let condition: Int
  /// Nominal query length.
  let length: Seconds

  /// Everything that decides the answers to a trial's queries, beyond the query itself.
  private struct Ingredients: Encodable {
    var recognizer: ComponentIdentity
    var condition: String
    var seconds: Double
    var keep: Int
    var source: String
  }

  init(
    variant: Int, recognizer: ComponentIdentity, condition: Int, chain: String, length: Seconds,
    keep: Int, source: String
  ) throws {
    self.variant = variant
    self.condition = condition
    self.length = length
    let ingredients = Ingredients(
      recognizer: recognizer, condition: chain, seconds: length.value, keep: keep, source: source)
    id = TrialID(SHA256.hexDigest(of: Data(try canonicalJSON(ingredients).utf8)))
  }
}

/// Everything that decides where queries are cut and what they are asked of.
struct SourceIngredients: Encodable {
  /// Raised when the same plan would choose or cut other queries.
  var revision = 1
  var corpus: String
  var noise: String?
  /// The digest of recorded queries; absent where queries are cut.
  var recorded: String?
  var seed: Seed
  var workingRate: SampleRate

  var digest: String {
    get throws { SHA256.hexDigest(of: Data(try canonicalJSON(self).utf8)) }
  }
}
