internal import AudioFiles
internal import Corpora
internal import Fingerprinting
internal import Foundation

/// Times queries one at a time with nothing else running: only times differ between two passes.
///
/// The queries are the plan's first positive ones under its first condition, each written to a WAV
/// file of 16-bit samples, so that decoding is timed too.
struct LatencyPass {
  let worker: QueryWorker
  /// Time spent on the references, by variant.
  let enrolment: [Double]
  let store: RunStore

  /// Queries asked once more before the clock starts, for each variant and length.
  private static let warmUp = 5

  private var experiment: Experiment { worker.experiment }
  private var file: FilePath { store.folder.appending("latency.partial.wav") }

  /// Fills in the rows of costs that the store does not hold yet.
  func run(progress: @Sendable (RunProgress) -> Void) async throws {
    // An earlier session may have been killed and have left it.
    defer { _ = file.withCString { unlink($0) } }
    let costs = try experiment.costs()
    var open: [(variant: Int, length: Seconds, key: String)] = []
    for (place, cost) in costs.enumerated() where try await store.cost(cost.key) == nil {
      open.append((place / experiment.plan.queryLengths.count, cost.length, cost.key))
    }
    let each = experiment.plan.latencyQueries
    let found = (costs.count - open.count) * each
    var state = RunProgress(
      phase: .latency, done: found, total: costs.count * each, found: found)
    for length in experiment.plan.queryLengths {
      let rows = open.filter { $0.length == length }
      if rows.isEmpty { continue }
      let times = try await measure(length, variants: rows.map(\.variant)) {
        state.done += 1
        progress(state)
      }
      for (row, parts) in zip(rows, times) {
        try await store.keep(self.row(row.variant, length, parts), as: row.key)
      }
    }
    // There may be fewer queries than the plan asks for.
    state.done = state.total
    progress(state)
  }

  /// Asks the first queries of a length, one after the other, and returns the times by variant.
  private func measure(
    _ length: Seconds, variants: [Int], progress: () -> Void
  ) async throws -> [[LatencyParts]] {
    var times = variants.map { _ in [LatencyParts]() }
    let wanted = experiment.queries
      .filter { $0.length == length && !$0.answers.isEmpty }
      .prefix(experiment.plan.latencyQueries)
    guard let chain = experiment.chains.first else { return times }
    var asked = 0
    let parts = Dictionary(grouping: wanted, by: \.track.id).sorted { $0.key < $1.key }
      .flatMap { $0.value.parts(of: QueryWorker.queriesPerJob) }
    for part in parts {
      for cut in try worker.cut(part.map { ($0, nil) }) where cut.start != nil {
        guard case .asked(let excerpt, _) = try worker.degrade(cut, under: chain) else { continue }
        try writeWAV(excerpt.audio, to: file, sampleFormat: .pcm16)
        asked += 1
        for (place, variant) in variants.enumerated() {
          try Task.checkCancellation()
          if asked <= Self.warmUp { _ = try await time(variant) }
          if let latency = try await time(variant) { times[place].append(latency) }
          progress()
        }
      }
    }
    return times
  }

  /// The parts of one answer's time; nothing where the recognizer failed.
  private func time(_ variant: Int) async throws -> LatencyParts? {
    let clock = ContinuousClock()
    let began = clock.now
    let audio = try readMono(file, at: nil).audio
    let decode = Seconds((clock.now - began).inSeconds)
    guard var parts = try? await worker.recognizers[variant].identify(audio).latency else {
      return nil
    }
    parts.decode = decode
    return parts
  }

  private func row(_ variant: Int, _ length: Seconds, _ parts: [LatencyParts]) -> CostRow {
    var footprint = worker.recognizers[variant].footprint
    footprint.duration = Seconds(Rounding.fine(footprint.duration.value))
    return CostRow(
      variant: experiment.variants[variant].label, seconds: length.value, footprint: footprint,
      enrolment: Rounding.micro(enrolment[variant]), latencyCount: parts.count,
      decode: Self.percentiles(parts.map(\.decode)),
      extract: Self.percentiles(parts.map(\.extract)),
      search: Self.percentiles(parts.map(\.search)))
  }

  /// Median, 95th and 99th percentile by nearest rank; nothing of nothing.
  static func percentiles(_ times: [Seconds]) -> [Double] {
    guard !times.isEmpty else { return [] }
    let sorted = times.sorted()
    return [50, 95, 99].map { percent in
      let rank = (sorted.count * percent + 99) / 100
      return Rounding.micro(sorted[max(0, rank - 1)].value)
    }
  }
}
