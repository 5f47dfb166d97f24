internal import Fingerprinting
internal import Foundation

/// A folder for the files that a child program reads and writes, removed with the value.
final class ScratchFolder {
  private let path: FilePath
  private var files: [FilePath] = []

  /// Makes an empty folder.
  ///
  /// - Parameter purpose: what the files are for, as errors call it: "code sound as mp3".
  /// - Throws: `AudioFileError.processing` where none can be made.
  init(to purpose: String) throws(AudioFileError) {
    let parent = FilePath(NSTemporaryDirectory())
    // mkdtemp puts letters of its own in the place of the six X.
    var template = parent.appending("soundmark-XXXXXX").bytes.map { CChar(bitPattern: $0) }
    template.append(0)
    guard mkdtemp(&template) != nil else {
      throw .processing(
        purpose, reason: "no folder can be made in '\(parent)': \(String(cString: strerror(errno)))"
      )
    }
    path = FilePath(bytes: template.dropLast().map { UInt8(bitPattern: $0) })
  }

  /// The path of a file there, which is removed with the folder.
  func file(_ name: String) -> FilePath {
    let file = path.appending(name)
    files.append(file)
    return file
  }

  deinit {
    for file in files { _ = file.withCString { unlink($0) } }
    _ = path.withCString { rmdir($0) }
  }
}
