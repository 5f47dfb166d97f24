public import Fingerprinting
public import Scoring

extension Catalog {
  /// What scores are worth, for the catalog's strategy and for recognizers made of it.
  public func calibrations() throws -> [Calibration] {
    try store.calibrations()?.calibrations ?? []
  }

  /// What the scores of a recognizer are worth.
  ///
  /// - Parameter recognizer: one that asks this catalog.
  /// - Returns: its calibration; nil where the catalog has none.
  /// - Throws: `CalibrationError` where what is kept cannot be read.
  public func calibration(of recognizer: ComponentIdentity) throws -> Calibration? {
    try calibrations().first { $0.recognizer == recognizer }
  }

  /// Keeps calibrations with the catalog, in place of those that it has.
  ///
  /// - Parameters:
  ///   - file: calibrations, of which those of other strategies are left out.
  ///   - source: where the file is, for messages.
  /// - Throws: `CalibrationError` where none was fitted for the catalog's strategy.
  public func keep(_ file: CalibrationFile, from source: FilePath) throws {
    var own = file
    own.calibrations.removeAll { !store.belongs($0.recognizer) }
    // The words for a file without a fitting one are the file's own.
    if own.calibrations.isEmpty { _ = try file.calibration(of: identity, path: source) }
    try store.setCalibrations(own)
  }

  /// Forgets all calibrations.
  public func removeCalibrations() throws { try store.setCalibrations(nil) }
}
