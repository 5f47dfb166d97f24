internal import AudioFiles
internal import CPulse
internal import Fingerprinting
internal import Foundation

/// A recording on a connection.
final class PulseRecordStream {
  private let connection: PulseConnection
  private let info: PulseConnection.SourceInfo
  private let mayMove: Bool
  private let format: PCMFormat
  private var stream: OpaquePointer?
  private var pulse: PulseLibrary { connection.pulse }
  /// Whether the server dropped sound since it was last asked.
  private let overflow = Overflow()

  private final class Overflow {
    var hasHappened = false
  }

  init(
    _ connection: PulseConnection, _ info: PulseConnection.SourceInfo, mayMove: Bool
  ) {
    self.connection = connection
    self.info = info
    self.mayMove = mayMove
    format = PCMFormat(
      sampleRate: SampleRate(Double(min(192_000, max(8_000, info.rate)))),
      channels: Int(min(8, max(1, info.channels))), encoding: .f32)
  }

  deinit {
    if let stream {
      pulse.streamOnOverflow(stream, nil, nil)
      _ = pulse.streamDisconnect(stream)
      pulse.streamUnref(stream)
    }
  }

  /// Begins to record; false where the delivery was stopped meanwhile.
  func start() throws -> Bool {
    var specification = pa_sample_spec(
      format: PA_SAMPLE_FLOAT32LE, rate: UInt32(format.sampleRate.hertz),
      channels: UInt8(format.channels))
    guard let stream = pulse.streamNew(connection.context, "listen", &specification, nil) else {
      throw failure
    }
    self.stream = stream
    pulse.streamOnOverflow(
      stream,
      { _, user in
        guard let user else { return }
        Unmanaged<Overflow>.fromOpaque(user).takeUnretainedValue().hasHappened = true
      }, Unmanaged.passUnretained(overflow).toOpaque())
    // A fortieth of a second at a time.
    let fragment = UInt32(format.sampleRate.hertz / 40) * UInt32(format.bytesPerFrame)
    var attributes = pa_buffer_attr(
      maxlength: .max, tlength: .max, prebuf: .max, minreq: .max, fragsize: fragment)
    var flags = PA_STREAM_ADJUST_LATENCY.rawValue
    if !mayMove { flags |= PA_STREAM_DONT_MOVE.rawValue }
    guard
      pulse.streamRecord(
        stream, info.name, &attributes, pa_stream_flags_t(rawValue: flags)) >= 0
    else { throw failure }
    return try connection.wait("a recording") {
      switch pulse.streamState(stream) {
      case PA_STREAM_READY: return true
      case PA_STREAM_FAILED, PA_STREAM_TERMINATED: throw failure
      default: return false
      }
    }
  }

  private var failure: PCMSourceError {
    .unavailable(source: connection.name, reason: connection.failure)
  }

  /// Records until stopped, or until the source is silent for longer than patience allows.
  func run(_ body: (SourcePiece) throws -> Void) throws {
    guard let stream else { return }
    var latest = ContinuousClock.now
    while !connection.isStopped {
      try connection.iterate()
      guard pulse.contextState(connection.context) == PA_CONTEXT_READY else {
        throw PCMSourceError.lost(
          source: connection.name, reason: "the server has ended (\(connection.failure))")
      }
      guard pulse.streamState(stream) == PA_STREAM_READY else {
        throw PCMSourceError.lost(source: connection.name, reason: "the device was taken away")
      }
      if overflow.hasHappened {
        overflow.hasHappened = false
        try body(.lost(nil))
      }
      while pulse.streamReadable(stream) > 0, !connection.isStopped {
        try give(from: stream, body)
        latest = .now
      }
      let silence = ContinuousClock.now - latest
      if silence > .seconds(connection.patience.value) {
        throw PCMSourceError.stalled(source: connection.name, after: connection.patience)
      }
    }
  }

  private func give(from stream: OpaquePointer, _ body: (SourcePiece) throws -> Void) throws {
    var data: UnsafeRawPointer?
    var count = 0
    guard pulse.streamPeek(stream, &data, &count) >= 0 else {
      throw PCMSourceError.lost(source: connection.name, reason: connection.failure)
    }
    guard count > 0 else { return }
    defer { _ = pulse.streamDrop(stream) }
    if let data {
      let bytes = Array(UnsafeRawBufferPointer(start: data, count: count))
      try body(.sound(PCMBuffer(format: format, bytes: bytes)))
    } else {
      // A hole in the recording.
      try body(.lost(format.sampleRate.duration(ofSamples: count / format.bytesPerFrame)))
    }
  }
}
