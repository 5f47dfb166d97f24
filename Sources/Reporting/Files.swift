import Fingerprinting
import Foundation

/// Replaces a file at once: a reader sees the old text or the new one.
func writeFile(_ text: String, to path: FilePath) throws {
  let draft = FilePath(bytes: path.bytes + Array(".part".utf8))
  let bytes = Array(text.utf8)
  guard let file = draft.withCString({ fopen($0, "wb") }) else { throw fileError(path) }
  let written = fwrite(bytes, 1, bytes.count, file)
  let closed = fclose(file)
  let moved = draft.withCString { from in path.withCString { rename(from, $0) } }
  guard written == bytes.count, closed == 0, moved == 0 else { throw fileError(path) }
}

/// A file's text; nil where there is none that can be read.
func textOfFile(_ path: FilePath) -> String? {
  guard let file = path.withCString({ fopen($0, "rb") }) else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = fread(&block, 1, block.count, file), count > 0 {
    bytes += block[..<count]
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// Makes a folder where there is none.
func makeFolder(_ path: FilePath) throws {
  guard path.withCString({ mkdir($0, 0o777) }) != 0, errno != EEXIST else { return }
  throw fileError(path)
}

/// Removes a file, if there is one.
func removeFile(_ path: FilePath) { _ = path.withCString { unlink($0) } }

private func fileError(_ path: FilePath) -> ReportError {
  .file(path: path.description, reason: String(cString: strerror(errno)))
}
