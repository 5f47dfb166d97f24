internal import Checksums
public import Fingerprinting
public import Foundation

/// What listeners are told of a recording, or of a part of it.
///
/// All fields may be missing. A recording can have many items: one without ranges for all of it,
/// and others for stretches of its time or for versions that are played faster or slower.
///
/// As JSON it is an object of the fields that it has, with the names below; times are seconds, a
/// range is a list of its two ends, with `null` for an end at infinity, a date is text in ISO 8601.
/// Reading refuses unknown fields: what else is to be kept of a recording belongs into `custom`.
///
/// An item of a match also says how it was matched, in `matchFacts`; files do not keep that.
public struct MediaItem: Hashable, Sendable, Identifiable {
  /// The publisher's own name for the item.
  ///
  /// A library tells items apart by it.
  public var identifier: String?
  /// The title.
  public var title: String?
  /// A line below the title.
  public var subtitle: String?
  /// Who performs.
  public var artist: String?
  /// The International Standard Recording Code.
  public var isrc: String?
  /// The name that a music store or a streaming service has for it.
  public var storeID: String?
  /// Its page at a music store or a streaming service.
  public var storeURL: URL?
  /// A page about it.
  public var webURL: URL?
  /// A picture.
  public var artworkURL: URL?
  /// A film.
  public var videoURL: URL?
  /// The genres, the main one first.
  public var genres: [String]
  /// Whether it has words that are not for everyone.
  public var explicitContent: Bool
  /// When it was made, to a thousandth of a second.
  public var creationDate: Date? {
    didSet { creationDate = creationDate.map(MediaDate.rounded) }
  }
  /// The stretches of the recording that the item is about, each without its end; all of the
  /// recording where there is none.
  public var timeRanges: [Range<Seconds>]
  /// The skews (query frequency / reference frequency − 1) at which the item is shown, each without
  /// its end; all where there is none.
  public var frequencySkewRanges: [Range<Double>]
  /// What else there is to say, under names of the publisher's own.
  public var custom: [String: JSONValue]
  /// How the item was matched; nil for one that comes from no match.
  public var matchFacts: MatchFacts?
  /// What was given for a field and cannot be in it; catalogs and libraries refuse an item with any.
  public var faults: [String] = []

  /// Joins the parts.
  public init(
    identifier: String? = nil, title: String? = nil, subtitle: String? = nil,
    artist: String? = nil, isrc: String? = nil, storeID: String? = nil, storeURL: URL? = nil,
    webURL: URL? = nil, artworkURL: URL? = nil, videoURL: URL? = nil, genres: [String] = [],
    explicitContent: Bool = false, creationDate: Date? = nil, timeRanges: [Range<Seconds>] = [],
    frequencySkewRanges: [Range<Double>] = [], custom: [String: JSONValue] = [:]
  ) {
    self.identifier = identifier
    self.title = title
    self.subtitle = subtitle
    self.artist = artist
    self.isrc = isrc
    self.storeID = storeID
    self.storeURL = storeURL
    self.webURL = webURL
    self.artworkURL = artworkURL
    self.videoURL = videoURL
    self.genres = genres
    self.explicitContent = explicitContent
    self.creationDate = creationDate.map(MediaDate.rounded)
    self.timeRanges = timeRanges
    self.frequencySkewRanges = frequencySkewRanges
    self.custom = custom
  }

  /// A name that follows from all fields: equal items have the same, on every machine.
  public var id: UUID {
    // Items that cannot be written as JSON, for a number that is none, share one name.
    var item = self
    item.faults = []
    let text = ((try? item.canonicalJSON) ?? "") + faults.joined()
    let digest = Array(SHA256.hexDigest(of: Data(text.utf8)).utf8)
    var bytes = stride(from: 0, to: 32, by: 2).map { at in
      UInt8(String(decoding: digest[at...at + 1], as: UTF8.self), radix: 16) ?? 0
    }
    // Version 8 and variant of RFC 9562: made by a rule of one's own.
    bytes[6] = bytes[6] & 0x0f | 0x80
    bytes[8] = bytes[8] & 0x3f | 0x80
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  /// The item as JSON with sorted keys.
  var canonicalJSON: String {
    get throws(MediaItemError) {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      do {
        return String(decoding: try encoder.encode(self), as: UTF8.self)
      } catch EncodingError.invalidValue(let value, let context) {
        let field = context.codingPath.first.map { "'\($0.stringValue)' " } ?? ""
        throw MediaItemError(
          self, field + "holds \(value), which cannot be kept: \(context.debugDescription)")
      } catch {
        throw MediaItemError(self, "\(error)")
      }
    }
  }

  /// Says why the item could not be kept in a catalog or a library, or not be read from it again.
  ///
  /// - Throws: `MediaItemError` naming the item and the field.
  public func validate() throws(MediaItemError) {
    if let fault = faults.first { throw MediaItemError(self, fault) }
    let json = try canonicalJSON
    do {
      _ = try JSONDecoder().decode(MediaItem.self, from: Data(json.utf8))
    } catch let error as DecodingError {
      throw MediaItemError(self, error.plainDescription)
    } catch {
      throw MediaItemError(self, "\(error)")
    }
  }
}

extension MediaItem: Codable {
  enum Field: String, CodingKey, CaseIterable {
    case identifier, title, subtitle, artist, isrc, storeID, storeURL, webURL, artworkURL, videoURL
    case genres, explicitContent, creationDate, timeRanges, frequencySkewRanges, custom
  }

  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Reads an item.
  ///
  /// - Parameter decoder: holds an object.
  /// - Throws: `DecodingError` where it has a field that items do not have, or one of another type.
  public init(from decoder: any Decoder) throws {
    let names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue).sorted()
    for name in names where Field(rawValue: name) == nil {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "unknown field '\(name)'; "
            + nearestNames(to: name, among: Field.allCases.map(\.rawValue))
            + "; fields of one's own belong into 'custom'"))
    }
    let fields = try decoder.container(keyedBy: Field.self)
    func text(_ field: Field) throws -> String? {
      try fields.decodeIfPresent(String.self, forKey: field)
    }
    func url(_ field: Field) throws -> URL? {
      guard let text = try text(field) else { return nil }
      guard let url = URL(mediaText: text) else {
        throw DecodingError.dataCorruptedError(
          forKey: field, in: fields, debugDescription: "expected a URL, found '\(text)'")
      }
      return url
    }
    func ranges(_ field: Field) throws -> [Range<Double>] {
      let ends = try fields.decodeIfPresent([[Double?]].self, forKey: field) ?? []
      return try ends.map { ends in
        let from = ends.first.flatMap { $0 } ?? -.infinity
        let to = ends.last.flatMap { $0 } ?? .infinity
        guard ends.count == 2, from <= to else {
          throw DecodingError.dataCorruptedError(
            forKey: field, in: fields,
            debugDescription: "expected ranges of two ends in order, found \(ends)")
        }
        return from..<to
      }
    }
    var date: Date?
    if let text = try text(.creationDate) {
      guard let read = MediaDate.date(text) else {
        throw DecodingError.dataCorruptedError(
          forKey: .creationDate, in: fields,
          debugDescription: "expected \(MediaDate.expected), found '\(text)'")
      }
      date = read
    }
    self.init(
      identifier: try text(.identifier), title: try text(.title), subtitle: try text(.subtitle),
      artist: try text(.artist), isrc: try text(.isrc), storeID: try text(.storeID),
      storeURL: try url(.storeURL), webURL: try url(.webURL), artworkURL: try url(.artworkURL),
      videoURL: try url(.videoURL),
      genres: try fields.decodeIfPresent([String].self, forKey: .genres) ?? [],
      explicitContent: try fields.decodeIfPresent(Bool.self, forKey: .explicitContent) ?? false,
      creationDate: date,
      timeRanges: try ranges(.timeRanges).map { Seconds($0.lowerBound)..<Seconds($0.upperBound) },
      frequencySkewRanges: try ranges(.frequencySkewRanges),
      custom: try fields.decodeIfPresent([String: JSONValue].self, forKey: .custom) ?? [:])
  }

  /// Writes the fields that the item has.
  public func encode(to encoder: any Encoder) throws {
    if let fault = faults.first {
      throw EncodingError.invalidValue(
        self, .init(codingPath: encoder.codingPath, debugDescription: fault))
    }
    func ends<Bound>(_ ranges: [Range<Bound>], _ value: (Bound) -> Double) -> [[Double?]] {
      ranges.map { range in
        [value(range.lowerBound), value(range.upperBound)].map { $0.isInfinite ? nil : $0 }
      }
    }
    var fields = encoder.container(keyedBy: Field.self)
    try fields.encodeIfPresent(identifier, forKey: .identifier)
    try fields.encodeIfPresent(title, forKey: .title)
    try fields.encodeIfPresent(subtitle, forKey: .subtitle)
    try fields.encodeIfPresent(artist, forKey: .artist)
    try fields.encodeIfPresent(isrc, forKey: .isrc)
    try fields.encodeIfPresent(storeID, forKey: .storeID)
    try fields.encodeIfPresent(storeURL?.absoluteString, forKey: .storeURL)
    try fields.encodeIfPresent(webURL?.absoluteString, forKey: .webURL)
    try fields.encodeIfPresent(artworkURL?.absoluteString, forKey: .artworkURL)
    try fields.encodeIfPresent(videoURL?.absoluteString, forKey: .videoURL)
    if !genres.isEmpty { try fields.encode(genres, forKey: .genres) }
    if explicitContent { try fields.encode(true, forKey: .explicitContent) }
    try fields.encodeIfPresent(creationDate.map(MediaDate.text), forKey: .creationDate)
    if !timeRanges.isEmpty {
      try fields.encode(ends(timeRanges) { $0.value }, forKey: .timeRanges)
    }
    if !frequencySkewRanges.isEmpty {
      try fields.encode(ends(frequencySkewRanges) { $0 }, forKey: .frequencySkewRanges)
    }
    if !custom.isEmpty { try fields.encode(custom, forKey: .custom) }
  }
}

extension URL {
  /// A URL of text that is one as it stands: nothing is escaped in passing.
  init?(mediaText text: String) {
    guard !text.isEmpty, let url = URL(string: text, encodingInvalidCharacters: false),
      url.absoluteString == text
    else { return nil }
    self = url
  }
}
