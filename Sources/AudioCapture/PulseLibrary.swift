internal import AudioFiles
internal import CPulse
internal import Fingerprinting
internal import Foundation

/// libpulse, loaded when something is to be recorded: nothing else needs it, and it brings many
/// libraries along.
struct PulseLibrary: Sendable {
  typealias Callback = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void

  let mainloopNew: @convention(c) () -> OpaquePointer?
  let mainloopFree: @convention(c) (OpaquePointer) -> Void
  let mainloopAPI: @convention(c) (OpaquePointer) -> UnsafeMutablePointer<pa_mainloop_api>?
  let mainloopPrepare: @convention(c) (OpaquePointer, Int32) -> Int32
  let mainloopPoll: @convention(c) (OpaquePointer) -> Int32
  let mainloopDispatch: @convention(c) (OpaquePointer) -> Int32

  let contextNew:
    @convention(c) (UnsafeMutablePointer<pa_mainloop_api>?, UnsafePointer<CChar>) -> OpaquePointer?
  let contextConnect:
    @convention(c) (
      OpaquePointer, UnsafePointer<CChar>?, pa_context_flags_t, UnsafePointer<pa_spawn_api>?
    ) -> Int32
  let contextDisconnect: @convention(c) (OpaquePointer) -> Void
  let contextUnref: @convention(c) (OpaquePointer) -> Void
  let contextErrno: @convention(c) (OpaquePointer) -> Int32
  let contextState: @convention(c) (OpaquePointer) -> pa_context_state_t
  let sourceByName:
    @convention(c) (
      OpaquePointer, UnsafePointer<CChar>, pa_source_info_cb_t, UnsafeMutableRawPointer?
    ) -> OpaquePointer?
  let sourceList:
    @convention(c) (
      OpaquePointer, pa_source_info_cb_t, UnsafeMutableRawPointer?
    ) -> OpaquePointer?
  let words: @convention(c) (Int32) -> UnsafePointer<CChar>?

  let operationState: @convention(c) (OpaquePointer) -> pa_operation_state_t
  let operationUnref: @convention(c) (OpaquePointer) -> Void

  let streamNew:
    @convention(c) (
      OpaquePointer, UnsafePointer<CChar>, UnsafePointer<pa_sample_spec>,
      UnsafePointer<pa_channel_map>?
    ) -> OpaquePointer?
  let streamRecord:
    @convention(c) (
      OpaquePointer, UnsafePointer<CChar>, UnsafePointer<pa_buffer_attr>, pa_stream_flags_t
    ) -> Int32
  let streamOnOverflow: @convention(c) (OpaquePointer, Callback?, UnsafeMutableRawPointer?) -> Void
  let streamDisconnect: @convention(c) (OpaquePointer) -> Int32
  let streamUnref: @convention(c) (OpaquePointer) -> Void
  let streamState: @convention(c) (OpaquePointer) -> pa_stream_state_t
  let streamReadable: @convention(c) (OpaquePointer) -> Int
  let streamPeek:
    @convention(c) (
      OpaquePointer, UnsafeMutablePointer<UnsafeRawPointer?>, UnsafeMutablePointer<Int>
    ) -> Int32
  let streamDrop: @convention(c) (OpaquePointer) -> Int32

  /// Why the library cannot be used.
  struct Absence: Error {
    let reason: String
  }

  /// The names that the library goes by, the likeliest first.
  static let names = ["libpulse.so.0", "libpulse.so", "libpulse.0.dylib", "libpulse.dylib"]

  /// The library, loaded the first time that it is asked for.
  static let shared = Result { () throws(Absence) in try PulseLibrary(oneOf: names) }

  /// Loads the first library that there is.
  init(oneOf names: [String]) throws(Absence) {
    var opened: UnsafeMutableRawPointer?
    for name in names where opened == nil { opened = dlopen(name, RTLD_NOW | RTLD_LOCAL) }
    guard let handle = opened else {
      let found = dlerror().map { String(cString: $0) } ?? "it cannot be loaded"
      throw Absence(
        reason: "expected the library libpulse, found: \(found); install libpulse0 (Debian), "
          + "pulseaudio-libs (Fedora) or pulseaudio (Homebrew), or give the sound on standard input"
      )
    }
    /// A function; the type is the one that the library's header gives it.
    func function<Function>(_ name: String) throws(Absence) -> Function {
      guard let address = dlsym(handle, name) else {
        throw Absence(reason: "the library libpulse has no '\(name)'; install a newer one")
      }
      return unsafeBitCast(address, to: Function.self)
    }
    mainloopNew = try function("pa_mainloop_new")
    mainloopFree = try function("pa_mainloop_free")
    mainloopAPI = try function("pa_mainloop_get_api")
    mainloopPrepare = try function("pa_mainloop_prepare")
    mainloopPoll = try function("pa_mainloop_poll")
    mainloopDispatch = try function("pa_mainloop_dispatch")
    contextNew = try function("pa_context_new")
    contextConnect = try function("pa_context_connect")
    contextDisconnect = try function("pa_context_disconnect")
    contextUnref = try function("pa_context_unref")
    contextErrno = try function("pa_context_errno")
    contextState = try function("pa_context_get_state")
    sourceByName = try function("pa_context_get_source_info_by_name")
    sourceList = try function("pa_context_get_source_info_list")
    words = try function("pa_strerror")
    operationState = try function("pa_operation_get_state")
    operationUnref = try function("pa_operation_unref")
    streamNew = try function("pa_stream_new")
    streamRecord = try function("pa_stream_connect_record")
    streamOnOverflow = try function("pa_stream_set_overflow_callback")
    streamDisconnect = try function("pa_stream_disconnect")
    streamUnref = try function("pa_stream_unref")
    streamState = try function("pa_stream_get_state")
    streamReadable = try function("pa_stream_readable_size")
    streamPeek = try function("pa_stream_peek")
    streamDrop = try function("pa_stream_drop")
  }
}
