public import Fingerprinting
internal import Foundation

/// Sound that comes through a file descriptor, such as standard input: a WAV file, or bare samples
/// in a format that was agreed on.
public struct DescriptorSource: PCMSource {
  /// What the source is called in messages.
  public let name: String
  private let descriptor: Int32
  private let format: PCMFormat?
  private let patience: Seconds
  private let waits: Bool
  private let pieceBytes: Int

  /// Describes the source.
  ///
  /// - Parameters:
  ///   - descriptor: what is read; it is not closed.
  ///   - name: for messages.
  ///   - format: how bare samples are written; nil where a WAV file is expected. A WAV file is
  ///     recognised in either case.
  ///   - patience: how long nothing may come before the source counts as stalled.
  ///   - waits: whether a stalled source is reported and waited for; else it is an error.
  ///   - pieceBytes: the most that is read at once.
  public init(
    _ descriptor: Int32, name: String, format: PCMFormat?, patience: Seconds = Seconds(5),
    waits: Bool = false, pieceBytes: Int = 16_384
  ) {
    self.descriptor = descriptor
    self.name = name
    self.format = format
    self.patience = patience
    self.waits = waits
    self.pieceBytes = pieceBytes
  }

  /// Reads until the other side closes.
  public func deliver(
    until stop: StopSignal, opened: () -> Void, to body: (SourcePiece) throws -> Void
  ) throws {
    guard fcntl(descriptor, F_GETFD) >= 0 else {
      throw PCMSourceError.unavailable(source: name, reason: String(cString: strerror(errno)))
    }
    try format?.validate()
    opened()
    var head = WaveStreamHead()
    var found: PCMFormat?
    var plausibility: SampleCheck?
    var finiteness: FiniteCheck?
    var block = [UInt8](repeating: 0, count: pieceBytes)
    func give(_ bytes: [UInt8], _ format: PCMFormat) throws {
      guard !bytes.isEmpty else { return }
      if finiteness == nil { finiteness = FiniteCheck(format) }
      for remark in [plausibility?.take(bytes), finiteness?.take(bytes)] {
        if let remark { try body(.remark("\(name): \(remark)")) }
      }
      try body(.sound(PCMBuffer(format: format, bytes: bytes)))
    }
    while let count = try read(
      into: &block, until: stop,
      stalled: {
        try body(.interrupted(PCMSourceError.stalled(source: name, after: patience).description))
      },
      goesOn: { try body(.lost(nil)) })
    {
      if let found {
        try give(head.limit(Array(block[..<count])), found)
        continue
      }
      switch head.take(block[..<count]) {
      case .needsMore: continue
      case .wave(let wave, let rest):
        try wave.validate()
        if let format, format != wave {
          try body(.remark("\(name): a WAV file; its header counts: \(wave)"))
        }
        found = wave
        try give(head.limit(rest), wave)
      case .unusable(let reason): throw PCMSourceError.unusable(source: name, reason: reason)
      case .noWave(let rest):
        guard let format else {
          throw PCMSourceError.unusable(
            source: name,
            reason: "expected a WAV file, found something else; say how bare samples are written "
              + "(--rate, --channels, --format)")
        }
        found = format
        plausibility = SampleCheck(format)
        try give(rest, format)
      }
    }
    if found == nil, !stop.isStopped, let rest = head.unfinished {
      guard let format else {
        throw PCMSourceError.unusable(
          source: name,
          reason: "expected a WAV file, found \(rest.count) bytes without sound; check the sender")
      }
      try give(rest, format)
    }
  }

  /// Reads what there is; nil at the end.
  private func read(
    into block: inout [UInt8], until stop: StopSignal, stalled: () throws -> Void,
    goesOn: () throws -> Void
  ) throws -> Int? {
    var isStalled = false
    while !stop.isStopped {
      guard stop.wait(for: descriptor, atMost: .seconds(patience.value)) else {
        guard !stop.isStopped else { return nil }
        guard waits else { throw PCMSourceError.stalled(source: name, after: patience) }
        if !isStalled { try stalled() }
        isStalled = true
        continue
      }
      let count = block.withUnsafeMutableBytes {
        Foundation.read(descriptor, $0.baseAddress, $0.count)
      }
      // How much was lost, if anything, nobody knows: a pipe may just have been held up.
      if count > 0 {
        if isStalled { try goesOn() }
        return count
      }
      if count == 0 { return nil }
      let reason = errno
      guard reason == EINTR || reason == EAGAIN else {
        throw PCMSourceError.lost(source: name, reason: String(cString: strerror(reason)))
      }
    }
    return nil
  }
}
