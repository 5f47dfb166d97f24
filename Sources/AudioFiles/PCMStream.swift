public import Fingerprinting

/// Brings sound as sources deliver it to mono samples at one rate.
///
/// Bytes may be divided anywhere. The format may change between two pieces: what was begun is
/// finished, and the sound goes on in the new format at the same moment.
public struct PCMStream: ~Copyable {
  /// The rate that goes out.
  public let outputRate: SampleRate
  /// Whether only the four classic rates are allowed.
  public let isStrict: Bool
  /// The format of the latest piece; nil before the first.
  public private(set) var format: PCMFormat?
  private var decoder: PCMDecoder?
  private var converter: MonoConverter?

  /// Prepares a stream.
  ///
  /// - Parameters:
  ///   - outputRate: the rate wanted.
  ///   - isStrict: whether only the four classic rates are allowed, and no change of the format.
  public init(to outputRate: SampleRate, isStrict: Bool = false) {
    self.outputRate = outputRate
    self.isStrict = isStrict
  }

  /// Takes the next bytes.
  ///
  /// - Parameters:
  ///   - bytes: any number, even parts of samples, in an interleaved format; in a planar one a
  ///     whole piece.
  ///   - format: how to read them.
  ///   - body: gets mono samples at the output's rate, in blocks of any length.
  /// - Throws: `PCMFormatError`, or what `body` throws.
  public mutating func process(
    _ bytes: UnsafeRawBufferPointer, as format: PCMFormat, into body: (Span<Float>) throws -> Void
  ) throws {
    if self.format != format {
      try format.validate(isStrict: isStrict)
      if isStrict, let before = self.format {
        throw PCMFormatError(
          "expected \(before), as the sound began, found \(format); begin another session")
      }
      try finish(into: body)
      converter = try MonoConverter(
        from: format.sampleRate, channels: format.channels, to: outputRate)
      decoder = PCMDecoder(format)
      self.format = format
    }
    try decoder?.decode(bytes) { try converter?.process($0, into: body) }
  }

  /// Ends the stream, or what came before a gap; more may follow in any format.
  ///
  /// - Parameter body: gets what is left.
  /// - Throws: what `body` throws.
  public mutating func finish(into body: (Span<Float>) throws -> Void) throws {
    try converter?.finish(into: body)
    converter = nil
    decoder = nil
    format = nil
  }
}
