public import Fingerprinting

/// Something that an audit found.
public struct AuditFinding: Hashable, Sendable {
  /// What it is.
  public enum Kind: String, CaseIterable, Sendable {
    /// Two files with the same bytes.
    case exactDuplicate = "exact duplicate"
    /// Two tracks that hold the same sound for at least half of the shorter one, and at two places.
    case nearDuplicate = "near duplicate"
    /// Two tracks that have some sound in common: a loop, a refrain, an intro.
    case sharedAudio = "shared audio"
    /// Sound that is in two splits, or enrolled and taken for not enrolled.
    case leakage
    /// Hardly anything but silence.
    case silence
    /// A long gap without sound.
    case gap
    /// Peaks that are cut off.
    case clipping
    /// A missing end.
    case truncated
    /// No sound to be had.
    case unreadable
  }

  /// What it is.
  public var kind: Kind
  /// The track, or both.
  public var tracks: [TrackID]
  /// What is so, in words.
  public var words: String
  /// The recording to leave out; absent where the finding is only worth knowing.
  public var suggestedExclusion: String?

  /// Joins the parts.
  public init(
    kind: Kind, tracks: [TrackID], words: String, suggestedExclusion: String? = nil
  ) {
    self.kind = kind
    self.tracks = tracks
    self.words = words
    self.suggestedExclusion = suggestedExclusion
  }
}
