internal import Catalogs
internal import Fingerprinting
internal import Foundation

/// An input that must be there and is not.
struct MissingInput: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension Catalog {
  /// Opens a catalog that must exist.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - forWriting: whether it is going to be changed.
  /// - Throws: `MissingInput`, or what opening throws.
  init(existing path: FilePath, forWriting: Bool = false) throws {
    var status = stat()
    if path.withCString({ stat($0, &status) }) != 0, errno == ENOENT || errno == ENOTDIR {
      throw MissingInput(
        "there is no catalog '\(path)'; 'soundmark catalog create' makes one")
    }
    try self.init(opening: path, forWriting: forWriting)
  }
}
