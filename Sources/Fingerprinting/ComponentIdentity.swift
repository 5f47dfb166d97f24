internal import Checksums
public import Foundation

/// What a result can be traced to: same identity, same audio, same answer.
public struct ComponentIdentity: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The component's registered name, such as `constellation`.
  public var name: String
  /// Raised when the same input would give another output.
  public var revision: Int
  /// SHA-256 of the configuration as JSON with sorted keys, in hexadecimal.
  public var configurationDigest: String

  /// Joins the parts.
  public init(name: String, revision: Int, configurationDigest: String) {
    self.name = name
    self.revision = revision
    self.configurationDigest = configurationDigest
  }

  /// The identity of a component with this configuration.
  public init(name: String, revision: Int, configuration: some ComponentConfiguration) {
    self.init(
      name: name, revision: revision,
      configurationDigest: SHA256.hexDigest(of: configuration.canonicalJSON))
  }

  /// Name, revision and the first digits of the digest.
  public var description: String { "\(name) r\(revision) \(configurationDigest.prefix(12))" }
}

/// All settings of a component: complete, immutable values, of which `standard` is one.
public protocol ComponentConfiguration: Hashable, Codable, Sendable {
  /// The settings used where a plan says nothing.
  static var standard: Self { get }
  /// Says what is wrong with settings that cannot work.
  func validate() throws(ConfigurationError)
}

extension ComponentConfiguration {
  /// Accepts everything.
  public func validate() throws(ConfigurationError) {}

  /// The settings as JSON with sorted keys: the text that identities digest.
  public var canonicalJSON: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Settings are plain numbers, strings and lists: encoding fails only on NaN or infinity,
    // which `validate()` must refuse. An empty text then still identifies nothing else.
    return (try? encoder.encode(self)) ?? Data()
  }

  /// The standard settings with `overrides` laid over them.
  ///
  /// - Parameter overrides: a JSON object; nested objects are merged key by key.
  /// - Returns: the merged and validated settings.
  /// - Throws: `ConfigurationError` naming an unknown key with the nearest known ones, a value of
  ///   the wrong type, or what `validate()` refuses.
  public static func standard(overriddenBy overrides: JSONValue) throws(ConfigurationError) -> Self
  {
    let base: JSONValue
    do {
      base = try JSONDecoder().decode(JSONValue.self, from: standard.canonicalJSON)
    } catch {
      throw ConfigurationError("the standard configuration is not valid JSON: \(error)")
    }
    let merged = try base.overridden(by: overrides, at: "")
    func decoded(_ settings: JSONValue) throws -> Self {
      try JSONDecoder().decode(Self.self, from: JSONEncoder().encode(settings))
    }
    let configuration: Self
    do {
      configuration = try decoded(merged)
    } catch let error as DecodingError {
      var place = ""
      // For 1.5 where a whole number belongs, Foundation names no path.
      if error.path.isEmpty, case .object(let changes) = overrides {
        let culprit = changes.keys.sorted().first { key in
          let alone = try? base.overridden(by: .object([key: changes[key] ?? .null]), at: "")
          return alone.flatMap { try? decoded($0) } == nil
        }
        place = culprit.map { "'\($0)': " } ?? ""
      }
      throw ConfigurationError("a setting has the wrong type: \(place)\(error.plainDescription)")
    } catch {
      throw ConfigurationError("the settings cannot be read: \(error)")
    }
    try configuration.validate()
    return configuration
  }
}

/// Settings that cannot be used, and why.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was expected, what was found, what to do.
  public let description: String
  /// Makes an error of its words.
  public init(_ description: String) { self.description = description }
}

extension DecodingError {
  /// The path and the complaint, without the decoder's own type names.
  public var plainDescription: String {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      // The cause says more than the complaint, such as the line, or the number that does not fit.
      let cause = (context.underlyingError as NSError?)?.userInfo[NSDebugDescriptionErrorKey]
      let complaint = cause as? String ?? context.debugDescription
      return path.isEmpty ? complaint : "'\(path)': \(complaint)"
    case .keyNotFound: return "'\(path)' is missing"
    @unknown default: return "\(self)"
    }
  }

  /// The keys that lead to the place, such as `tracks[2].title`; empty where the decoder names none.
  var path: String {
    keys.reduce("") { path, key in
      if let index = key.intValue, Int(key.stringValue) == nil { return path + "[\(index)]" }
      return (path.isEmpty ? "" : path + ".") + key.stringValue
    }
  }

  /// The keys that lead to the place, or to where a missing one belongs.
  var keys: [any CodingKey] {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      context.codingPath
    case .keyNotFound(let key, let context): context.codingPath + [key]
    @unknown default: []
    }
  }
}
