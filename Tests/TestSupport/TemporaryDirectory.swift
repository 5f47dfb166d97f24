public import Fingerprinting
import Foundation

/// Runs `body` with a new empty folder, which is removed afterwards.
///
/// - Parameter body: takes the folder's path, which is ASCII.
/// - Returns: what `body` returns.
/// - Throws: what `body` throws, or the reason why no folder could be made.
public func withTemporaryDirectory<Value>(_ body: (FilePath) throws -> Value) throws -> Value {
  let directory = try makeTemporaryDirectory()
  defer { removeTemporaryDirectory(directory) }
  return try body(directory)
}

/// Runs asynchronous `body` with a new empty folder, which is removed afterwards.
///
/// - Parameters:
///   - isolation: the caller's actor.
///   - body: takes the folder's path, which is ASCII.
/// - Returns: what `body` returns.
/// - Throws: what `body` throws, or the reason why no folder could be made.
public func withTemporaryDirectory<Value>(
  isolation: isolated (any Actor)? = #isolation, _ body: (FilePath) async throws -> Value
) async throws -> Value {
  let directory = try makeTemporaryDirectory()
  defer { removeTemporaryDirectory(directory) }
  return try await body(directory)
}

private func makeTemporaryDirectory() throws -> FilePath {
  let directory = FilePath("/tmp").appending("soundmark-test-\(UUID().uuidString)")
  try FileManager.default.createDirectory(
    atPath: directory.description, withIntermediateDirectories: false)
  return directory
}

private func removeTemporaryDirectory(_ directory: FilePath) {
  // `rm` rather than FileManager: tests put names there that are no UTF-8.
  _ = try? runTool("chmod", ["-R", "u+rwx", directory.description])
  _ = try? runTool("rm", ["-rf", directory.description])
}

extension FilePath {
  /// Writes the bytes to the file at this path.
  public func write(_ bytes: [UInt8]) throws {
    guard let file = withCString({ fopen($0, "wb") }) else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: description])
    }
    defer { fclose(file) }
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: description])
    }
  }

  /// Reads all bytes of the file at this path.
  public func read() throws -> [UInt8] {
    guard let file = withCString({ fopen($0, "rb") }) else {
      throw CocoaError(.fileReadUnknown, userInfo: [NSFilePathErrorKey: description])
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&block, 1, block.count, file), count > 0 {
      bytes += block[..<count]
    }
    return bytes
  }
}
