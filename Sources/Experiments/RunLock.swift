internal import Fingerprinting
internal import Foundation

/// Keeps programs from running experiments in one folder at the same time: they would time each
/// other, and one would report what the other plans.
struct RunLock: ~Copyable {
  private let descriptor: CInt

  /// Takes the lock; where the file system knows none, nothing is locked.
  ///
  /// - Parameter folder: the run's folder.
  /// - Throws: `ExperimentError` where another program has it.
  init(_ folder: FilePath) throws(ExperimentError) {
    let opened = folder.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    if opened >= 0, flock(opened, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
      close(opened)
      throw .inaccessible(
        path: folder,
        reason:
          "another program runs an experiment there; wait until it has ended, or name another "
          + "folder with --output")
    }
    descriptor = opened
  }

  deinit {
    guard descriptor >= 0 else { return }
    // A child that was just being started may have a copy for a moment: closing is not enough.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
