/// Makes samples of bytes, wherever the bytes were divided.
struct PCMDecoder {
  let format: PCMFormat
  /// Bytes of a frame that has not come whole.
  private var rest: [UInt8] = []
  private var samples: [Float] = []

  init(_ format: PCMFormat) { self.format = format }

  /// Decodes the next bytes.
  ///
  /// - Parameters:
  ///   - bytes: of an interleaved format any number; of a planar one a whole piece.
  ///   - body: gets interleaved samples, whole frames; not called for none.
  mutating func decode(
    _ bytes: UnsafeRawBufferPointer, into body: (Span<Float>) throws -> Void
  ) rethrows {
    let frame = format.bytesPerFrame
    if !format.isInterleaved, format.channels > 1 {
      return try decodePlanes(bytes, into: body)
    }
    var start = 0
    if !rest.isEmpty {
      let taken = min(frame - rest.count, bytes.count)
      rest.append(contentsOf: bytes[..<taken])
      start = taken
      guard rest.count == frame else { return }
      let whole = rest
      rest.removeAll(keepingCapacity: true)
      try whole.withUnsafeBytes { try give($0, into: body) }
    }
    let end = start + (bytes.count - start) / frame * frame
    rest.append(contentsOf: bytes[end...])
    try give(UnsafeRawBufferPointer(rebasing: bytes[start..<end]), into: body)
  }

  private mutating func give(
    _ bytes: UnsafeRawBufferPointer, into body: (Span<Float>) throws -> Void
  ) rethrows {
    let count = bytes.count / format.encoding.byteCount
    guard count > 0 else { return }
    reserve(count)
    samples.withUnsafeMutableBufferPointer { target in
      guard let output = target.baseAddress else { return }
      Self.convert(bytes, format.encoding, count: count, to: output, stride: 1)
    }
    try body(samples.span.extracting(0..<count))
  }

  private mutating func decodePlanes(
    _ bytes: UnsafeRawBufferPointer, into body: (Span<Float>) throws -> Void
  ) rethrows {
    let frames = bytes.count / format.bytesPerFrame
    let count = frames * format.channels
    guard count > 0 else { return }
    reserve(count)
    let (encoding, channels) = (format.encoding, format.channels)
    samples.withUnsafeMutableBufferPointer { target in
      guard let output = target.baseAddress else { return }
      let plane = frames * encoding.byteCount
      for channel in 0..<channels {
        let part = UnsafeRawBufferPointer(rebasing: bytes[channel * plane..<(channel + 1) * plane])
        Self.convert(part, encoding, count: frames, to: output + channel, stride: channels)
      }
    }
    try body(samples.span.extracting(0..<count))
  }

  private mutating func reserve(_ count: Int) {
    if samples.count < count {
      samples.append(contentsOf: repeatElement(0, count: count - samples.count))
    }
  }

  /// Scales as libsndfile does: full scale of integers is a power of two.
  private static func convert(
    _ bytes: UnsafeRawBufferPointer, _ encoding: SampleEncoding, count: Int,
    to output: UnsafeMutablePointer<Float>, stride: Int
  ) {
    switch encoding {
    case .u8:
      for index in 0..<count {
        output[index * stride] = Float(Int(bytes[index]) - 128) * 0x1p-7
      }
    case .s16:
      for index in 0..<count {
        let value = Int16(
          littleEndian: bytes.loadUnaligned(fromByteOffset: 2 * index, as: Int16.self))
        output[index * stride] = Float(value) * 0x1p-15
      }
    case .s24:
      for index in 0..<count {
        let low = UInt32(bytes[3 * index]) << 8 | UInt32(bytes[3 * index + 1]) << 16
        let value = Int32(bitPattern: low | UInt32(bytes[3 * index + 2]) << 24)
        output[index * stride] = Float(value) * 0x1p-31
      }
    case .s32:
      for index in 0..<count {
        let value = Int32(
          littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * index, as: Int32.self))
        output[index * stride] = Float(value) * 0x1p-31
      }
    case .f32:
      for index in 0..<count {
        let bits = UInt32(
          littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self))
        output[index * stride] = Float(bitPattern: bits)
      }
    case .f64:
      for index in 0..<count {
        let bits = UInt64(
          littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self))
        output[index * stride] = Float(Double(bitPattern: bits))
      }
    }
  }
}
