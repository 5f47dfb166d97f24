/// The stored peaks at a place, and how many of them the query would have by chance.
struct PlaceMatches {
  /// One stored peak.
  struct Trial {
    /// Frames of the query from the window's beginning.
    var moment: Double
    /// Whether the query has it too.
    var isHit: Bool
    /// By how many frames the query has it later than the place lets expect, where that is clear.
    var lateness: Double?
  }

  /// In order of time.
  var trials: [Trial] = []
  /// Peaks that the query has at places some frames off, and how many were looked for there.
  var chanceHits = 0
  var chanceTrials = 0

  /// How far off chance is looked for, in frames: no multiples of each other, as beats are.
  static let chanceShifts = [-29, -23, 23, 31]
}
