/// The start of a reproducible random stream.
///
/// A seed for a part of the work is derived by name from the seed of the whole, so that neither
/// order, nor threads, nor added work change what a part draws.
public struct Seed: Hashable, Codable, Sendable {
  /// The number itself.
  public let rawValue: UInt64

  /// Makes a seed of a number.
  public init(_ rawValue: UInt64) { self.rawValue = rawValue }

  /// Reads a bare number.
  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(UInt64.self)
  }

  /// Writes a bare number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }

  /// The seed of the part called `name`: FNV-1a over the bytes, finished as SplitMix64 does.
  public func deriving(_ name: String) -> Seed {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325 ^ rawValue
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    return Seed(SplitMix64.finish(hash &+ rawValue &* 0x9e37_79b9_7f4a_7c15))
  }

  /// A generator that starts here.
  public var generator: SplitMix64 { SplitMix64(seed: rawValue) }
}

/// The SplitMix64 generator (Steele, Lea and Flood 2014, "Fast splittable pseudorandom number
/// generators"): integers only, the same on every machine.
///
/// Its own drawing functions are used instead of the standard library's, whose algorithms may
/// change with the toolchain.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts the stream of `seed`.
  public init(seed: UInt64) { state = seed }

  static func finish(_ input: UInt64) -> UInt64 {
    var mixed = input
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    return Self.finish(state)
  }

  /// A number in [0, 1) with 53 random bits.
  public mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number in the closed range, evenly spread.
  public mutating func uniform(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + unit() * (range.upperBound - range.lowerBound)
  }

  /// A whole number in 0 ..< `count`; `count` must be positive.
  public mutating func integer(below count: Int) -> Int {
    precondition(count > 0, "a choice needs at least one possibility")
    // Multiply-high; its bias is below count / 2^64.
    return Int(next().multipliedFullWidth(by: UInt64(count)).high)
  }

  /// A whole number in the closed range, evenly spread.
  public mutating func integer(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + integer(below: range.count)
  }

  /// Puts the elements in random order (Fisher–Yates).
  public mutating func shuffle<Element>(_ elements: inout [Element]) {
    guard elements.count > 1 else { return }
    for last in stride(from: elements.count - 1, to: 0, by: -1) {
      elements.swapAt(last, integer(below: last + 1))
    }
  }

  /// An approximately normal number, mean 0 and deviation 1: the sum of twelve uniform numbers,
  /// so that no transcendental function enters.
  public mutating func normal() -> Double {
    var sum = 0.0
    for _ in 0..<6 {
      let bits = next()
      sum += Double(bits >> 32) + Double(bits & 0xffff_ffff)
    }
    return sum * 0x1p-32 - 6
  }
}
