internal import Files
internal import Fingerprinting
internal import Foundation

/// The bytes of a regular file.
func readFile(_ path: FilePath, orElse remedy: String) throws(ExperimentError) -> [UInt8] {
  do throws(FileError) {
    return try Files.readFile(path)
  } catch {
    throw error.isMissing
      ? .missing(path: path, remedy: remedy) : .inaccessible(path: path, reason: error.reason)
  }
}

/// Reads a regular file block by block.
func readBlocks(
  of path: FilePath, orElse remedy: String, _ body: (ArraySlice<UInt8>) throws -> Void
) throws {
  var status = stat()
  guard path.withCString({ stat($0, &status) }) == 0 else {
    throw ExperimentError.missing(path: path, remedy: remedy)
  }
  guard status.st_mode & S_IFMT == S_IFREG else {
    throw ExperimentError.inaccessible(path: path, reason: "it is not a regular file")
  }
  guard let file = path.withCString({ fopen($0, "rb") }) else {
    throw ExperimentError.inaccessible(path: path, reason: String(cString: strerror(errno)))
  }
  defer { fclose(file) }
  var block = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = fread(&block, 1, block.count, file), count > 0 {
    try body(block[..<count])
  }
  if ferror(file) != 0 {
    throw ExperimentError.inaccessible(path: path, reason: String(cString: strerror(errno)))
  }
}

/// Replaces a file at once, so that it is never there in part.
func writeFile(_ text: String, to path: FilePath) throws(ExperimentError) {
  do throws(FileError) {
    try replaceFile(path, with: Array(text.utf8))
  } catch {
    throw .inaccessible(path: path, reason: error.reason)
  }
}

/// Makes a folder and the folders above it.
func makeFolder(_ path: FilePath) throws(ExperimentError) {
  do throws(FileError) {
    try Files.makeFolder(path)
  } catch {
    throw .inaccessible(path: error.path, reason: error.reason)
  }
}

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
