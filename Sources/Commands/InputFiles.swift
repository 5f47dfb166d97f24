internal import AudioFiles
internal import Files
internal import Fingerprinting
internal import Foundation

/// The files that operands stand for: a file, all files of a folder, or a list with `@`.
struct InputFiles {
  /// The files in the order of the operands; those of a folder in the order of their bytes.
  var files: [FilePath] = []
  /// What a folder holds and cannot be meant, each with the reason.
  var skipped: [AudioFileListing.Skipped] = []

  /// Endings of files that lie beside music and hold none.
  private static let companions: Set<String> = [
    "jpg", "jpeg", "png", "gif", "webp", "bmp", "txt", "md", "pdf", "nfo", "log", "cue", "m3u",
    "m3u8", "pls", "xspf", "json", "json5", "xml", "html", "csv", "ini", "db", "sqlite", "sfv",
    "md5", "lrc", signature, "soundmark-catalog", "soundmark-catalog-journal",
    "soundmark-index", "soundmark-library", "partial",
  ]

  private static let signature = "soundmark-signature"
  private let takesSignatures: Bool

  /// Files that are known to exist.
  init(known files: [FilePath]) {
    self.files = files
    takesSignatures = true
  }

  /// Finds the files.
  ///
  /// - Parameters:
  ///   - operands: paths; `@LIST` names a file of paths, one a line, and so does an M3U playlist.
  ///   - takesSignatures: whether signature files of a folder are meant too.
  /// - Throws: `AudioFileError` where a list or a folder is missing, `MissingInput` where there is
  ///   nothing to do. A missing file is left to whoever reads it, so that a batch goes on.
  init(_ operands: [FilePath], takesSignatures: Bool = false) throws {
    self.takesSignatures = takesSignatures
    for operand in operands {
      let isList = operand.bytes.first == UInt8(ascii: "@")
      if isList || Self.isPlaylist(operand) {
        let path = isList ? FilePath(bytes: Array(operand.bytes.dropFirst())) : operand
        let list = PathList(try readBytes(of: path), at: path)
        if let found = list.foundFromWorkingFolder {
          Terminal.remark(
            "'\(path)': paths that are not in the list's folder were found from the working folder, "
              + "the first is '\(found)'")
        }
        for file in list.files { try add(file) }
      } else {
        try add(operand)
      }
    }
    guard !files.isEmpty else {
      let reasons = skipped.prefix(10).map { "\nskipped: \($0.path): \($0.reason)" }
      throw MissingInput(
        "no audio file in \(operands.map { "'\($0)'" }.joined(separator: ", "))"
          + reasons.joined())
    }
  }

  private mutating func add(_ path: FilePath) throws {
    guard isFolder(path) else {
      files.append(path)
      return
    }
    let listing = try audioFiles(below: path)
    skipped += listing.skipped
    for file in listing.files {
      let name = file.lastComponent.description.lowercased()
      let ending = name.split(separator: ".").last.map(String.init) ?? ""
      let isCompanion =
        Self.companions.contains(ending) && !(takesSignatures && ending == Self.signature)
      if name.hasPrefix(".") || isCompanion {
        skipped.append(
          AudioFileListing.Skipped(path: file, reason: "a file of its kind holds no sound"))
      } else {
        files.append(file)
      }
    }
  }

  /// Refuses to begin where nothing at all is there, so that nothing is made of nothing.
  func requireSome() throws {
    guard Self.present(files).there.isEmpty else { return }
    throw MissingInput(
      files.prefix(10).map { "'\($0)' does not exist" }.joined(separator: "\n")
        + (files.count > 10 ? "\nand \(files.count - 10) more" : ""))
  }

  /// Tells paths at which there is something from those at which there is nothing.
  static func present(_ paths: [FilePath]) -> (there: [FilePath], missing: [FilePath]) {
    var (there, missing): ([FilePath], [FilePath]) = ([], [])
    for path in paths {
      var status = stat()
      let isMissing =
        path.withCString { stat($0, &status) } != 0 && (errno == ENOENT || errno == ENOTDIR)
      if isMissing { missing.append(path) } else { there.append(path) }
    }
    return (there, missing)
  }

  private static func isPlaylist(_ path: FilePath) -> Bool {
    let name = path.lastComponent.description.lowercased()
    return name.hasSuffix(".m3u") || name.hasSuffix(".m3u8")
  }
}

/// The bytes of a file, or of standard input where the path is `-`.
///
/// - Parameter path: a file.
/// - Returns: all its bytes.
/// - Throws: `AudioFileError` where it cannot be read.
func readBytes(of path: FilePath) throws -> [UInt8] {
  if path == FilePath("-") { return Array(FileHandle.standardInput.readDataToEndOfFile()) }
  guard let file = path.withCString({ fopen($0, "rb") }) else {
    let reason = errno
    throw reason == ENOENT
      ? AudioFileError.notFound(path)
      : AudioFileError.notReadable(path, reason: String(cString: strerror(reason)))
  }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
  guard ferror(file) == 0 else {
    throw AudioFileError.notReadable(path, reason: String(cString: strerror(errno)))
  }
  return bytes
}

/// Writes a whole file.
///
/// - Parameters:
///   - bytes: what it is to hold.
///   - path: the file, replaced at once if it exists.
/// - Throws: `AudioFileError.notWritable`.
func writeBytes(_ bytes: [UInt8], to path: FilePath) throws {
  do throws(FileError) {
    try replaceFile(path, with: bytes)
  } catch {
    throw AudioFileError.notWritable(path, reason: error.reason)
  }
}
