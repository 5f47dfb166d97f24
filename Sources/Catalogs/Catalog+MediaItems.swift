public import Fingerprinting

extension Catalog {
  /// What listeners are told of a recording, in order.
  ///
  /// - Parameter track: the recording.
  /// - Returns: its items; none where nothing is known of it.
  /// - Throws: `CatalogError.notFound` where there is no such recording.
  public func mediaItems(of track: TrackID) throws -> [MediaItem] {
    try store.mediaItems(of: track)
  }

  /// What listeners are told, of all recordings that have items.
  public func mediaItems() throws -> [TrackID: [MediaItem]] { try store.mediaItems() }

  /// Replaces what listeners are told of a recording.
  ///
  /// - Parameters:
  ///   - items: its items from now on.
  ///   - track: the recording.
  /// - Throws: `CatalogError.notFound` where there is no such recording.
  public func setMediaItems(_ items: [MediaItem], of track: TrackID) throws {
    try store.setMediaItems([(track, items)])
  }

  /// Replaces what listeners are told of every recording that a table speaks of.
  ///
  /// A row names its recording by the name that it has in answers, or by one of its files;
  /// relative paths count from the working folder, or else from the table's. All rows that name
  /// recordings of the catalog are applied at once.
  ///
  /// - Parameters:
  ///   - table: the items.
  ///   - file: the table's file.
  ///   - only: the recording that a table without a column `reference` is about.
  /// - Returns: the rows that name no recording of the catalog, which change nothing.
  /// - Throws: `CatalogError.mediaItems` where the table does not say what it is about.
  @discardableResult
  public func setMediaItems(
    from table: MediaItemTable, at file: FilePath, only: TrackID? = nil
  ) throws -> [MediaItemTable.Row] {
    let folder = FilePath(bytes: Array(file.bytes.dropLast(file.lastComponent.bytes.count)))
    var changes: [(track: TrackID, items: [MediaItem])] = []
    var places: [TrackID: Int] = [:]
    var unknown: [MediaItemTable.Row] = []
    for row in table.rows {
      let found: TrackID?
      if let reference = row.reference {
        let path = FilePath(escaped: reference)
        let beside = FilePath(bytes: folder.bytes + path.bytes)
        found =
          try store.number(of: TrackID(reference)) != nil
          ? TrackID(reference)
          : try store.track(of: path.absolute) ?? store.track(of: beside.absolute)
      } else {
        guard let only else {
          throw CatalogError.mediaItems(
            file, line: 1, column: nil,
            problem: "expected a column 'reference' that says which recording each row is about; "
              + "only a table about one recording can do without")
        }
        found = only
      }
      guard let found else {
        unknown.append(row)
        continue
      }
      if let place = places[found] {
        changes[place].items.append(row.item)
      } else {
        places[found] = changes.count
        changes.append((found, [row.item]))
      }
    }
    try store.setMediaItems(changes)
    return unknown
  }
}
