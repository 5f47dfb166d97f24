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
