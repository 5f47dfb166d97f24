internal import Files
public import Fingerprinting

/// How samples are stored in a WAV file.
public enum WAVSampleFormat: String, CaseIterable, Codable, Sendable {
  /// 16-bit integers: full scale is clipped.
  case pcm16
  /// 32-bit floating point: any finite value is kept.
  case float32
}

/// Writes mono sound as a WAV file, whole or not at all.
///
/// The same sound gives the same bytes.
///
/// - Parameters:
///   - audio: the sound; its rate must be a whole number of hertz.
///   - path: the file, replaced if it exists.
///   - sampleFormat: how samples are stored.
/// - Returns: how many samples were clipped (`pcm16` only).
/// - Throws: `AudioFileError.notWritable`.
@discardableResult
public func writeWAV(
  _ audio: AudioBuffer, to path: FilePath, sampleFormat: WAVSampleFormat
) throws(AudioFileError) -> Int {
  let rate = audio.sampleRate.hertz
  guard Resampler.sane.contains(rate), rate == rate.rounded() else {
    throw .notWritable(path, reason: "WAV needs a whole rate of 100 to 768000 Hz, not \(rate)")
  }
  let width = sampleFormat == .pcm16 ? 2 : 4
  guard audio.samples.count <= (Int(UInt32.max) - 64) / width else {
    throw .notWritable(path, reason: "WAV ends at 4 GB; write a part of the sound")
  }
  var clipped = 0
  let header = wavHeader(rate: UInt32(rate), count: audio.samples.count, sampleFormat)
  let size = header.count + audio.samples.count * width
  let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
    let target = UnsafeMutableRawBufferPointer(buffer)
    target.copyBytes(from: header)
    var place = header.count
    for sample in audio.samples {
      switch sampleFormat {
      case .float32:
        target.storeBytes(of: sample.bitPattern.littleEndian, toByteOffset: place, as: UInt32.self)
      case .pcm16:
        let scaled = (sample * 32_768).rounded(.toNearestOrEven)
        let limited = scaled.isNaN ? 0 : min(max(scaled, -32_768), 32_767)
        if limited != scaled { clipped += 1 }
        target.storeBytes(of: Int16(limited).littleEndian, toByteOffset: place, as: Int16.self)
      }
      place += width
    }
    filled = size
  }
  do throws(FileError) {
    try replaceFile(path, with: bytes)
  } catch {
    throw .notWritable(path, reason: error.reason)
  }
  return clipped
}

private func wavHeader(rate: UInt32, count: Int, _ format: WAVSampleFormat) -> [UInt8] {
  let width = format == .pcm16 ? 2 : 4
  var header: [UInt8] = []
  func text(_ string: String) { header += Array(string.utf8) }
  func number(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { header += Array($0) }
  }
  text("RIFF")
  number(UInt32(36 + count * width))
  text("WAVEfmt ")
  number(UInt32(16))
  number(UInt16(format == .pcm16 ? 1 : 3))
  number(UInt16(1))
  number(rate)
  number(rate * UInt32(width))
  number(UInt16(width))
  number(UInt16(width * 8))
  text("data")
  number(UInt32(count * width))
  return header
}
