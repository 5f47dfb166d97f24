internal import Fingerprinting
internal import Foundation

/// A list of files: paths, one a line, or an M3U playlist, which is the same with comments.
///
/// Blank lines and lines that begin with `#` are passed over, unless there is a file of that name;
/// `file:` addresses stand for their paths. A relative path begins in the list's folder; where it
/// leads to nothing there, it begins in the working folder.
struct PathList {
  /// The files in the order of their lines; they need not exist.
  private(set) var files: [FilePath] = []
  /// The first path that was found from the working folder only.
  private(set) var foundFromWorkingFolder: FilePath?

  /// Reads a list.
  ///
  /// - Parameters:
  ///   - bytes: the list.
  ///   - path: its file, or `-`.
  init(_ bytes: [UInt8], at path: FilePath) {
    let folder = Array(path.bytes.dropLast(path.lastComponent.bytes.count))
    // Some editors begin a file with a byte-order mark.
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    for line in bytes.dropFirst(bytes.starts(with: mark) ? 3 : 0).split(separator: 0x0a) {
      let line = Array(line.last == 0x0d ? line.dropLast() : line)
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
      let isComment = line.first == UInt8(ascii: "#")
      let written = Self.address(line) ?? line
      guard written.first != 0x2f, !folder.isEmpty else {
        let file = FilePath(bytes: written)
        if !isComment || Self.exists(file) { files.append(file) }
        continue
      }
      let beside = FilePath(bytes: folder + written)
      let here = FilePath(bytes: written)
      if Self.exists(beside) {
        files.append(beside)
      } else if Self.exists(here) {
        files.append(here)
        foundFromWorkingFolder = foundFromWorkingFolder ?? here
      } else if !isComment {
        files.append(beside)
      }
    }
  }

  private static func exists(_ path: FilePath) -> Bool {
    var status = stat()
    return path.withCString { stat($0, &status) } == 0
  }

  /// The path that an address such as `file:///a%20b.mp3` stands for.
  private static func address(_ line: [UInt8]) -> [UInt8]? {
    let scheme = ["file://localhost/", "file:///"].first { line.starts(with: $0.utf8) }
    guard let scheme else { return nil }
    var path: [UInt8] = []
    var rest = line.dropFirst(scheme.utf8.count - 1)
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), digits.utf8.count == 2, let value = UInt8(digits, radix: 16) {
        path.append(value)
        rest = rest.dropFirst(2)
      } else {
        path.append(byte)
      }
    }
    return path
  }
}
