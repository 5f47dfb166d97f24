import AudioFiles
import Catalogs
import Fingerprinting
import Foundation
import TestSupport

enum Fixtures {
  static let rate = SampleRate(11_025)
  static let sounds = (1...5).map { TestSound.noise(seed: $0, seconds: 3, rate: rate) }
  /// Five sounds of three seconds, as WAV files.
  static let pieces = sounds.map { waveFile($0) }
  static let strategy = FrameHashStrategy()

  static func configuration(of configuration: some ComponentConfiguration) -> String {
    String(decoding: configuration.canonicalJSON, as: UTF8.self)
  }

  /// A new catalog of the standard strategy.
  static func catalog(at path: FilePath, busyTimeout: Int = 10_000) throws -> Catalog {
    try Catalog(
      creating: path, identity: strategy.identity,
      configuration: configuration(of: strategy.configuration), busyTimeout: busyTimeout)
  }

  /// Writes the first pieces as `0.wav` and so on.
  static func write(_ count: Int, into folder: FilePath) throws -> [FilePath] {
    try (0..<count).map { place in
      let path = folder.appending("\(place).wav")
      try path.write(pieces[place])
      return path
    }
  }

  /// The catalog's best answer to part of a piece.
  static func answer(_ catalog: Catalog, piece: Int) async throws -> TrackID? {
    let part = sounds[piece].samples[(20 * FrameHashStrategy.frameLength)...]
    let recognizer = try await catalog.recognizer(with: strategy)
    let query = AudioBuffer(samples: Array(part), sampleRate: rate)
    return try await recognizer.identify(query).candidates.first { $0.score >= 20 }?.track
  }
}

extension FilePath {
  /// The names in this folder, sorted.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: description).sorted()
  }
}
