public import Catalogs
internal import Fingerprinting
public import Foundation
internal import LiveMatching

extension MediaItem {
  /// An item of named fields.
  ///
  /// A value of another type than the field's makes the item one that catalogs and libraries refuse,
  /// with words that name field and type; `validate()` says so at once.
  ///
  /// - Parameter properties: values by field. Ranges may be of `Double`, `Float` or `Int`; URLs may be
  ///   texts. Fields of one's own may be texts, numbers, truth values, lists, dictionaries, URLs,
  ///   dates and bytes.
  public init(properties: [SHMediaItemProperty: Any]) {
    self.init()
    // In order of their names, so that the first fault is always the same.
    for (property, value) in properties.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      set(property, value)
    }
  }

  private mutating func set(_ property: SHMediaItemProperty, _ value: Any) {
    func fault(_ expected: String) {
      faults.append("'\(property.rawValue)' takes \(expected), found a \(type(of: value))")
    }
    func text(_ path: WritableKeyPath<MediaItem, String?>) {
      if let text = value as? String { self[keyPath: path] = text } else { fault("a text") }
    }
    func url(_ path: WritableKeyPath<MediaItem, URL?>) {
      let url = value as? URL ?? (value as? String).flatMap { URL(string: $0) }
      if let url { self[keyPath: path] = url } else { fault("a URL") }
    }
    let mirror = Mirror(reflecting: value)
    // An optional without a value is no value.
    if mirror.displayStyle == .optional, mirror.children.isEmpty { return }
    switch property {
    case .shazamID: text(\.identifier)
    case .title: text(\.title)
    case .subtitle: text(\.subtitle)
    case .artist: text(\.artist)
    case .ISRC: text(\.isrc)
    case .appleMusicID: text(\.storeID)
    case .appleMusicURL: url(\.storeURL)
    case .webURL: url(\.webURL)
    case .artworkURL: url(\.artworkURL)
    case .videoURL: url(\.videoURL)
    case .genres:
      if let list = value as? [String] { genres = list } else { fault("a list of texts") }
    case .explicitContent:
      if let flag = value as? Bool { explicitContent = flag } else { fault("true or false") }
    case .creationDate:
      if let date = value as? Date { creationDate = date } else { fault("a date") }
    case .timeRanges:
      guard let ranges = Self.ranges(value) else { return fault("a list of ranges of seconds") }
      timeRanges = ranges.map { Seconds($0.lowerBound)..<Seconds($0.upperBound) }
    case .frequencySkewRanges:
      guard let ranges = Self.ranges(value) else { return fault("a list of ranges of fractions") }
      frequencySkewRanges = ranges
    case .matchOffset, .frequencySkew, .confidence:
      fault("no value: matches have it")
    default:
      guard let kept = JSONValue(any: value) else {
        return fault("texts, finite numbers, truth values, URLs, dates, bytes or lists of them")
      }
      custom[property.rawValue] = kept
    }
  }

  private static func ranges(_ value: Any) -> [Range<Double>]? {
    switch value {
    case let ranges as [Range<Double>]: ranges
    case let ranges as [Range<Float>]:
      ranges.map { Double($0.lowerBound)..<Double($0.upperBound) }
    case let ranges as [Range<Int>]: ranges.map { Double($0.lowerBound)..<Double($0.upperBound) }
    case let ranges as [Range<Seconds>]:
      ranges.map { $0.lowerBound.value..<$0.upperBound.value }
    default: nil
    }
  }

  /// The value of a field of the item or of its match; nil where it has none.
  public subscript(_ property: SHMediaItemProperty) -> Any? {
    switch property {
    case .shazamID: identifier
    case .title: title
    case .subtitle: subtitle
    case .artist: artist
    case .ISRC: isrc
    case .appleMusicID: storeID
    case .appleMusicURL: storeURL
    case .webURL: webURL
    case .artworkURL: artworkURL
    case .videoURL: videoURL
    case .genres: genres
    case .explicitContent: explicitContent
    case .creationDate: creationDate
    case .timeRanges: timeRanges.map { $0.lowerBound.value..<$0.upperBound.value }
    case .frequencySkewRanges:
      frequencySkewRanges.map { Float($0.lowerBound)..<Float($0.upperBound) }
    case .matchOffset: matchFacts.map { _ in matchOffset }
    case .frequencySkew: matchFacts.map { _ in frequencySkew }
    case .confidence: confidence
    default: custom[property.rawValue]?.plain
    }
  }

  /// The publisher's own name for the item.
  public var shazamID: String? { identifier }
  /// The name that a music store has for it.
  public var appleMusicID: String? { storeID }
  /// Its page at a music store.
  public var appleMusicURL: URL? { storeURL }
}

extension JSONValue {
  /// A value of any type that JSON can hold; dates become texts, bytes base 64.
  init?(any value: Any) {
    switch value {
    case let value as Bool: self = .bool(value)
    case let value as Int: self = .integer(Int64(value))
    case let value as UInt64: self = value > Int64.max ? .unsigned(value) : .integer(Int64(value))
    case let value as any BinaryInteger:
      guard let whole = Int64(exactly: value) else { return nil }
      self = .integer(whole)
    case let value as Double:
      guard value.isFinite else { return nil }
      self = .number(value)
    case let value as Float:
      guard value.isFinite else { return nil }
      self = .number(Double(value))
    case let value as String: self = .string(value)
    case let value as URL: self = .string(value.absoluteString)
    case let value as Date: self = .string(value.ISO8601Format())
    case let value as Data: self = .string(value.base64EncodedString())
    case let value as [Any]:
      var values: [JSONValue] = []
      for element in value {
        guard let kept = JSONValue(any: element) else { return nil }
        values.append(kept)
      }
      self = .array(values)
    case let value as [String: Any]:
      var members: [String: JSONValue] = [:]
      for (name, element) in value {
        guard let kept = JSONValue(any: element) else { return nil }
        members[name] = kept
      }
      self = .object(members)
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
