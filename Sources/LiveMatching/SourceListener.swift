public import AudioFiles
public import Fingerprinting

/// What listening to a source has shown.
public enum ListeningEvent: Hashable, Sendable {
  /// Something about what is played.
  case match(MatchEvent)
  /// Sound is missing from here on; where it is known at once how much, the gap has an end.
  case gap(SourceGap)
  /// Sound has come again after a gap.
  case resumed(SourceGap)

  /// The stream time at which this was decided.
  public var time: Seconds {
    switch self {
    case .match(let event): event.time
    case .gap(let gap): gap.start
    case .resumed(let gap): gap.end ?? gap.start
    }
  }
}

/// A stretch of a source that nobody has heard.
public struct SourceGap: Hashable, Sendable {
  /// The stream time at which sound stopped.
  public var start: Seconds
  /// The stream time at which sound came again; nil while it is waited for.
  public var end: Seconds?
  /// How much sound is missing; nil where that is not known.
  public var duration: Seconds?
  /// Why.
  public var reason: String
  /// When sound came again, on the wall, where that is not what its stream time says: a source that
  /// was only held up has lost no time.
  public var cameBack: WallTime?

  /// Joins the parts.
  public init(start: Seconds, end: Seconds? = nil, duration: Seconds? = nil, reason: String) {
    self.start = start
    self.end = end
    self.duration = duration
    self.reason = reason
  }
}

/// A live stream with the clock on the wall beside it: pieces in, events out.
///
/// A pure value: when pieces came is a part of them.
public struct SourceListener: ~Copyable {
  private var stream: LiveStream
  private var filter: MatchLengthFilter
  private let minimumDuration: Seconds
  private var played = Setlist()
  /// Knows when a moment of the stream was heard.
  public private(set) var wall: WallLine?
  private var gap: SourceGap?
  /// When the latest sound, or the first word of the source, came.
  private var latest: WallTime?

  /// Starts listening.
  ///
  /// - Parameters:
  ///   - stream: recognises sound.
  ///   - wall: knows when sound was heard; nil where that has no meaning, as for a file that is read
  ///     faster than it plays.
  ///   - minimumDuration: how long a match must be to be told.
  public init(
    _ stream: consuming LiveStream, wall: WallLine?, minimumDuration: Seconds = .zero
  ) {
    self.stream = stream
    self.wall = wall
    self.minimumDuration = minimumDuration
    filter = MatchLengthFilter(minimumDuration)
  }

  /// The stream time up to which sound has been converted.
  public var time: Seconds { stream.time }
  /// The matches that go on, in the order of their start.
  public var matches: [LiveMatch] { stream.matches }
  /// The root of the mean square of the latest quarter of a second; 1 is full scale.
  public var level: Double { stream.level }
  /// What was played, but for what was too short.
  public var setlist: [Setlist.Entry] {
    played.entries.filter { ($0.end - $0.start) >= minimumDuration }
  }
  /// Whether sound is waited for.
  public var isInGap: Bool { gap != nil }

  /// Takes the next piece.
  ///
  /// - Parameter arrival: the piece, and when it came.
  /// - Returns: what has happened, in order.
  /// - Throws: `PCMFormatError`, or what strategy and index throw.
  public mutating func take(_ arrival: SourceReader.Arrival) throws -> [ListeningEvent] {
    switch arrival.piece {
    case .remark: return []
    case .sound(let buffer):
      let events = try stream.take(buffer)
      wall?.note(stream.time, at: arrival.time)
      latest = arrival.time
      return told(events)
    case .interrupted(let reason):
      guard gap == nil else { return [] }
      let gap = SourceGap(start: stream.time, reason: reason)
      self.gap = gap
      latest = latest ?? arrival.time
      return [.gap(gap)]
    case .lost(let duration):
      let start = stream.time
      let ended = told(try stream.skip(duration))
      defer { gap = nil }
      guard var over = gap else {
        return [
          .gap(
            SourceGap(
              start: start, end: stream.time, duration: duration,
              reason: "sound was lost on the way"))
        ] + ended
      }
      over.end = stream.time
      over.duration = duration ?? latest.map { arrival.time - $0 }
      if duration == nil, let passed = over.duration {
        over.cameBack = wall?.time(at: over.start).map { $0 + passed }
      }
      return ended + [.resumed(over)]
    }
  }

  /// Ends the stream: what is left is searched once more, and everything ends.
  ///
  /// - Returns: what has happened, in order.
  /// - Throws: what strategy and index throw.
  public mutating func finish() throws -> [ListeningEvent] { told(try stream.finish()) }

  private mutating func told(_ events: [MatchEvent]) -> [ListeningEvent] {
    var told: [ListeningEvent] = []
    for event in events {
      played.note(event)
      told += filter.pass(event).map(ListeningEvent.match)
    }
    return told
  }
}
