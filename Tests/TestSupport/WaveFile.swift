public import Fingerprinting

/// A WAV file written without any of the project's own code, so that decoders have something to be
/// right against.
///
/// - Parameters:
///   - channels: samples by channel, all of one length.
///   - rate: samples per second.
///   - float: 32-bit floats; otherwise 16-bit integers, rounded and clipped.
/// - Returns: the bytes of the file.
public func waveFile(channels: [[Float]], rate: Int = 44_100, float: Bool = false) -> [UInt8] {
  let width = float ? 4 : 2
  let frames = channels.first?.count ?? 0
  var data: [UInt8] = []
  data.reserveCapacity(frames * channels.count * width)
  for frame in 0..<frames {
    for channel in channels {
      if float {
        data += littleEndian(channel[frame].bitPattern)
      } else {
        let scaled = (channel[frame] * 32_768).rounded()
        let clipped = Int16(max(-32_768, min(32_767, scaled)))
        data += littleEndian(UInt16(bitPattern: clipped))
      }
    }
  }
  var format = littleEndian(UInt16(float ? 3 : 1)) + littleEndian(UInt16(channels.count))
  format += littleEndian(UInt32(rate)) + littleEndian(UInt32(rate * channels.count * width))
  format += littleEndian(UInt16(channels.count * width)) + littleEndian(UInt16(width * 8))
  let body =
    Array("WAVEfmt ".utf8) + littleEndian(UInt32(format.count)) + format
    + Array("data".utf8) + littleEndian(UInt32(data.count)) + data
  return Array("RIFF".utf8) + littleEndian(UInt32(body.count)) + body
}

/// A mono WAV file of 32-bit floats.
public func waveFile(_ audio: AudioBuffer) -> [UInt8] {
  waveFile(channels: [audio.samples], rate: Int(audio.sampleRate.hertz), float: true)
}

private func littleEndian(_ number: some FixedWidthInteger) -> [UInt8] {
  withUnsafeBytes(of: number.littleEndian) { Array($0) }
}
