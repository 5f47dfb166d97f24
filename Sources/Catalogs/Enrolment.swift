public import AudioFiles
public import Fingerprinting

/// The signature of a whole file in stored form, made in one pass and in bounded memory.
///
/// Where nothing could ever be matched, as in silence, it is empty.
///
/// - Parameters:
///   - path: a sound file.
///   - strategy: makes the signature.
///   - decoder: which decoder may be used.
/// - Returns: the thinned signature, and what reading the file was like.
/// - Throws: `AudioFileError` where there is no sound to be had, what the strategy throws, or
///   `CancellationError`.
public func enrolledSignature(
  of path: FilePath, with strategy: any FingerprintStrategy, decoder: DecoderChoice = .automatic
) throws -> (signature: Signature, report: DecodeReport) {
  var extractor = try strategy.makeExtractor()
  var signature = try extractor.consume([Float]().span)
  let report = try decodeMono(path, at: strategy.requirements.sampleRate, decoder: decoder) {
    try signature.append(extractor.consume($0))
  }
  try signature.append(extractor.finish())
  // Only the query form tells frames of silence from others.
  switch signature {
  case .frames(var silent) where signature.isEmpty:
    (silent.words, silent.unreliableBits) = ([], [])
    return (.frames(silent), report)
  default: return (strategy.thinned(signature), report)
  }
}
