public import Fingerprinting
public import Foundation

/// What is left of a piece of sound: enough to recognise it, too little to hear it.
public struct AudioSignature: Hashable, Sendable {
  /// The strategy that made it.
  public let identity: ComponentIdentity
  /// The strategy's complete configuration as canonical JSON.
  public let configuration: String
  /// Peaks or frames, in query form.
  public let signature: Signature

  /// Joins the parts.
  public init(_ signature: Signature, madeWith strategy: LiveStrategy) {
    self.signature = signature
    identity = strategy.identity
    configuration = strategy.configuration
  }

  /// Reads what `dataRepresentation` wrote, or a signature file.
  ///
  /// - Parameter dataRepresentation: all bytes.
  /// - Throws: `LiveError` with the code `signatureInvalid`.
  public init(dataRepresentation: Data) throws(LiveError) {
    do {
      let file = try SignatureFile(decoding: Array(dataRepresentation))
      signature = file.signature
      identity = file.identity
      configuration = file.configuration
    } catch {
      throw LiveError(.signatureInvalid, "\(error)")
    }
  }

  /// The signature as bytes: those of a signature file.
  public var dataRepresentation: Data {
    Data(
      SignatureFile(
        identity: identity, configuration: configuration, source: nil, signature: signature
      ).encode())
  }

  /// The seconds of sound that it covers.
  public var duration: TimeInterval { signature.duration.value }

  /// Cuts it into pieces, such as queries that a catalog admits.
  ///
  /// - Parameters:
  ///   - start: where the first piece begins, in seconds.
  ///   - duration: how long each piece is; the last may be shorter.
  ///   - stride: seconds from one piece's beginning to the next's; the pieces' duration unless given.
  /// - Returns: the pieces, in order.
  /// - Throws: `LiveError` with the code `signatureDurationInvalid` for times that cannot be.
  public func slices(
    from start: TimeInterval, duration: TimeInterval, stride: TimeInterval? = nil
  ) throws(LiveError) -> Slices {
    let stride = stride ?? duration
    guard duration > 0, stride > 0, duration.isFinite, stride.isFinite, start >= 0, start.isFinite
    else {
      throw LiveError(
        .signatureDurationInvalid,
        "expected a start from 0 and a duration and stride above 0, found \(start), \(duration) "
          + "and \(stride)")
    }
    return Slices(whole: self, start: start, duration: duration, stride: stride)
  }

  /// The pieces of a signature, one after the other.
  public struct Slices: AsyncSequence, Sendable {
    fileprivate let whole: AudioSignature
    fileprivate let start: TimeInterval
    fileprivate let duration: TimeInterval
    fileprivate let stride: TimeInterval

    /// Starts at the first piece.
    public func makeAsyncIterator() -> Iterator { Iterator(slices: self, next: start) }

    /// Walks through the pieces.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate let slices: Slices
      fileprivate var next: TimeInterval

      /// The next piece; nil after the last.
      ///
      /// - Returns: the piece.
      /// - Throws: `CancellationError` where the task was cancelled.
      public mutating func next() async throws -> AudioSignature? {
        try Task.checkCancellation()
        guard next < slices.whole.duration else { return nil }
        defer { next += slices.stride }
        return slices.whole.slice(from: next, to: next + slices.duration)
      }
    }
  }

  /// The part from one time to another.
  func slice(from start: TimeInterval, to end: TimeInterval) -> AudioSignature {
    let frame = signature.frameDuration.value
    let first = Int((start / frame).rounded())
    let count = Int(min(end / frame, 0x1p32).rounded())
    return AudioSignature(signature.slice(first..<max(first, count)), like: self)
  }

  init(_ signature: Signature, like other: AudioSignature) {
    self.signature = signature
    identity = other.identity
    configuration = other.configuration
  }
}
