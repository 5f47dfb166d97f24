public import Fingerprinting

/// What reading a file was like: how, by what, how much, and all that was odd.
public struct DecodeReport: Hashable, Codable, Sendable {
  /// The file's path, escaped where its bytes are no plain text.
  public var path: String
  /// What the content is, whatever the file's name says.
  public var container: String
  /// The decoder and its version; two joined by `+` where one took over from the other.
  public var decoder: String
  /// The file's own sample rate.
  public var sampleRate: SampleRate
  /// Channels before mixing down.
  public var channels: Int
  /// The audio track that was read, counted from 0.
  public var track: Int
  /// How many frames the file claims to hold; absent where it does not say.
  public var claimedFrames: Int64?
  /// How many frames were read, at the file's own rate, silence put in for gaps included.
  public var readFrames: Int64
  /// Whether the end of the sound is missing.
  public var isTruncated: Bool
  /// All that a reader should know: shortfalls, gaps, repairs, in the order found.
  public var warnings: [String]

  /// Joins the parts.
  public init(
    path: String, container: String, decoder: String, sampleRate: SampleRate, channels: Int,
    track: Int, claimedFrames: Int64?, readFrames: Int64, isTruncated: Bool, warnings: [String]
  ) {
    self.path = path
    self.container = container
    self.decoder = decoder
    self.sampleRate = sampleRate
    self.channels = channels
    self.track = track
    self.claimedFrames = claimedFrames
    self.readFrames = readFrames
    self.isTruncated = isTruncated
    self.warnings = warnings
  }

  /// How much was read.
  public var readDuration: Seconds { Seconds(Double(readFrames) / sampleRate.hertz) }
}
