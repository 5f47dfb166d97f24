public import AudioFiles
internal import CPulse
public import Fingerprinting
internal import Foundation

/// Sound recorded through a PulseAudio or PipeWire server.
public struct PulseSource: PCMSource {
  /// What is recorded.
  public enum Device: Hashable, Sendable {
    /// The source that the user has chosen, mostly a microphone.
    case defaultSource
    /// What the sink that the user has chosen plays: the desktop's own sound.
    case defaultMonitor
    /// A source by its name, or what a sink of that name plays.
    case named(String)
  }

  /// What is recorded.
  public let device: Device
  private let server: String?
  private let patience: Seconds

  /// Describes the source.
  ///
  /// - Parameters:
  ///   - device: what is recorded.
  ///   - server: the server's address; the user's own unless given.
  ///   - patience: how long the server may take to answer, and the source to deliver.
  public init(
    _ device: Device = .defaultSource, server: String? = nil, patience: Seconds = Seconds(5)
  ) {
    self.device = device
    self.server = server
    self.patience = patience
  }

  /// The device, for messages.
  public var name: String {
    switch device {
    case .defaultSource: "pulse"
    case .defaultMonitor: "pulse:monitor"
    case .named(let name): "pulse:\(name)"
    }
  }

  /// Records until stopped.
  public func deliver(
    until stop: StopSignal, opened: () -> Void, to body: (SourcePiece) throws -> Void
  ) throws {
    let connection = try PulseConnection(
      server: server, name: name, patience: patience, stop: stop)
    guard try connection.connect(), let found = try find(on: connection) else { return }
    let stream = PulseRecordStream(connection, found, mayMove: isMovable)
    guard try stream.start() else { return }
    opened()
    try stream.run(body)
  }

  /// Whether the server may go on with another device when this one is taken away.
  private var isMovable: Bool {
    if case .named = device { false } else { true }
  }

  private func find(on connection: PulseConnection) throws -> PulseConnection.SourceInfo? {
    let wanted: [String]
    switch device {
    case .defaultSource: wanted = ["@DEFAULT_SOURCE@"]
    case .defaultMonitor: wanted = ["@DEFAULT_MONITOR@"]
    case .named(let name): wanted = [name, name + ".monitor"]
    }
    for name in wanted {
      if let info = try connection.source(named: name) { return info }
      if connection.isStopped { return nil }
    }
    let known = try connection.sourceNames()
    throw PCMSourceError.unavailable(
      source: name,
      reason: known.isEmpty
        ? "the server has no source" : "no such source; known are \(known.joined(separator: ", "))")
  }
}
