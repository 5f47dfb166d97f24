internal import Catalogs
internal import Fingerprinting
internal import Foundation
public import SoundmarkLive

/// A field of a media item by name: one of the known fields, or one of the publisher's own.
public struct MediaItemProperty: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// A field by its name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// A field by its name.
  public init(_ name: String) { rawValue = name }

  /// The publisher's own name for the item.
  public static let shazamID = MediaItemProperty("identifier")
  /// The title.
  public static let title = MediaItemProperty("title")
  /// A line below the title.
  public static let subtitle = MediaItemProperty("subtitle")
  /// Who performs.
  public static let artist = MediaItemProperty("artist")
  /// A page about it.
  public static let webURL = MediaItemProperty("webURL")
  /// The name that a music store has for it.
  public static let appleMusicID = MediaItemProperty("storeID")
  /// Its page at a music store.
  public static let appleMusicURL = MediaItemProperty("storeURL")
  /// A picture.
  public static let artworkURL = MediaItemProperty("artworkURL")
  /// A film.
  public static let videoURL = MediaItemProperty("videoURL")
  /// Whether it has words that are not for everyone.
  public static let explicitContent = MediaItemProperty("explicitContent")
  /// The genres.
  public static let genres = MediaItemProperty("genres")
  /// The International Standard Recording Code.
  public static let ISRC = MediaItemProperty("isrc")
  /// The stretches of the recording that the item is about.
  public static let timeRanges = MediaItemProperty("timeRanges")
  /// The skews at which the item is shown.
  public static let frequencySkewRanges = MediaItemProperty("frequencySkewRanges")
  /// When it was made.
  public static let creationDate = MediaItemProperty("creationDate")
  /// The reference time at the query's first sample; of matched items.
  public static let matchOffset = MediaItemProperty("matchOffset")
  /// Query frequency / reference frequency − 1; of matched items.
  public static let frequencySkew = MediaItemProperty("frequencySkew")
  /// The probability that a match is right; of matched items.
  public static let confidence = MediaItemProperty("confidence")
}

extension MediaItem {
  /// An item of named fields; values of another type than the field's are left out.
  ///
  /// - Parameter properties: values by field. Fields of one's own may be texts, numbers, truth
  ///   values, lists, dictionaries, URLs, dates and bytes.
  public init(properties: [MediaItemProperty: Any]) {
    func text(_ property: MediaItemProperty) -> String? { properties[property] as? String }
    func url(_ property: MediaItemProperty) -> URL? {
      properties[property] as? URL ?? text(property).flatMap { URL(string: $0) }
    }
    self.init(
      identifier: text(.shazamID), title: text(.title), subtitle: text(.subtitle),
      artist: text(.artist), isrc: text(.ISRC), storeID: text(.appleMusicID),
      storeURL: url(.appleMusicURL), webURL: url(.webURL), artworkURL: url(.artworkURL),
      videoURL: url(.videoURL), genres: properties[.genres] as? [String] ?? [],
      explicitContent: properties[.explicitContent] as? Bool ?? false,
      creationDate: properties[.creationDate] as? Date,
      timeRanges: (properties[.timeRanges] as? [Range<TimeInterval>] ?? []).map {
        Seconds($0.lowerBound)..<Seconds($0.upperBound)
      },
      frequencySkewRanges: (properties[.frequencySkewRanges] as? [Range<Float>] ?? []).map {
        Double($0.lowerBound)..<Double($0.upperBound)
      })
    for (property, value) in properties where Self.known[property] == nil {
      if let value = JSONValue(any: value) { custom[property.rawValue] = value }
    }
  }

  private static let known: [MediaItemProperty: @Sendable (MediaItem) -> Any?] = [
    .shazamID: { $0.identifier }, .title: { $0.title }, .subtitle: { $0.subtitle },
    .artist: { $0.artist }, .ISRC: { $0.isrc }, .appleMusicID: { $0.storeID },
    .appleMusicURL: { $0.storeURL }, .webURL: { $0.webURL }, .artworkURL: { $0.artworkURL },
    .videoURL: { $0.videoURL }, .genres: { $0.genres }, .explicitContent: { $0.explicitContent },
    .creationDate: { $0.creationDate },
    .timeRanges: { $0.timeRanges.map { $0.lowerBound.value..<$0.upperBound.value } },
    .frequencySkewRanges: {
      $0.frequencySkewRanges.map { Float($0.lowerBound)..<Float($0.upperBound) }
    },
  ]

  /// The value of a field; nil where the item has none.
  public subscript(_ property: MediaItemProperty) -> Any? {
    if let field = Self.known[property] { return field(self) }
    return custom[property.rawValue]?.plain
  }
}

extension MatchedMediaItem {
  /// The value of a field of the item or of the match; nil where it has none.
  public subscript(_ property: MediaItemProperty) -> Any? {
    switch property {
    case .matchOffset: matchOffset
    case .frequencySkew: frequencySkew
    case .confidence: confidence
    default: item[property]
    }
  }
}

extension JSONValue {
  /// A value of any type that JSON can hold; dates become texts, bytes base 64.
  init?(any value: Any) {
    switch value {
    case let value as Bool: self = .bool(value)
    case let value as Int: self = .integer(Int64(value))
    case let value as Double: self = .number(value)
    case let value as Float: self = .number(Double(value))
    case let value as String: self = .string(value)
    case let value as URL: self = .string(value.absoluteString)
    case let value as Date: self = .string(value.ISO8601Format())
    case let value as Data: self = .string(value.base64EncodedString())
    case let value as [Any]: self = .array(value.compactMap { JSONValue(any: $0) })
    case let value as [String: Any]: self = .object(value.compactMapValues { JSONValue(any: $0) })
    default: return nil
    }
  }

  /// The value as a type of the language; nil for `null`.
  var plain: Any? {
    switch self {
    case .null: nil
    case .bool(let value): value
    case .integer(let value): Int(value)
    case .unsigned(let value): value
    case .number(let value): value
    case .string(let value): value
    case .array(let values): values.map { $0.plain as Any }
    case .object(let members): members.compactMapValues(\.plain)
    }
  }
}
