public import Fingerprinting

/// Says what the clock on the wall showed when a moment of a stream was heard.
///
/// Known exactly for the latest quarter of an hour; earlier moments are reckoned from there.
public struct WallLine: Sendable {
  private struct Anchor {
    var stream: Double
    var wall: WallTime
  }

  private var anchors: [Anchor] = []
  private let start: WallTime?
  private static let capacity = 1_800

  /// A line that follows when sound arrives.
  public init() { start = nil }

  /// A line of sound whose first sample was heard at a known moment.
  public init(startingAt start: WallTime) { self.start = start }

  /// Takes note that sound up to a stream time has come by a moment.
  public mutating func note(_ stream: Seconds, at wall: WallTime) {
    guard start == nil else { return }
    let anchor = Anchor(stream: stream.value, wall: wall)
    // One a second is enough; the newest is always there.
    if anchors.count >= 2, anchor.stream - anchors[anchors.count - 2].stream < 1 {
      anchors[anchors.count - 1] = anchor
    } else {
      anchors.append(anchor)
    }
    if anchors.count > Self.capacity { anchors.removeFirst(Self.capacity / 2) }
  }

  /// When a moment of the stream was heard; nil while nothing is known.
  public func time(at stream: Seconds) -> WallTime? {
    if let start { return start + stream }
    var low = 0
    var high = anchors.count
    while low < high {
      let middle = (low + high) / 2
      if anchors[middle].stream < stream.value { low = middle + 1 } else { high = middle }
    }
    guard let anchor = low < anchors.count ? anchors[low] : anchors.last else { return nil }
    return anchor.wall + (stream - Seconds(anchor.stream))
  }
}
