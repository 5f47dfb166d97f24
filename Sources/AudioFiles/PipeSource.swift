public import Fingerprinting
internal import Foundation

/// Sound that comes through a named pipe.
public struct PipeSource: PCMSource {
  /// The pipe.
  public let path: FilePath
  private let format: PCMFormat?
  private let patience: Seconds
  private let waits: Bool

  /// Describes the source.
  ///
  /// - Parameters:
  ///   - path: the pipe.
  ///   - format: how bare samples are written; nil where a WAV file is expected.
  ///   - patience: how long nothing may come before the source counts as stalled.
  ///   - waits: whether the source goes on when its sender ends or stalls, and waits for the next
  ///     one; else the end of its sender is its end.
  public init(_ path: FilePath, format: PCMFormat?, patience: Seconds, waits: Bool) {
    self.path = path
    self.format = format
    self.patience = patience
    self.waits = waits
  }

  /// The pipe's path.
  public var name: String { path.description }

  /// Whether a path leads to a pipe or a device that delivers bytes.
  public static func isPipe(_ path: FilePath) -> Bool {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { return false }
    return [S_IFIFO, S_IFCHR].contains(status.st_mode & S_IFMT)
  }

  /// Reads until the other side closes, and then, where the source goes on, from the next sender.
  public func deliver(
    until stop: StopSignal, opened: () -> Void, to body: (SourcePiece) throws -> Void
  ) throws {
    let descriptor = path.withCString { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    guard descriptor >= 0 else {
      throw PCMSourceError.unavailable(source: name, reason: String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    var hadSound = false
    try DescriptorSource(descriptor, name: name, format: format, patience: patience, waits: waits)
      .deliver(until: stop, opened: opened) { piece in
        if case .sound = piece { hadSound = true }
        try body(piece)
      }
    guard waits, !stop.isStopped else { return }
    throw PCMSourceError.lost(
      source: name, reason: hadSound ? "its sender has ended" : "its sender has sent no sound")
  }
}
