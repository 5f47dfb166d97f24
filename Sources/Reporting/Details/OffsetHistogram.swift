internal import Fingerprinting
internal import Scoring

/// How far the named times are from the true ones, for one variant and length, all conditions of
/// the headline's split pooled.
public struct OffsetHistogram: Hashable, Sendable {
  /// The variant's label.
  public var variant: String
  /// Nominal query length in seconds.
  public var seconds: Double
  /// Claims that name the right recording.
  public var count: Int
  /// Those whose error is not above each bound of `coarse` but above the one before; the last is
  /// for all that are above every bound.
  public var coarse: [Int]
  /// The same for the bounds of `fine`.
  public var fine: [Int]

  /// Bounds in seconds, for tables.
  public static let coarse = [0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30]
  /// Bounds in seconds, eight a factor of ten, for plots.
  public static let fine: [Double] = {
    var bounds: [Double] = []
    var bound = 0.001
    // The eighth root of ten.
    for _ in 0...40 {
      bounds.append(bound)
      bound *= 1.333_521_432_163_324
    }
    return bounds
  }()

  init(variant: String, seconds: Double, queries: [JudgedQuery]) {
    self.variant = variant
    self.seconds = seconds
    coarse = Array(repeating: 0, count: Self.coarse.count + 1)
    fine = Array(repeating: 0, count: Self.fine.count + 1)
    count = 0
    for query in queries where query.outcome.isPlaced {
      guard let error = query.verdict.alignmentError?.value else { continue }
      count += 1
      coarse[Self.coarse.firstIndex { error <= $0 } ?? Self.coarse.count] += 1
      fine[Self.fine.firstIndex { error <= $0 } ?? Self.fine.count] += 1
    }
  }
}
