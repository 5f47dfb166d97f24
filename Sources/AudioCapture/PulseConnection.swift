internal import AudioFiles
internal import CPulse
internal import Fingerprinting
internal import Foundation

/// A connection to a sound server, used by one thread, which never waits longer than it was told.
final class PulseConnection {
  /// What a server tells of a source.
  struct SourceInfo {
    var name: String
    var rate: UInt32
    var channels: UInt8
  }

  let name: String
  let patience: Seconds
  let stop: StopSignal
  let pulse: PulseLibrary
  private let server: String?
  private let loop: OpaquePointer
  let context: OpaquePointer

  init(server: String?, name: String, patience: Seconds, stop: StopSignal) throws {
    self.server = server
    self.name = name
    self.patience = patience
    self.stop = stop
    do throws(PulseLibrary.Absence) {
      pulse = try PulseLibrary.shared.get()
    } catch {
      throw PCMSourceError.unavailable(source: name, reason: error.reason)
    }
    guard let loop = pulse.mainloopNew() else {
      throw PCMSourceError.unavailable(source: name, reason: "no memory for a connection")
    }
    guard let context = pulse.contextNew(pulse.mainloopAPI(loop), "soundmark") else {
      pulse.mainloopFree(loop)
      throw PCMSourceError.unavailable(source: name, reason: "no memory for a connection")
    }
    self.loop = loop
    self.context = context
  }

  deinit {
    pulse.contextDisconnect(context)
    pulse.contextUnref(context)
    pulse.mainloopFree(loop)
  }

  var isStopped: Bool { stop.isStopped }

  /// The server's words for the last thing that went wrong.
  var failure: String {
    pulse.words(pulse.contextErrno(context)).map { String(cString: $0) } ?? "an unknown error"
  }

  /// Connects; false where the delivery was stopped meanwhile.
  func connect() throws -> Bool {
    guard pulse.contextConnect(context, server, PA_CONTEXT_NOAUTOSPAWN, nil) >= 0 else {
      throw refusal
    }
    return try wait("a connection") {
      switch pulse.contextState(context) {
      case PA_CONTEXT_READY: return true
      case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED: throw refusal
      default: return false
      }
    }
  }

  private var refusal: PCMSourceError {
    let code = pulse.contextErrno(context)
    if [PA_ERR_ACCESS, PA_ERR_AUTHKEY].contains(where: { $0.rawValue == UInt32(code) }) {
      return .refused(source: name, reason: failure + "; ask whoever runs the sound server")
    }
    return .unavailable(
      source: name, reason: "\(failure); is a PulseAudio or PipeWire server running?")
  }

  /// Lets the connection work for at most a twentieth of a second.
  func iterate() throws {
    guard pulse.mainloopPrepare(loop, 50_000) >= 0, pulse.mainloopPoll(loop) >= 0,
      pulse.mainloopDispatch(loop) >= 0
    else { throw PCMSourceError.lost(source: name, reason: "the connection broke") }
  }

  /// Works until something holds; false where the delivery was stopped meanwhile.
  func wait(_ what: String, until holds: () throws -> Bool) throws -> Bool {
    let deadline = ContinuousClock.now + .seconds(patience.value)
    while try !holds() {
      guard !stop.isStopped else { return false }
      guard ContinuousClock.now < deadline else {
        throw PCMSourceError.unavailable(
          source: name, reason: "the server did not give \(what) within \(patience)")
      }
      try iterate()
    }
    return true
  }

  /// Waits for the answer to a question; false where the delivery was stopped meanwhile.
  private func wait(for operation: OpaquePointer?) throws -> Bool {
    guard let operation else { throw PCMSourceError.lost(source: name, reason: failure) }
    defer { pulse.operationUnref(operation) }
    return try wait("an answer") {
      pulse.operationState(operation) != PA_OPERATION_RUNNING
    }
  }

  private final class Answers {
    var infos: [SourceInfo] = []
  }

  private static let keep: pa_source_info_cb_t = { _, info, end, user in
    guard end == 0, let info, let user else { return }
    let answers = Unmanaged<Answers>.fromOpaque(user).takeUnretainedValue()
    guard let name = info.pointee.name else { return }
    answers.infos.append(
      SourceInfo(
        name: String(cString: name), rate: info.pointee.sample_spec.rate,
        channels: info.pointee.sample_spec.channels))
  }

  /// A source; nil where there is none of that name.
  func source(named name: String) throws -> SourceInfo? {
    let answers = Answers()
    let user = Unmanaged.passUnretained(answers).toOpaque()
    guard try wait(for: pulse.sourceByName(context, name, Self.keep, user))
    else { return nil }
    return answers.infos.first
  }

  /// The names of all sources, as the server lists them.
  func sourceNames() throws -> [String] {
    let answers = Answers()
    let user = Unmanaged.passUnretained(answers).toOpaque()
    _ = try wait(for: pulse.sourceList(context, Self.keep, user))
    return answers.infos.map(\.name)
  }
}
