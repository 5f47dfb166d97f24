internal import Fingerprinting
internal import SQLite
internal import Scoring

extension CatalogStore {
  /// Whether scores of a recognizer are those of the catalog's strategy, asked plainly or through
  /// something made of it, such as a search for skew.
  func belongs(_ recognizer: ComponentIdentity) -> Bool {
    recognizer == identity || recognizer.name.hasPrefix(identity.name + "+")
  }

  /// The operating points in byte order of their names, each as a file of its own.
  func operatingPoints() throws -> [OperatingPointsFile] {
    try connection.query("SELECT point FROM operating_point ORDER BY name") {
      try OperatingPointsFile(text: try $0.text(0), path: path)
    }
  }

  /// Keeps points; each takes the place of one with its name.
  func keep(_ points: [OperatingPoint], _ provenance: OperatingPointsFile.Provenance) throws {
    try change {
      for point in points {
        let file = OperatingPointsFile(provenance: provenance, points: [point])
        try connection.run(
          "INSERT OR REPLACE INTO operating_point VALUES (?1, ?2)",
          [.text(point.name), .text(try json(file))])
      }
    }
  }

  /// Forgets a point; whether there was one.
  func removeOperatingPoint(named name: String) throws -> Bool {
    try change {
      try connection.run("DELETE FROM operating_point WHERE name = ?1", [.text(name)])
      return connection.changes > 0
    }
  }

  /// The calibrations with their provenance.
  func calibrations() throws -> CalibrationFile? {
    try connection.query("SELECT calibration FROM calibration") {
      try CalibrationFile(text: try $0.text(0), path: path)
    }.first
  }

  /// Keeps calibrations in place of those that there are; nil forgets them.
  func setCalibrations(_ file: CalibrationFile?) throws {
    try change {
      try connection.run("DELETE FROM calibration")
      guard let file else { return }
      try connection.run("INSERT INTO calibration VALUES (1, ?1)", [.text(try file.text)])
    }
  }

  /// Takes over what another catalog decides by, where this one has nothing of the kind.
  func takeDecisions(from other: CatalogStore) throws {
    let points = try other.connection.query("SELECT name, point FROM operating_point") {
      [SQLValue.text(try $0.text(0)), .text(try $0.text(1))]
    }
    for point in points {
      try connection.run("INSERT OR IGNORE INTO operating_point VALUES (?1, ?2)", point)
    }
    let calibrations = try other.connection.query("SELECT calibration FROM calibration") {
      [SQLValue.text(try $0.text(0))]
    }
    for calibration in calibrations {
      try connection.run("INSERT OR IGNORE INTO calibration VALUES (1, ?1)", calibration)
    }
  }
}
