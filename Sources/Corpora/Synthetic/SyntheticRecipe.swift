public import Fingerprinting

/// How to make a corpus of music-like tracks from a seed: what `recipe.json5` holds.
///
/// A track's sound depends on the seed, its ID and the settings of sound alone: adding tracks
/// leaves the others as they are.
public struct SyntheticRecipe: Hashable, Codable, Sendable {
  /// How many tracks of a role each split gets.
  public struct Counts: Hashable, Codable, Sendable {
    /// Tracks for choosing settings.
    public var tuning: Int
    /// Tracks for fitting thresholds.
    public var calibration: Int
    /// Tracks for the figures.
    public var test: Int

    /// Joins the parts.
    public init(tuning: Int, calibration: Int, test: Int) {
      self.tuning = tuning
      self.calibration = calibration
      self.test = test
    }

    func count(of split: Split) -> Int {
      switch split {
      case .tuning: tuning
      case .calibration: calibration
      case .test: test
      }
    }
  }

  /// The corpus's name.
  public var name: String
  /// What the corpus is, for people.
  public var description: String
  /// What every draw is derived from.
  public var seed: Seed
  /// The files' sample rate; whole hertz.
  public var sampleRate: Int
  /// The shortest and the longest track, in seconds.
  public var seconds: DrawRange
  /// Tracks to enrol.
  public var references: Counts
  /// Tracks that are never enrolled.
  public var outOfCatalogue: Counts
  /// Pairs with a section in common: the first test references, each with an out-of-catalogue
  /// track of the test split, which is then no negative.
  public var sharedPairs: Int

  /// Joins the parts.
  public init(
    name: String, description: String, seed: Seed, sampleRate: Int, seconds: DrawRange,
    references: Counts, outOfCatalogue: Counts, sharedPairs: Int
  ) {
    self.name = name
    self.description = description
    self.seed = seed
    self.sampleRate = sampleRate
    self.seconds = seconds
    self.references = references
    self.outOfCatalogue = outOfCatalogue
    self.sharedPairs = sharedPairs
  }

  /// Reads and validates a recipe file: JSON5, comments allowed.
  ///
  /// - Parameter path: the file.
  /// - Returns: the recipe.
  /// - Throws: `CorpusError` naming the file and every problem.
  public static func read(_ path: FilePath) throws(CorpusError) -> SyntheticRecipe {
    let recipe: SyntheticRecipe = try readJSON5(path, orElse: "write a recipe there first")
    try recipe.validate(at: path)
    return recipe
  }

  /// Checks that the recipe can be made.
  func validate(at path: FilePath) throws(CorpusError) {
    var problems: [String] = []
    if name.isEmpty || name.utf8.contains(0x2f) || name.hasPrefix(".") {
      problems.append("the name '\(name)' cannot name a folder; use letters, digits, '-' and '_'")
    }
    if !(8_000...96_000).contains(sampleRate) {
      problems.append("sampleRate must lie in 8000 to 96000, found \(sampleRate)")
    }
    if seconds.bounds.lowerBound < 1 || seconds.bounds.upperBound > 3_600 {
      problems.append("seconds must lie in 1 to 3600")
    }
    for split in Split.allCases {
      for counts in [references, outOfCatalogue]
      where !(0...9_999).contains(counts.count(of: split)) {
        problems.append(
          "the number of \(split.rawValue) tracks must lie in 0 to 9999, found "
            + "\(counts.count(of: split))")
      }
    }
    if sharedPairs < 0 || sharedPairs > min(references.test, outOfCatalogue.test) {
      problems.append(
        "sharedPairs must lie in 0 to the number of test tracks of either role, found "
          + "\(sharedPairs)")
    }
    if !problems.isEmpty { throw .invalid(path: path, problems: problems) }
  }
}
