internal import AudioFiles
internal import Checksums
internal import Fingerprinting
internal import Foundation
internal import SQLite

extension CatalogStore {
  /// One recording with all that is kept of it.
  struct Recording {
    var id: TrackID
    var contents: Contents
    var paths: [FilePath]
    var items: [MediaItem]
  }

  /// Adds recordings by their signatures in one change.
  func add(_ references: [CatalogReference]) throws -> Int {
    try keepChangesInMemory()
    return try change {
      var added = 0
      for reference in references {
        guard !reference.signature.isEmpty else {
          throw CatalogError.unusable(path, track: reference.id)
        }
        let recording = Recording(
          id: reference.id, contents: Contents(reference, strategy: identity), paths: [],
          items: reference.mediaItems)
        if let known = try known(recording, from: path, origins: [:]) {
          if !recording.items.isEmpty { try write(recording.items, of: known) }
        } else {
          try write(recording.items, of: insert(recording.id, recording.contents))
          added += 1
        }
      }
      return added
    }
  }

  /// Fills an empty catalog with recordings by their signatures, each as often as it is given.
  ///
  /// The name of the contents follows from them, so that equal recordings give equal bytes.
  func fill(_ references: [CatalogReference]) throws {
    try change {
      var names = ""
      for (place, reference) in references.enumerated() {
        guard !reference.signature.isEmpty else {
          throw CatalogError.unusable(path, track: reference.id)
        }
        var contents = Contents(reference, strategy: identity)
        // What is there twice is two recordings, which one digest cannot name.
        if try holds(contents.sha256) {
          contents.sha256 = SHA256.hexDigest(of: Data("\(contents.sha256) \(place)".utf8))
        }
        try write(reference.mediaItems, of: insert(reference.id, contents))
        names += "\(contents.sha256) \(reference.id.rawValue)\n"
      }
      try nameContents(String(SHA256.hexDigest(of: Data(names.utf8)).prefix(16)))
    }
  }

  /// Adds the recordings of other catalogs in one change.
  func merge(
    _ others: [CatalogStore], progress: (Int) -> Void
  ) throws -> [CatalogMergeCount] {
    for other in others where other.identity != identity {
      throw CatalogError.identityMismatch(
        other.path, catalog: other.identity, strategy: identity)
    }
    try keepChangesInMemory()
    return try change {
      var origins: [Int64: FilePath] = [:]
      var done = 0
      return try others.map { other in
        try takeDecisions(from: other)
        var count = CatalogMergeCount()
        try other.forEachRecording { recording in
          if let number = try known(recording, from: other.path, origins: origins) {
            let items = try mediaItems(of: number)
            let new = recording.items.filter { !items.contains($0) }
            if !new.isEmpty { try write(items + new, of: number) }
            try link(recording.paths, to: number)
            count.known += 1
          } else {
            let number = try insert(recording.id, recording.contents)
            try write(recording.items, of: number)
            try link(recording.paths, to: number)
            origins[number] = other.path
            count.added += 1
          }
          done += 1
          progress(done)
        }
        return count
      }
    }
  }

  /// Gives a long change room, so that it is written, and readers have to wait, only at its end.
  private func keepChangesInMemory() throws {
    try connection.execute("PRAGMA cache_size = -262144")
  }

  /// Files that stand for other recordings already go on standing for them.
  private func link(_ paths: [FilePath], to number: Int64) throws {
    for path in paths {
      try connection.run(
        "INSERT OR IGNORE INTO path VALUES (?1, ?2)", [.blob(path.bytes), .integer(number)])
    }
  }

  /// The recording that is the same: of the same file, or of the same name and signature.
  ///
  /// - Throws: `CatalogError.conflict` where its name stands for something else.
  private func known(
    _ recording: Recording, from other: FilePath, origins: [Int64: FilePath]
  ) throws -> Int64? {
    let same = try connection.query(
      "SELECT number FROM track WHERE sha256 = ?1", [.text(recording.contents.sha256)]
    ) { try $0.int64(0) }
    if let number = same.first { return number }
    let named = try connection.query(
      "SELECT number, signature FROM track WHERE id = ?1", [.text(recording.id.rawValue)]
    ) { (number: try $0.int64(0), signature: try $0.blob(1)) }
    guard let known = named.first else { return nil }
    if known.signature == recording.contents.signature { return known.number }
    func words(_ catalog: FilePath, _ files: [FilePath]) -> String {
      "catalog '\(catalog)'" + (files.first.map { " (file '\($0)')" } ?? "")
    }
    let files = try connection.query(
      "SELECT path FROM path WHERE track = ?1 ORDER BY rowid", [.integer(known.number)]
    ) { FilePath(bytes: try $0.blob(0)) }
    throw CatalogError.conflict(
      recording.id, first: words(origins[known.number] ?? path, files),
      second: words(other, recording.paths))
  }

  /// Hands out every recording in order of adding, checked, one at a time.
  func forEachRecording(_ body: (Recording) throws -> Void) throws {
    let statement = try connection.prepare(
      """
      SELECT number, id, sha256, duration, report, signature, checksum FROM track
      WHERE number > ?1 ORDER BY number LIMIT 1
      """)
    let pathsOfTrack = try connection.prepare(
      "SELECT path FROM path WHERE track = ?1 ORDER BY rowid")
    var last: Int64 = 0
    while true {
      var found: Recording?
      try statement.forEachRow([.integer(last)]) { row in
        last = try row.int64(0)
        let id = TrackID(try row.text(1))
        let signature = try row.blob(5)
        guard Int64(CRC32.checksum(of: signature)) == (try row.int64(6)) else {
          throw CatalogError.damaged(path, track: id, reason: "its checksum is wrong")
        }
        found = Recording(
          id: id,
          contents: Contents(
            sha256: try row.text(2), duration: Seconds(try row.double(3)),
            report: try report(try row.text(4), of: id), signature: signature),
          paths: [], items: [])
      }
      guard var recording = found else { return }
      try Task.checkCancellation()
      try pathsOfTrack.forEachRow([.integer(last)]) {
        recording.paths.append(FilePath(bytes: try $0.blob(0)))
      }
      recording.items = try mediaItems(of: last)
      try body(recording)
    }
  }
}

extension CatalogStore.Contents {
  /// What there is of a recording without sound.
  init(_ reference: CatalogReference, strategy: ComponentIdentity) {
    let signature = reference.signature.encoded
    let rate = SampleRate(1000)
    self.init(
      sha256: SHA256.hexDigest(of: Data(signature)), duration: reference.duration,
      report: DecodeReport(
        path: reference.id.rawValue, container: "signature of \(strategy)",
        decoder: "none: added as a signature", sampleRate: rate, channels: 1, track: 0,
        claimedFrames: nil,
        readFrames: Int64(exactly: (reference.duration.value * rate.hertz).rounded()) ?? 0,
        isTruncated: false, warnings: []),
      signature: signature)
  }
}
