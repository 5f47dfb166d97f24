internal import Experiments
internal import Foundation

extension Gate {
  /// The gate as JSON with sorted keys, for `--json`.
  ///
  /// - Returns: one line.
  /// - Throws: never in practice: all values can be encoded.
  public func json() throws -> String {
    struct TestFields: Encodable {
      var measure: String
      var variant: String
      var condition: String?
      var seconds: Double?
      var pairs: Int
      var before: Int
      var after: Int
      var lost: Int
      var won: Int
      var pValue: Double
      var level: Double
      var failed: Bool
    }
    struct FloorFields: Encodable {
      var floor: String
      var value: Double?
      var holds: Bool
    }
    struct Fields: Encodable {
      var judgement: String
      var level: Double
      var obstacles: [String]
      var changes: [String]
      var tests: [TestFields]
      var floors: [FloorFields]
      var lost: [OutcomePairing.Flip]
      var won: [OutcomePairing.Flip]
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let fields = Fields(
      judgement: judgement.rawValue, level: level, obstacles: obstacles, changes: changes,
      tests: tests.map {
        TestFields(
          measure: $0.measure.rawValue, variant: $0.variant, condition: $0.condition,
          seconds: $0.seconds, pairs: $0.pairs, before: $0.goodBefore, after: $0.goodAfter,
          lost: $0.lost, won: $0.won, pValue: $0.pValue, level: $0.level, failed: $0.hasFailed)
      }, floors: floors.map { FloorFields(floor: $0.words, value: $0.value, holds: $0.holds) },
      lost: flips.filter(\.isLost), won: flips.filter { !$0.isLost })
    return String(decoding: try encoder.encode(fields), as: UTF8.self)
  }
}
