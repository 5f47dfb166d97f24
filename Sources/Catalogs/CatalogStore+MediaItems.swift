internal import Fingerprinting
internal import Foundation
internal import SQLite

extension CatalogStore {
  /// Replaces the items of a recording, inside a change.
  func write(_ items: [MediaItem], of number: Int64) throws {
    try connection.run("DELETE FROM media_item WHERE track = ?1", [.integer(number)])
    for (place, item) in items.enumerated() {
      try connection.run(
        "INSERT INTO media_item VALUES (?1, ?2, ?3)",
        [.integer(number), .integer(place), .text(try item.canonicalJSON)])
    }
  }

  /// Replaces the items of recordings; all of them, or none where one is not there.
  func setMediaItems(_ changes: [(track: TrackID, items: [MediaItem])]) throws {
    try change {
      for (track, items) in changes {
        guard let number = try number(of: track) else { throw try notFound(track) }
        try write(items, of: number)
      }
    }
  }

  /// The items of a recording in their order.
  func mediaItems(of track: TrackID) throws -> [MediaItem] {
    guard let number = try number(of: track) else { throw try notFound(track) }
    return try mediaItems(of: number)
  }

  func mediaItems(of number: Int64) throws -> [MediaItem] {
    try connection.query(
      """
      SELECT item, track.id FROM media_item JOIN track ON track.number = media_item.track
      WHERE media_item.track = ?1 ORDER BY place
      """, [.integer(number)]
    ) { try mediaItem(try $0.text(0), of: TrackID(try $0.text(1))) }
  }

  /// The items of all recordings that have some.
  func mediaItems() throws -> [TrackID: [MediaItem]] {
    var items: [TrackID: [MediaItem]] = [:]
    let statement = try connection.prepare(
      """
      SELECT track.id, item FROM media_item JOIN track ON track.number = media_item.track
      ORDER BY media_item.track, place
      """)
    try statement.forEachRow { row in
      let track = TrackID(try row.text(0))
      items[track, default: []].append(try mediaItem(try row.text(1), of: track))
    }
    return items
  }

  func mediaItemsByNumber() throws -> [Int64: [MediaItem]] {
    var items: [Int64: [MediaItem]] = [:]
    let statement = try connection.prepare(
      """
      SELECT media_item.track, track.id, item
      FROM media_item JOIN track ON track.number = media_item.track
      ORDER BY media_item.track, place
      """)
    try statement.forEachRow { row in
      items[try row.int64(0), default: []].append(
        try mediaItem(try row.text(2), of: TrackID(try row.text(1))))
    }
    return items
  }

  /// The recording that a file stands for.
  func track(of file: FilePath) throws -> TrackID? {
    try connection.query(
      "SELECT id FROM track WHERE number = (SELECT track FROM path WHERE path = ?1)",
      [.blob(file.bytes)]
    ) { TrackID(try $0.text(0)) }.first
  }

  /// The recordings that a file is of, by its path and by its bytes.
  func tracks(of file: FilePath, sha256: String?) throws -> [TrackID] {
    try connection.query(
      """
      SELECT id FROM track WHERE number IN (SELECT track FROM path WHERE path = ?1) OR sha256 = ?2
      ORDER BY number
      """, [.blob(file.bytes), .optional(sha256)]
    ) { TrackID(try $0.text(0)) }
  }

  func number(of track: TrackID) throws -> Int64? {
    try connection.query("SELECT number FROM track WHERE id = ?1", [.text(track.rawValue)]) {
      try $0.int64(0)
    }.first
  }

  private func mediaItem(_ json: String, of track: TrackID) throws -> MediaItem {
    do {
      return try JSONDecoder().decode(MediaItem.self, from: Data(json.utf8))
    } catch let error as DecodingError {
      throw CatalogError.damaged(
        path, track: track, reason: "a media item: \(error.plainDescription)")
    }
  }
}
