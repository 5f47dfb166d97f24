public import Fingerprinting

/// The sound of a file, as fast as it can be read or as fast as it is heard.
public struct FileSource: PCMSource {
  /// The file.
  public let path: FilePath
  private let decoder: DecoderChoice
  private let isRealTime: Bool

  /// Describes the source.
  ///
  /// - Parameters:
  ///   - path: a sound file.
  ///   - decoder: which decoder may be used.
  ///   - isRealTime: whether sound comes no faster than it is heard.
  public init(_ path: FilePath, decoder: DecoderChoice = .automatic, isRealTime: Bool = false) {
    self.path = path
    self.decoder = decoder
    self.isRealTime = isRealTime
  }

  /// The file's path.
  public var name: String { path.description }

  private struct Stopped: Error {}

  /// Reads to the end; what was odd about reading comes as remarks, after the sound.
  public func deliver(
    until stop: StopSignal, opened: () -> Void, to body: (SourcePiece) throws -> Void
  ) throws {
    let file = try FileDecoder(path, decoder: decoder, track: 0)
    let format = PCMFormat(sampleRate: SampleRate(Double(file.sampleRate)))
    opened()
    let began = ContinuousClock.now
    var frames = 0
    do {
      let report = try decodeMono(path, at: nil, decoder: decoder) { block in
        var start = 0
        while start < block.count {
          guard !stop.isStopped else { throw Stopped() }
          // A tenth of a second where somebody listens along.
          let most = isRealTime ? max(1, file.sampleRate / 10) : block.count
          let count = min(most, block.count - start)
          let bytes = block.extracting(start..<start + count).withUnsafeBytes { Array($0) }
          start += count
          frames += count
          if isRealTime {
            let due = began + .seconds(Double(frames) / Double(file.sampleRate))
            _ = stop.wait(for: nil, atMost: due - .now)
          }
          try body(.sound(PCMBuffer(format: format, bytes: bytes)))
        }
      }
      for warning in report.warnings { try body(.remark("\(path): \(warning)")) }
    } catch is Stopped {}
  }
}
