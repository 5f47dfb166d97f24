internal import AudioFiles
internal import Corpora
internal import Experiments
internal import Fingerprinting
internal import Foundation
internal import Indexing

/// The measurements of `soundmark bench`: each stage of the chain apart, on one thread.
struct Bench {
  private let variant: Variant
  private let samples: Int
  private let queryLength: Seconds
  private let references: [CorpusTrack]
  private let corpus: Corpus
  /// References that together give a measurement of decoding enough to do.
  private let decoded: [CorpusTrack]

  init(variant: Variant, corpus: Corpus, queryLength: Seconds, samples: Int) throws {
    self.variant = variant
    self.corpus = corpus
    self.queryLength = queryLength
    self.samples = samples
    let references = corpus.tracks(role: .reference)
    guard !references.isEmpty else {
      throw CorpusError.missing(
        path: corpus.audioFolder,
        remedy: "make or fetch the corpus first: 'soundmark corpus list' shows what is here")
    }
    // Every n-th reference, so that all kinds of files are among them.
    let step = max(1, references.count / 12)
    self.references = references
    decoded = stride(from: 0, to: references.count, by: step).map { references[$0] }
  }

  /// Measures everything.
  ///
  /// - Parameter progress: told the stages done, all stages, and the one that comes.
  /// - Returns: the figures.
  /// - Throws: what reading, extracting and indexing throw.
  func run(progress: (Int, Int, String) -> Void) throws -> BenchResult {
    let strategy = variant.strategy
    let rate = strategy.requirements.sampleRate
    var result = BenchResult(strategy: strategy.identity.description, corpus: corpus.digest)
    let stages = 7

    progress(0, stages, "decode")
    let seconds = decoded.reduce(0) { $0 + $1.duration.value }
    result.add(
      "decode", .realtime,
      try measure(seconds) {
        for track in decoded { try decodeMono(corpus.path(of: track), at: nil) { _ in } }
      })

    progress(1, stages, "resample")
    let originals = try decoded.prefix(4).map { try readMono(corpus.path(of: $0), at: nil).audio }
    let original = originals.reduce(0) { $0 + $1.duration.value }
    result.add(
      "resample", .realtime,
      try measure(original) {
        for audio in originals {
          _ = try Resampler.resample(audio.samples, from: audio.sampleRate, to: rate)
        }
      })

    progress(2, stages, "extract")
    let resampled = try originals.map {
      try Resampler.resample($0.samples, from: $0.sampleRate, to: rate)
    }
    result.add(
      "extract", .realtime,
      try measure(original) {
        for samples in resampled { _ = try strategy.signature(of: samples.span) }
      })

    progress(3, stages, "references")
    var signatures: [(TrackID, Signature)] = []
    var queries: [Signature] = []
    var extraction: [Double] = []
    for track in references {
      let audio = try readMono(corpus.path(of: track), at: rate).audio
      signatures.append(
        (track.id, strategy.thinned(try strategy.signature(of: audio.samples.span))))
      if let query = excerpt(of: audio), queries.count < 200 {
        let began = ContinuousClock.now
        queries.append(try strategy.signature(of: query.span))
        extraction.append(milliseconds(since: began))
      }
    }
    result.add("extract a query", .milliseconds, extraction)

    progress(4, stages, "index")
    var index: (any SignatureIndex)?
    var insertion: [Double] = []
    var freezing: [Double] = []
    // The first round does not count.
    for round in 0...samples {
      try Task.checkCancellation()
      let began = ContinuousClock.now
      var builder = try IndexBuilder(strategy.indexing, builtWith: strategy.identity)
      for (track, signature) in signatures { try builder.insert(signature, as: track) }
      let inserted = milliseconds(since: began)
      index = try builder.freeze()
      guard round > 0 else { continue }
      insertion.append(inserted)
      freezing.append(milliseconds(since: began) - inserted)
    }
    result.add("insert", .milliseconds, insertion)
    result.add("freeze", .milliseconds, freezing)
    guard let index else { return result }

    progress(5, stages, "open")
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "soundmark-bench-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = FilePath(folder.appendingPathComponent("bench.index").path)
    try index.write(to: file)
    result.add(
      "open the index", .milliseconds,
      try measure(nil) {
        _ = try openIndex(at: file, builtWith: strategy.identity, recipe: strategy.indexing)
      })

    progress(6, stages, "search")
    var search: [Double] = []
    for query in queries {
      let began = ContinuousClock.now
      _ = try index.search(query, limit: 5)
      search.append(milliseconds(since: began))
    }
    result.add("search", .milliseconds, search)

    let footprint = index.footprint
    let covered = max(footprint.duration.value, 1e-9)
    result.add(
      "stored signature", .bytesPerSecond, [Double(footprint.signatureBytes) / covered])
    result.add("derived index", .bytesPerSecond, [Double(footprint.indexBytes) / covered])
    result.add("peak memory", .megabytes, [peakMemory])
    progress(stages, stages, "")
    return result
  }

  private func milliseconds(since began: ContinuousClock.Instant) -> Double {
    (ContinuousClock.now - began) / .milliseconds(1)
  }

  /// Times `work` after one round that does not count.
  ///
  /// - Parameters:
  ///   - seconds: the sound that it works through, for a rate; nil for plain milliseconds.
  ///   - work: what is timed.
  /// - Returns: one figure a round: times realtime, or milliseconds.
  /// - Throws: what `work` throws, and `CancellationError`.
  private func measure(_ seconds: Double?, _ work: () throws -> Void) throws -> [Double] {
    try work()
    return try (0..<samples).map { _ in
      try Task.checkCancellation()
      let began = ContinuousClock.now
      try work()
      let time = milliseconds(since: began)
      return seconds.map { $0 * 1000 / time } ?? time
    }
  }

  /// A query from the middle of a track, off any hop.
  private func excerpt(of audio: AudioBuffer) -> [Float]? {
    let count = Int(queryLength.value * audio.sampleRate.hertz)
    guard audio.samples.count > count else { return nil }
    let start = (audio.samples.count - count) / 2 | 1
    return Array(audio.samples.dropFirst(start).prefix(count))
  }

  /// The most memory that this process ever held, in megabytes.
  private var peakMemory: Double {
    var usage = rusage()
    #if os(Linux)
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return Double(usage.ru_maxrss) / 1024
    #else
      getrusage(RUSAGE_SELF, &usage)
      return Double(usage.ru_maxrss) / 1_048_576
    #endif
  }
}
