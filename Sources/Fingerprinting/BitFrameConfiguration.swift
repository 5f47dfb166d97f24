/// How bit frames are looked up and verified.
///
/// A reference is found by *keys*: parts of its words that a query's word shares exactly, or after
/// some of the query's least reliable bits are flipped (the soft look-up of Haitsma and Kalker
/// 2002, section 5). A place that a key points to is verified by the bit error rate over all of the
/// query that overlaps the reference there.
public struct BitFrameConfiguration: ComponentConfiguration {
  /// The bits of a key.
  public var keyBits: Int
  /// The lowest bit of each key within the word.
  public var keyShifts: [Int]
  /// Every how many frames a reference can be looked up; verification compares all frames.
  public var referenceStride: Int
  /// The most unreliable bits of one key that are flipped together.
  public var flippedBits: Int
  /// The reliable bits outside the key that may differ at a place worth verifying.
  public var wordErrors: Int
  /// The frames between the words that are compared before a place is verified in full.
  public var probeStep: Int
  /// A key is common, and not followed, when more than this many times its fair share of the
  /// places have it.
  public var commonKeyFactor: Int
  /// The word of frames that hold nothing: neither looked up nor compared.
  public var voidWord: UInt32
  /// The fewest frames in which query and reference must overlap.
  public var shortestOverlap: Int
  /// The score from which a place is believed and the search ends.
  public var certainScore: Double
  /// The postings after which no more keys are looked up with bits flipped.
  public var postingsBudget: Int

  /// Joins the settings.
  public init(
    keyBits: Int, keyShifts: [Int], referenceStride: Int, flippedBits: Int, wordErrors: Int,
    probeStep: Int, commonKeyFactor: Int, voidWord: UInt32, shortestOverlap: Int,
    certainScore: Double, postingsBudget: Int
  ) {
    self.keyBits = keyBits
    self.keyShifts = keyShifts
    self.referenceStride = referenceStride
    self.flippedBits = flippedBits
    self.wordErrors = wordErrors
    self.probeStep = probeStep
    self.commonKeyFactor = commonKeyFactor
    self.voidWord = voidWord
    self.shortestOverlap = shortestOverlap
    self.certainScore = certainScore
    self.postingsBudget = postingsBudget
  }

  /// Both halves of the words as keys, for words of a hop of some 12 ms.
  public static let standard = BitFrameConfiguration(
    keyBits: 16, keyShifts: [0, 16], referenceStride: 4, flippedBits: 2, wordErrors: 2,
    probeStep: 32, commonKeyFactor: 16, voidWord: 0, shortestOverlap: 64, certainScore: 20,
    postingsBudget: 400_000)

  /// Refuses keys outside the word and counts that are not positive.
  ///
  /// - Throws: `ConfigurationError` naming the setting.
  public func validate() throws(ConfigurationError) {
    func require(_ holds: Bool, _ complaint: String) throws(ConfigurationError) {
      if !holds { throw ConfigurationError("index: \(complaint)") }
    }
    try require((8...24).contains(keyBits), "keyBits must be 8 … 24, found \(keyBits)")
    try require((1...8).contains(keyShifts.count), "keyShifts must hold 1 … 8 keys")
    try require(
      keyShifts.allSatisfy { (0...(32 - keyBits)).contains($0) },
      "keyShifts must be 0 … \(32 - keyBits), so that every key lies within the word")
    try require(
      (1...1_024).contains(referenceStride), "referenceStride must be 1 … 1024")
    try require((0...8).contains(flippedBits), "flippedBits must be 0 … 8, found \(flippedBits)")
    try require((0...32).contains(wordErrors), "wordErrors must be 0 … 32, found \(wordErrors)")
    try require((1...1_024).contains(probeStep), "probeStep must be 1 … 1024")
    try require(
      (1...1_000_000).contains(commonKeyFactor), "commonKeyFactor must be 1 … 1,000,000")
    try require((1...1_000_000).contains(shortestOverlap), "shortestOverlap must be positive")
    try require(certainScore.isFinite, "certainScore must be a number")
    try require(postingsBudget >= 0, "postingsBudget must not be negative")
  }
}
