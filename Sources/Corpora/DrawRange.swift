public import Fingerprinting

/// A setting that is one number, or is drawn evenly from a range: `5` or `[0, 10]` in JSON.
public struct DrawRange: Hashable, Codable, Sendable {
  /// The lowest and the highest value.
  public let bounds: ClosedRange<Double>

  /// The one number.
  public init(_ value: Double) { bounds = value...value }

  /// Any number of a range.
  public init(_ bounds: ClosedRange<Double>) { self.bounds = bounds }

  /// Reads a number, or a list of the lowest and the highest.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Double.self) {
      self.init(value)
      return
    }
    let ends = try container.decode([Double].self)
    guard ends.count == 2, ends[0] <= ends[1] else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "expected a number or [lowest, highest], found \(ends)")
    }
    self.init(ends[0]...ends[1])
  }

  /// Writes a number, or a list of the lowest and the highest.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if bounds.lowerBound == bounds.upperBound {
      try container.encode(bounds.lowerBound)
    } else {
      try container.encode([bounds.lowerBound, bounds.upperBound])
    }
  }

  /// Draws a number; a draw is used up even where there is only one.
  public func draw(using generator: inout SplitMix64) -> Double {
    generator.uniform(in: bounds)
  }

  /// Refuses values beyond what makes sense.
  func validate(_ name: String, within legal: ClosedRange<Double>) throws(ConfigurationError) {
    guard legal.contains(bounds.lowerBound), legal.contains(bounds.upperBound) else {
      throw ConfigurationError(
        "'\(name)' must lie in \(legal.lowerBound) to \(legal.upperBound), found "
          + "\(bounds.lowerBound) to \(bounds.upperBound)")
    }
  }
}
