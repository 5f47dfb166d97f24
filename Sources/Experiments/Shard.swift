/// A part of a run's queries, so that several machines can share the work.
///
/// Law: the shards of a plan have no query in common and together all of them, and merging them
/// gives what one run gives.
public struct Shard: Hashable, Sendable {
  /// Which one, from 1.
  public let number: Int
  /// How many there are.
  public let count: Int

  /// The whole.
  public static let whole = Shard(number: 1, count: 1)

  private init(number: Int, count: Int) {
    self.number = number
    self.count = count
  }

  /// Reads `I/N`.
  ///
  /// Nil where it is no shard.
  ///
  /// - Parameter text: such as `2/8`.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1],
      (1...10_000).contains(count), (1...count).contains(number)
    else { return nil }
    self.init(number: number, count: count)
  }

  /// Whether the track in this place of the plan's is its work; tracks are dealt out in turn.
  func holds(_ place: Int) -> Bool { place % count == number - 1 }
}
