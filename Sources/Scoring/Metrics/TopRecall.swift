/// The share of enrolled queries whose recording is among the first candidates, whatever their
/// scores.
public struct TopRecall: ShareMetric {
  /// How many candidates are looked at.
  public let places: Int
  /// `top1_recall`, `top5_recall` and so on.
  public var name: String { "top\(places)_recall" }
  /// What it says.
  public var summary: String {
    places == 1
      ? "right recording first, whatever its score, of the enrolled queries"
      : "right recording among the first \(places), whatever its score, of the enrolled queries"
  }
  /// More is better.
  public let betterWhen = BetterWhen.higher
  /// The ranking alone decides.
  public let needsThreshold = false

  /// Makes the metric.
  ///
  /// - Parameter places: how many candidates are looked at; a plan that keeps fewer than these
  ///   makes the figure a lower bound.
  public init(places: Int) { self.places = places }

  /// Whether an enrolled query's recording is among the first candidates.
  public func hit(_ query: JudgedQuery) -> Bool? {
    query.outcome.isEnrolled ? query.outcome.rankOfTruth.map { $0 <= places } ?? false : nil
  }
}
