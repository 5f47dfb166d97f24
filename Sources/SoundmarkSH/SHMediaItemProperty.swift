/// A field of a media item by name: one of the known fields, or one of the publisher's own.
public struct SHMediaItemProperty: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// A field by its name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// A field by its name.
  public init(_ name: String) { rawValue = name }

  /// The publisher's own name for the item.
  public static let shazamID = SHMediaItemProperty("identifier")
  /// The title.
  public static let title = SHMediaItemProperty("title")
  /// A line below the title.
  public static let subtitle = SHMediaItemProperty("subtitle")
  /// Who performs.
  public static let artist = SHMediaItemProperty("artist")
  /// A page about it.
  public static let webURL = SHMediaItemProperty("webURL")
  /// The name that a music store has for it.
  public static let appleMusicID = SHMediaItemProperty("storeID")
  /// Its page at a music store.
  public static let appleMusicURL = SHMediaItemProperty("storeURL")
  /// A picture.
  public static let artworkURL = SHMediaItemProperty("artworkURL")
  /// A film.
  public static let videoURL = SHMediaItemProperty("videoURL")
  /// Whether it has words that are not for everyone.
  public static let explicitContent = SHMediaItemProperty("explicitContent")
  /// The genres.
  public static let genres = SHMediaItemProperty("genres")
  /// The International Standard Recording Code.
  public static let ISRC = SHMediaItemProperty("isrc")
  /// The stretches of the recording that the item is about.
  public static let timeRanges = SHMediaItemProperty("timeRanges")
  /// The skews at which the item is shown.
  public static let frequencySkewRanges = SHMediaItemProperty("frequencySkewRanges")
  /// When it was made.
  public static let creationDate = SHMediaItemProperty("creationDate")
  /// The reference time at the query's first sample; of matched items.
  public static let matchOffset = SHMediaItemProperty("matchOffset")
  /// Query frequency / reference frequency − 1; of matched items.
  public static let frequencySkew = SHMediaItemProperty("frequencySkew")
  /// The probability that a match is right; of matched items.
  public static let confidence = SHMediaItemProperty("confidence")
}
