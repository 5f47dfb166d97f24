internal import Foundation

/// Any JSON value, for settings that are merged before they are given a type.
public enum JSONValue: Hashable, Codable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number without a fraction.
  case integer(Int64)
  /// A whole number beyond `Int64`, such as a 64-bit seed.
  case unsigned(UInt64)
  /// Any other number.
  case number(Double)
  /// A text.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// An object.
  case object([String: JSONValue])

  /// The settings of a component as a JSON value.
  init(canonicalJSON configuration: some ComponentConfiguration) throws {
    self = try JSONDecoder().decode(JSONValue.self, from: configuration.canonicalJSON)
  }

  /// Reads any JSON value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(UInt64.self) {
      self = .unsigned(value)
    } else if let value = try? container.decode(Double.self) {
      guard value.isFinite else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "NaN and Infinity are no settings")
      }
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// Writes the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .unsigned(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let values): try container.encode(values)
    case .object(let members): try container.encode(members)
    }
  }

  /// This value with `overrides` laid over it; objects merge key by key, all else is replaced.
  func overridden(
    by overrides: JSONValue, at path: String
  ) throws(ConfigurationError) -> JSONValue {
    guard case .object(let changes) = overrides else {
      if path.isEmpty {
        throw ConfigurationError("a configuration must be an object such as {\"setting\": 1}")
      }
      return overrides
    }
    guard case .object(var members) = self else {
      throw ConfigurationError("'\(path)' takes a plain value, found an object")
    }
    for key in changes.keys.sorted() {
      guard let change = changes[key] else { continue }
      let place = path.isEmpty ? key : path + "." + key
      guard let known = members[key] else {
        let hint = nearestNames(to: key, among: members.keys.sorted())
        throw ConfigurationError("unknown setting '\(place)'; \(hint)")
      }
      if case .object = change {
        members[key] = try known.overridden(by: change, at: place)
      } else {
        members[key] = change
      }
    }
    return .object(members)
  }
}

/// A phrase that lists the known names nearest to a mistyped one.
///
/// - Parameters:
///   - name: what was written.
///   - known: the names that exist, in the order to prefer.
/// - Returns: "did you mean 'x'?" or "known are x, y, z".
public func nearestNames(to name: String, among known: [String]) -> String {
  func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (i, a) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, b) in right.enumerated() {
        let above = row[j + 1]
        row[j + 1] = min(above + 1, row[j] + 1, diagonal + (a == b ? 0 : 1))
        diagonal = above
      }
    }
    return row[right.count]
  }
  let written = Array(name.lowercased().utf8)
  let ranked =
    known
    .map { (name: $0, distance: distance(written, Array($0.lowercased().utf8))) }
    .filter { $0.distance <= max(2, written.count / 3) }
    .sorted { $0.distance < $1.distance }
  guard let best = ranked.first else { return "known are \(known.joined(separator: ", "))" }
  let nearest = ranked.filter { $0.distance == best.distance }.map { "'\($0.name)'" }
  return "did you mean \(nearest.joined(separator: " or "))?"
}
