/// A duration or a position in time, in seconds.
public struct Seconds: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
  /// The number of seconds.
  public var value: Double

  /// Makes a time of `value` seconds.
  public init(_ value: Double) { self.value = value }

  /// No time at all.
  public static let zero = Seconds(0)

  /// A time that nobody has noted; no time is near it.
  public static let unknown = Seconds(.infinity)

  /// Whether it is a time at all.
  public var isKnown: Bool { value.isFinite }

  /// Reads a bare number.
  public init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Double.self)
  }

  /// Writes a bare number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }

  /// Orders by time.
  public static func < (left: Seconds, right: Seconds) -> Bool { left.value < right.value }
  /// The sum of two times.
  public static func + (left: Seconds, right: Seconds) -> Seconds {
    Seconds(left.value + right.value)
  }
  /// The difference of two times.
  public static func - (left: Seconds, right: Seconds) -> Seconds {
    Seconds(left.value - right.value)
  }
  /// A time scaled by a plain factor.
  public static func * (time: Seconds, factor: Double) -> Seconds { Seconds(time.value * factor) }

  /// The number with its unit.
  public var description: String { "\(value) s" }
}

/// Samples per second of one channel.
public struct SampleRate: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
  /// The rate in hertz; may be fractional (5,512.5).
  public var hertz: Double

  /// Makes a rate of `hertz` samples per second.
  public init(_ hertz: Double) { self.hertz = hertz }

  /// The rate of the compact disc, and the default working rate of plans.
  public static let compactDisc = SampleRate(44_100)

  /// Reads a bare number.
  public init(from decoder: any Decoder) throws {
    hertz = try decoder.singleValueContainer().decode(Double.self)
  }

  /// Writes a bare number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hertz)
  }

  /// Orders by rate.
  public static func < (left: SampleRate, right: SampleRate) -> Bool { left.hertz < right.hertz }

  /// The time that `count` samples take.
  public func duration(ofSamples count: Int) -> Seconds { Seconds(Double(count) / hertz) }

  /// The number with its unit.
  public var description: String { "\(hertz) Hz" }
}
