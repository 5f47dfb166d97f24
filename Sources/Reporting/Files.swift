import Files
import Fingerprinting
import Foundation

/// Replaces a file at once: a reader sees the old text or the new one.
func writeFile(_ text: String, to path: FilePath) throws {
  do throws(FileError) {
    try replaceFile(path, with: Array(text.utf8))
  } catch {
    throw ReportError.file(path: path.description, reason: error.reason)
  }
}

/// A file's text; nil where there is none that can be read.
func textOfFile(_ path: FilePath) -> String? {
  (try? readFile(path)).map { String(decoding: $0, as: UTF8.self) }
}

/// Makes a folder where there is none.
func makeFolder(_ path: FilePath) throws {
  do throws(FileError) {
    try Files.makeFolder(path)
  } catch {
    throw ReportError.file(path: error.path.description, reason: error.reason)
  }
}

/// Removes a file, if there is one.
func removeFile(_ path: FilePath) { _ = path.withCString { unlink($0) } }
