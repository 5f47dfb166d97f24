internal import Experiments
internal import Fingerprinting
internal import Foundation

/// The folder of a run, as `run` or `merge` made it, or as it is kept in version control.
struct RunFolder {
  let path: FilePath

  /// Whether the run's store is there, which knows more than the files.
  var hasStore: Bool {
    path.appending("run.sqlite").withCString { access($0, F_OK) == 0 }
  }

  /// All that the run knows, from its store or from its files.
  func record() async throws -> RunRecord {
    hasStore ? try await RunStore(path, create: false).record() : try RunFiles.read(path)
  }
}
