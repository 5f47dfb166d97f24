import Checksums
import Corpora
import Experiments
import Fingerprinting
import Foundation
import TestSupport

/// A corpus of a few short tracks at 8 kHz, written to a folder.
struct TinyCorpus {
  static let rate = SampleRate(8_000)
  let folder: FilePath
  var manifest: FilePath { folder.appending("corpus.json5") }

  private static let references = (1...5 as ClosedRange<UInt64>).map {
    TestSound.music(seed: $0, seconds: 10, rate: rate)
  }
  private static let negatives = (101...105 as ClosedRange<UInt64>).map {
    TestSound.music(seed: $0, seconds: 8, rate: rate)
  }

  /// Six references (two of one recording), three negatives and two for calibration.
  init(in folder: FilePath, shuffled: Bool = false, extra: [(String, AudioBuffer)] = []) throws {
    self.folder = folder
    var tracks: [CorpusTrack] = []
    func add(
      _ id: String, _ audio: AudioBuffer, recording: String? = nil, role: TrackRole, split: Split
    ) throws {
      let bytes = waveFile(audio)
      try folder.appending("\(id).wav").write(bytes)
      tracks.append(
        CorpusTrack(
          id: TrackID(id), recording: recording ?? id, title: id,
          sha256: SHA256.hexDigest(of: Data(bytes)), duration: audio.duration, licence: "CC0-1.0",
          file: "\(id).wav", role: role, split: split))
    }
    for (number, music) in Self.references.enumerated() {
      try add("r\(number + 1)", music, role: .reference, split: .test)
      if number == 0 {
        let quiet = AudioBuffer(samples: music.samples.map { $0 * 0.5 }, sampleRate: Self.rate)
        try add("r1-quiet", quiet, recording: "r1", role: .reference, split: .test)
      }
    }
    for (number, music) in Self.negatives.enumerated() {
      try add(
        "n\(number + 1)", music, role: .outOfCatalogue, split: number > 2 ? .calibration : .test)
    }
    for (id, audio) in extra { try add(id, audio, role: .reference, split: .test) }
    let lines = try tracks.map {
      String(decoding: try JSONEncoder().encode($0), as: UTF8.self)
    }
    let text = """
      {name: "tiny", version: 1, description: "", audioFolder: ".",
       tracks: [\((shuffled ? lines.reversed() : lines).joined(separator: ","))]}
      """
    try manifest.write(Array(text.utf8))
  }

  func plan(_ change: (inout Plan) -> Void = { _ in }) -> Plan {
    var plan = Plan(
      name: "tiny", corpus: manifest.description, workingRate: Self.rate,
      variants: [Plan.Variant(label: "toy", strategy: "toy")],
      conditions: [
        Condition(label: "clean"),
        Condition(
          label: "white 6 dB",
          steps: [
            Condition.Step(
              name: "noise", configuration: .object(["kind": .string("white"), "snr": .integer(6)]))
          ]),
      ], queryLengths: [Seconds(2), Seconds(3)], queriesPerCell: 5, negativesPerCell: 2,
      latencyQueries: 3)
    change(&plan)
    return plan
  }

  static let registry = Registry(
    strategies: [.strategy(ToyStrategy.self)],
    augmentations: [
      .augmentation(Noise.self), .augmentation(FrequencySkew.self), .augmentation(Gain.self),
    ],
    versions: ["toy": "1"])

  func run(
    _ plan: Plan, in name: String, jobs: Int = 2, shard: Shard = .whole,
    progress: @escaping @Sendable (RunProgress) -> Void = { _ in }
  ) async throws -> RunRecord {
    try await Experiment(plan, registry: Self.registry)
      .run(
        in: try RunStore(folder.appending(name), create: true), jobs: jobs, shard: shard,
        progress: progress)
  }
}

extension RunRecord {
  /// The record without what may differ between two runs.
  var withoutTimes: RunRecord {
    var record = self
    record.provenance.times = [:]
    for place in record.costs.indices {
      record.costs[place].enrolment = 0
      record.costs[place].decode = []
      record.costs[place].extract = []
      record.costs[place].search = []
    }
    return record
  }
}
