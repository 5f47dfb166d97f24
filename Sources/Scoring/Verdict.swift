public import Fingerprinting

/// What a decision rule makes of one query.
///
/// Total: every query lands in exactly one case.
public enum Verdict: Hashable, Sendable {
  /// The right recording, at a true place.
  case correct(alignmentError: Seconds)
  /// The right recording, at a wrong place.
  case misaligned(alignmentError: Seconds)
  /// Another recording than the true ones was claimed.
  case wrongTrack(TrackID)
  /// The recording is enrolled, and nothing was claimed.
  case missed
  /// The recording is not enrolled, and this one was claimed.
  case falseAlarm(TrackID)
  /// The recording is not enrolled, and nothing was claimed.
  case correctRejection
  /// There is no answer.
  case failed(reason: String)

  /// Whether some recording was named.
  public var isClaim: Bool {
    switch self {
    case .correct, .misaligned, .wrongTrack, .falseAlarm: true
    case .missed, .correctRejection, .failed: false
    }
  }

  /// Whether the right recording was named, at any place.
  public var namesTheRecording: Bool {
    switch self {
    case .correct, .misaligned: true
    case .wrongTrack, .missed, .falseAlarm, .correctRejection, .failed: false
    }
  }

  /// How far the claimed place is from the nearest true one; absent unless the right recording was
  /// named.
  public var alignmentError: Seconds? {
    switch self {
    case .correct(let error), .misaligned(let error): error
    case .wrongTrack, .missed, .falseAlarm, .correctRejection, .failed: nil
    }
  }
}
