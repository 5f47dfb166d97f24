internal import CommandLineOptions
internal import Experiments
internal import Fingerprinting

extension Option {
  /// `--jobs`: how much is done at once.
  ///
  /// - Parameters:
  ///   - path: the member that it sets.
  ///   - help: what is counted, and that nothing but time depends on it.
  /// - Returns: the option.
  static func jobs(
    _ path: any WritableKeyPath<Arguments, Int> & Sendable,
    _ help: String = "Pieces of work done at once. Results do not depend on it."
  ) -> Option {
    .value("jobs", short: "j", path, in: 1...256, help)
  }

  /// `--datasets`: where the manifests of corpora are.
  static func datasets(_ path: any WritableKeyPath<Arguments, FilePath> & Sendable) -> Option {
    .value("datasets", path, placeholder: "DIR", "Where corpora are named.")
  }
}

extension Experiment {
  /// Runs what a folder's store does not hold yet, and shows how far it is.
  ///
  /// - Parameters:
  ///   - folder: where answers are kept.
  ///   - jobs: pieces of work done at once.
  ///   - shard: which part of the queries is asked.
  /// - Returns: the finished record.
  /// - Throws: what running throws.
  func runShowingProgress(
    in folder: FilePath, jobs: Int, shard: Shard = .whole
  ) async throws -> RunRecord {
    // Opened before the long work, so that a full disk or a typing error shows now.
    let store = try RunStore(folder, create: true)
    let bar = ProgressBar()
    let record = try await run(in: store, jobs: jobs, shard: shard) { progress in
      bar.show(
        progress.phase.rawValue, done: progress.done, of: progress.total, found: progress.found,
        current: progress.current)
    }
    bar.finish()
    return record
  }
}
