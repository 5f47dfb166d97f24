public import Fingerprinting

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What stands below a path: the files to try as audio, and what was passed over.
public struct AudioFileListing: Hashable, Sendable {
  /// Regular files, sorted by the bytes of their paths.
  public var files: [FilePath] = []
  /// What was passed over and why, sorted in the same way.
  public var skipped: [Skipped] = []

  /// Something passed over.
  public struct Skipped: Hashable, Sendable {
    /// Where it stands.
    public var path: FilePath
    /// Why it was passed over.
    public var reason: String

    /// Joins the parts.
    public init(path: FilePath, reason: String) {
      self.path = path
      self.reason = reason
    }
  }
}

/// Lists the regular files below a folder, at any depth; a file stands for itself.
///
/// Links are followed, but no folder is entered twice, so loops end. Content, not names, decides
/// what is audio, so every regular file is listed.
///
/// - Parameter path: a folder or a file.
/// - Returns: the files and what was skipped, each with the reason.
/// - Throws: `AudioFileError` where the path itself is missing, unreadable or no file or folder.
public func audioFiles(below path: FilePath) throws(AudioFileError) -> AudioFileListing {
  var status = stat()
  guard path.withCString({ stat($0, &status) }) == 0 else {
    if errno == ENOENT { throw .notFound(path) }
    throw .notReadable(path, reason: String(cString: strerror(errno)))
  }
  var listing = AudioFileListing()
  switch status.st_mode & S_IFMT {
  case S_IFREG:
    listing.files = [path]
  case S_IFDIR:
    var entered = [FolderKey(status)]
    if let reason = list(path, &entered, into: &listing) {
      throw .notReadable(path, reason: reason)
    }
  default:
    throw .notARegularFile(path, kind: fileKind(status.st_mode))
  }
  listing.files.sort()
  listing.skipped.sort { $0.path < $1.path }
  return listing
}

private struct FolderKey: Hashable {
  let device: UInt64
  let inode: UInt64

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
  }
}

/// Lists one folder.
///
/// - Returns: why it cannot be read, or nil.
private func list(
  _ folder: FilePath, _ entered: inout [FolderKey], into listing: inout AudioFileListing
) -> String? {
  guard let stream = folder.withCString({ opendir($0) }) else {
    return String(cString: strerror(errno))
  }
  var names: [FilePath] = []
  while let entry = readdir(stream) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
    if name != [0x2e], name != [0x2e, 0x2e] { names.append(FilePath(bytes: name)) }
  }
  closedir(stream)
  // In order, so that which of two ways into a folder is the first does not depend on the disk.
  for name in names.sorted() {
    let path = folder.appending(name)
    func skip(_ reason: String) { listing.skipped.append(.init(path: path, reason: reason)) }
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else {
      skip(errno == ENOENT ? "link to nothing" : String(cString: strerror(errno)))
      continue
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      listing.files.append(path)
    case S_IFDIR:
      let key = FolderKey(status)
      guard !entered.contains(key) else {
        skip("folder that was entered before")
        continue
      }
      entered.append(key)
      if let reason = list(path, &entered, into: &listing) { skip(reason) }
    default:
      skip(fileKind(status.st_mode))
    }
  }
  return nil
}

extension FilePath {
  fileprivate func appending(_ name: FilePath) -> FilePath {
    FilePath(bytes: bytes + (bytes.last == 0x2f ? [] : [0x2f]) + name.bytes)
  }
}
