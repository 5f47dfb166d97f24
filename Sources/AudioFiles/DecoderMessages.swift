internal import CSndFile
internal import Foundation
internal import Synchronization

/// What libmpg123 prints while it decodes: it writes to C's `stderr` and names no file.
///
/// From the first MPEG file on, that stream goes through here: what a thread's decoder prints is
/// kept for whoever reads the file, all else is passed on.
enum DecoderMessages {
  /// Bytes printed by the threads that decode, by thread.
  private static let heard = Mutex<[UInt: [UInt8]]>([:])

  #if canImport(Glibc)
    private static let isTaken =
      soundmark_take_errors { _, text, count in
        guard let text else { return 0 }
        let bytes = UnsafeRawBufferPointer(start: text, count: count)
        let isKept = heard.withLock { heard in
          heard[UInt(pthread_self())]?.append(contentsOf: bytes) != nil
        }
        return isKept ? count : write(STDERR_FILENO, text, count)
      } != 0

    /// Does some decoding.
    ///
    /// - Parameter body: calls the decoder in this thread.
    /// - Returns: what `body` returns, and what was printed meanwhile, a line each.
    static func during<Value>(_ body: () -> Value) -> (value: Value, messages: [String]) {
      guard isTaken else { return (body(), []) }
      let thread = UInt(pthread_self())
      heard.withLock { $0[thread] = [] }
      let value = body()
      let bytes = heard.withLock { $0.removeValue(forKey: thread) } ?? []
      return (value, String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(words))
    }
  #else
    static func during<Value>(_ body: () -> Value) -> (value: Value, messages: [String]) {
      (body(), [])
    }
  #endif

  /// The message without the place in the library's source.
  private static func words(_ line: Substring) -> String {
    line.range(of: "error: ").map { String(line[$0.upperBound...]) } ?? String(line)
  }
}
