public import AudioFiles
public import Fingerprinting
internal import Indexing

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
  let (enrolled, report) = try enrolledSignatures(of: path, with: [strategy], decoder: decoder)
  return (enrolled[0].signature, report)
}

/// The signatures of a whole file in stored form by several strategies that hear at one rate; the file
/// is decoded once.
///
/// - Parameters:
///   - path: a sound file.
///   - strategies: make the signatures; all of one sample rate, at least one.
///   - decoder: which decoder may be used.
/// - Returns: for each strategy the thinned signature and the seconds that it took, decoding included;
///   and what reading the file was like.
/// - Throws: as `enrolledSignature` does.
public func enrolledSignatures(
  of path: FilePath, with strategies: [any FingerprintStrategy],
  decoder: DecoderChoice = .automatic
) throws -> (enrolled: [(signature: Signature, seconds: Double)], report: DecodeReport) {
  let began = ContinuousClock.now
  var extractors = try strategies.map { try $0.makeExtractor() }
  var signatures = try extractors.indices.map { try extractors[$0].consume([Float]().span) }
  var seconds = [Double](repeating: 0, count: strategies.count)
  func timed(_ place: Int, _ body: () throws -> Void) rethrows {
    let start = ContinuousClock.now
    try body()
    seconds[place] += start.secondsUntilNow.value
  }
  let report = try decodeMono(path, at: strategies[0].requirements.sampleRate, decoder: decoder) {
    block in
    for place in extractors.indices {
      try timed(place) { try signatures[place].append(extractors[place].consume(block)) }
    }
  }
  for place in extractors.indices {
    try timed(place) {
      try signatures[place].append(extractors[place].finish())
      signatures[place] = stored(signatures[place], by: strategies[place])
    }
  }
  let decoding = began.secondsUntilNow.value - seconds.reduce(0, +)
  return (zip(signatures, seconds).map { ($0, $1 + decoding) }, report)
}

/// Why a file gave an empty signature, in words: it is too short, or nothing in it stands out.
///
/// - Parameters:
///   - report: what reading it was like.
///   - strategy: what made the signature.
/// - Returns: words.
public func whyNothingCanBeMatched(
  _ report: DecodeReport, _ strategy: any FingerprintStrategy
) -> String {
  let shortest = strategy.requirements.shortestQuery
  return report.readDuration < shortest
    ? "too short: \((report.readDuration.value * 1000).rounded() / 1000) s of sound, \(shortest) are "
      + "needed"
    : "no usable audio: silence, or too even a sound"
}

/// What may keep a recording from being found, in words.
///
/// A small signature is asked of itself: a click or a pure tone has peaks and still nothing to go by.
///
/// - Parameters:
///   - signature: what was enrolled; not empty.
///   - report: what reading the file was like.
///   - strategy: what made the signature.
/// - Returns: doubts; none as a rule.
/// - Throws: `IndexError` where the signature is not the strategy's.
public func doubts(
  about signature: Signature, _ report: DecodeReport, _ strategy: any FingerprintStrategy
) throws -> [String] {
  let shortest = strategy.requirements.shortestQuery
  guard report.readDuration >= shortest else {
    return ["shorter than the shortest query (\(shortest)); it can hardly be matched"]
  }
  guard signature.encodedByteCount < 4_096 else { return [] }
  var builder = try IndexBuilder(strategy.indexing, builtWith: strategy.identity)
  try builder.insert(signature, as: TrackID("itself"))
  return try builder.freeze().search(signature, limit: 1).candidates.isEmpty
    ? ["it holds too little to go by: not even the whole of it is found again"] : []
}

private func stored(_ signature: Signature, by strategy: any FingerprintStrategy) -> Signature {
  // Only the query form tells frames of silence from others.
  guard case .frames(var silent) = signature, signature.isEmpty else {
    return strategy.thinned(signature)
  }
  (silent.words, silent.unreliableBits) = ([], [])
  return .frames(silent)
}
