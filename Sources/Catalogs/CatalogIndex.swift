internal import Fingerprinting
internal import Foundation
internal import Indexing

/// The index beside a catalog file: derived from it, mapped into memory, made again when it is of
/// other contents.
///
/// Beside `music` it is called `music.NAME.soundmark-index`, with the name of the contents it was
/// made from, so that it can be told from the index of any other state of any other catalog. Files
/// of earlier contents are removed when a new one is written.
struct CatalogIndex {
  let store: CatalogStore

  /// The index of the contents as they are now.
  ///
  /// Where the folder cannot be written, the index is built in memory each time.
  func open(for strategy: any FingerprintStrategy) throws -> any SignatureIndex {
    guard strategy.identity == store.identity else {
      throw CatalogError.identityMismatch(
        store.path, catalog: store.identity, strategy: strategy.identity)
    }
    let contents = try store.contents()
    let file = FilePath(bytes: prefix.bytes + Array(contents.utf8) + Self.ending)
    if let index = try? openIndex(
      at: file, builtWith: strategy.identity, recipe: strategy.indexing)
    {
      return index
    }
    var builder = try IndexBuilder(strategy.indexing, builtWith: strategy.identity)
    try store.forEachSignature { try builder.insert($1, as: $0) }
    let index = try builder.freeze()
    // Others may have changed the catalog while this was built: then it is good for this answer,
    // but has no name.
    guard try store.contents() == contents else { return index }
    do {
      try index.write(to: file)
    } catch {
      return index
    }
    removeOthers(than: file)
    // Mapped memory is shared with other programs and can be given back.
    return (try? openIndex(at: file, builtWith: strategy.identity, recipe: strategy.indexing))
      ?? index
  }

  private static let ending = Array(".soundmark-index".utf8)
  private static let draft = Array(".partial".utf8)
  private var prefix: FilePath { FilePath(bytes: store.path.absolute.bytes + [0x2e]) }

  private func removeOthers(than file: FilePath) {
    let name = prefix.lastComponent.bytes
    let folder = FilePath(bytes: Array(prefix.bytes.dropLast(name.count)))
    guard let stream = folder.withCString({ opendir($0) }) else { return }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let found = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      // A draft that a killed program has left, too.
      let ending = Self.ending + (found.ends(with: Self.draft) ? Self.draft : [])
      let contents = found.dropFirst(name.count).dropLast(ending.count)
      guard found != file.lastComponent.bytes, found == name + contents + ending,
        contents.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
      else { continue }
      _ = FilePath(bytes: folder.bytes + found).withCString { unlink($0) }
    }
  }
}

extension Array where Element == UInt8 {
  fileprivate func ends(with end: [UInt8]) -> Bool { suffix(end.count) == end[...] }
}
