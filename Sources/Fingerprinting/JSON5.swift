internal import Foundation

/// The one door for JSON5 that comes from outside: plans, gates, manifests, settings.
///
/// The text becomes plain JSON first: the system's own reader of JSON5 stops the program on some
/// bytes that are no UTF-8, and says nowhere where a text is at fault.
public enum JSON5 {
  /// Reads a value.
  ///
  /// - Parameters:
  ///   - type: what to read.
  ///   - bytes: a whole text, as it stands in its file.
  /// - Returns: the value.
  /// - Throws: `JSON5Fault` with the line, also for a value of the wrong type; or what the type's
  ///   own reading throws.
  public static func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, from bytes: some Sequence<UInt8>
  ) throws -> Value {
    let bytes = Array(bytes)
    var scanner = try JSON5Scanner(bytes)
    try scanner.text()
    do {
      return try JSONDecoder().decode(type, from: Data(scanner.json))
    } catch let error as DecodingError {
      throw JSON5Fault(error, in: bytes)
    }
  }
}

extension JSON5Fault {
  fileprivate init(_ error: DecodingError, in bytes: [UInt8]) {
    // Foundation says the same, and names no place, of 1.5 where a whole number belongs.
    let complaint =
      error.plainDescription == "The given data was not valid JSON."
      ? "a number does not fit its field: expected a whole number that is not too large"
      : error.plainDescription
    var seeker = try? JSON5Scanner(bytes, seeking: error.keys)
    try? seeker?.text()
    if let place = seeker?.placeSought {
      self.init(at: place, in: bytes, complaint)
    } else {
      self.init(complaint)
    }
  }
}
