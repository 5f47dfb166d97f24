internal import Checksums
internal import Files
internal import Fingerprinting
internal import Foundation

/// Reads a JSON5 file of one value.
func readJSON5<Value: Decodable>(
  _ path: FilePath, orElse remedy: String
) throws(CorpusError) -> Value {
  let data = try readFile(path, orElse: remedy)
  do {
    return try JSON5.decode(from: data)
  } catch {
    throw .invalid(path: path, problems: ["\(error)"])
  }
}

/// JSON with sorted keys.
func canonicalJSON(_ value: some Encodable) -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  // Manifests hold strings and finite numbers: validated values always encode.
  return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
}

func bytesPrecede(_ left: String, _ right: String) -> Bool {
  left.utf8.lexicographicallyPrecedes(right.utf8)
}

/// The system's words for the last failed call.
func lastSystemError() -> String { String(cString: strerror(errno)) }

/// The kind and size of what a path leads to, links followed.
func fileStatus(_ path: FilePath) -> stat? {
  var status = stat()
  return path.withCString { stat($0, &status) } == 0 ? status : nil
}

/// Whether a path leads to a regular file: nothing that blocks, such as a pipe.
func isRegularFile(_ path: FilePath) -> Bool {
  fileStatus(path).map { $0.st_mode & S_IFMT == S_IFREG } ?? false
}

/// Calls `body` with the bytes of a file, block by block.
func forEachBlock(
  of path: FilePath, _ body: (UnsafeRawBufferPointer) -> Void
) throws(CorpusError) {
  guard isRegularFile(path) else {
    throw .inaccessible(path: path, reason: "it is not a regular file")
  }
  guard let file = path.withCString({ fopen($0, "rb") }) else {
    throw .inaccessible(path: path, reason: lastSystemError())
  }
  defer { fclose(file) }
  let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
  defer { block.deallocate() }
  while true {
    let count = fread(block.baseAddress, 1, block.count, file)
    if count > 0 { body(UnsafeRawBufferPointer(rebasing: block[..<count])) }
    if count < block.count { break }
  }
  if ferror(file) != 0 { throw .inaccessible(path: path, reason: lastSystemError()) }
}

func readFile(_ path: FilePath, orElse remedy: String) throws(CorpusError) -> Data {
  do throws(FileError) {
    return Data(try Files.readFile(path))
  } catch {
    throw error.isMissing
      ? .missing(path: path, remedy: remedy) : .inaccessible(path: path, reason: error.reason)
  }
}

/// SHA-256 of a file, in hexadecimal.
func fileDigest(_ path: FilePath) throws(CorpusError) -> String {
  var digest = SHA256()
  try forEachBlock(of: path) { digest.update($0) }
  return digest.finishHex()
}

/// Replaces a file at once, so that it is never there in part.
func writeFile(_ data: Data, to path: FilePath) throws(CorpusError) {
  do throws(FileError) {
    try replaceFile(path, with: Array(data))
  } catch {
    throw .inaccessible(path: path, reason: error.reason)
  }
}

/// Makes a folder and the folders above it.
func makeFolder(_ path: FilePath) throws(CorpusError) {
  do throws(FileError) {
    try Files.makeFolder(path)
  } catch {
    throw .inaccessible(path: error.path, reason: error.reason)
  }
}
