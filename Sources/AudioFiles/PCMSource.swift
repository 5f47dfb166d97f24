public import Fingerprinting

/// Something that delivers sound piece by piece, as it comes.
public protocol PCMSource: Sendable {
  /// What the source is, for messages.
  var name: String { get }

  /// Opens the source and delivers its sound; returns when it ends or `stop` says so.
  ///
  /// Blocks the calling thread. Whatever was opened is closed when it returns or throws.
  ///
  /// - Parameters:
  ///   - stop: ends the delivery from any thread.
  ///   - opened: called once the source is open, before the first piece.
  ///   - body: gets the pieces in order.
  /// - Throws: `PCMSourceError`, an error of the source's own, or what `body` throws.
  func deliver(
    until stop: StopSignal, opened: () -> Void, to body: (SourcePiece) throws -> Void
  ) throws
}

/// What a source delivers.
public enum SourcePiece: Sendable {
  /// Sound.
  case sound(PCMBuffer)
  /// Sound was lost here: so much of it, where that is known.
  case lost(Seconds?)
  /// No sound comes for now, for this reason; the source is waited for. The sound that comes
  /// next is preceded by `lost`.
  case interrupted(String)
  /// Something a listener should know, such as a format that is hardly meant.
  case remark(String)
}

/// Why a source delivers nothing, or nothing more.
public enum PCMSourceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It cannot be opened.
  case unavailable(source: String, reason: String)
  /// It may not be used.
  case refused(source: String, reason: String)
  /// It stopped delivering without an end.
  case stalled(source: String, after: Seconds)
  /// It was taken away while it was used.
  case lost(source: String, reason: String)
  /// What it delivers cannot be sound.
  case unusable(source: String, reason: String)

  /// Which source, what happened, what to do.
  public var description: String {
    switch self {
    case .unavailable(let source, let reason): "\(source): cannot be opened: \(reason)"
    case .refused(let source, let reason): "\(source): not allowed: \(reason)"
    case .stalled(let source, let after):
      "\(source): no sound for \(after); check whether it is still connected"
    case .lost(let source, let reason): "\(source): gone: \(reason)"
    case .unusable(let source, let reason): "\(source): \(reason)"
    }
  }
}
