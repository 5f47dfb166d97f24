internal import Fingerprinting
internal import Foundation

/// The bytes of a regular file.
func readFile(_ path: FilePath, orElse remedy: String) throws(ExperimentError) -> [UInt8] {
  var status = stat()
  guard path.withCString({ stat($0, &status) }) == 0 else {
    throw .missing(path: path, remedy: remedy)
  }
  guard status.st_mode & S_IFMT == S_IFREG else {
    throw .inaccessible(path: path, reason: "it is not a regular file")
  }
  guard let file = path.withCString({ fopen($0, "rb") }) else {
    throw .inaccessible(path: path, reason: lastSystemError())
  }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = fread(&block, 1, block.count, file), count > 0 {
    bytes += block[..<count]
  }
  if ferror(file) != 0 { throw .inaccessible(path: path, reason: lastSystemError()) }
  return bytes
}

/// Writes a file beside its place and moves it there, so that it is never there in part.
func writeFile(_ text: String, to path: FilePath) throws(ExperimentError) {
  // One name for all, so that the file of a killed program is replaced, not left.
  let partial = FilePath(bytes: path.bytes + Array(".partial".utf8))
  guard let file = partial.withCString({ fopen($0, "wb") }) else {
    throw .inaccessible(path: path, reason: lastSystemError())
  }
  let bytes = Array(text.utf8)
  let written = fwrite(bytes, 1, bytes.count, file)
  let closed = fclose(file) == 0
  let moved =
    written == bytes.count && closed
    && partial.withCString { from in path.withCString { rename(from, $0) == 0 } }
  guard moved else {
    let reason = lastSystemError()
    _ = partial.withCString { unlink($0) }
    throw .inaccessible(path: path, reason: reason)
  }
}

/// Makes a folder and the folders above it.
func makeFolder(_ path: FilePath) throws(ExperimentError) {
  for end in path.bytes.indices.dropFirst() + [path.bytes.count]
  where end == path.bytes.count || path.bytes[end] == 0x2f {
    let ancestor = FilePath(bytes: Array(path.bytes[..<end]))
    guard ancestor.withCString({ mkdir($0, 0o777) }) == 0 || errno == EEXIST else {
      throw .inaccessible(path: ancestor, reason: lastSystemError())
    }
  }
}

/// Whether a path leads to a folder.
func isFolder(_ path: FilePath) -> Bool {
  var status = stat()
  return path.withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
}

private func lastSystemError() -> String { String(cString: strerror(errno)) }

/// JSON with sorted keys: the text that is digested and kept.
func canonicalJSON(_ value: some Encodable, pretty: Bool = false) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  if pretty { encoder.outputFormatting.insert(.prettyPrinted) }
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}

/// Reads the JSON that `canonicalJSON` wrote.
func decodeJSON<Value: Decodable>(_: Value.Type = Value.self, from text: String) throws -> Value {
  try JSONDecoder().decode(Value.self, from: Data(text.utf8))
}
