public import CommandLineOptions
public import LiveMatching

extension StreamMatcherConfiguration.Acceptance: ArgumentValue {
  /// `SECONDS:SCORE`.
  public static var placeholder: String { "SECONDS:SCORE" }

  /// Reads a query length and the least score for it.
  public init(argument: RawArgument) throws(InvalidArgument) {
    let parts = (argument.text ?? "").split(separator: ":", omittingEmptySubsequences: false)
      .map { Double($0) }
    guard parts.count == 2, let length = parts[0], let score = parts[1], length > 0,
      length.isFinite, score.isFinite
    else {
      throw InvalidArgument(expected: "SECONDS:SCORE, such as 3:8.5")
    }
    self.init(queryLength: length, score: score)
  }

  /// `SECONDS:SCORE`.
  public var argumentText: String { "\(queryLength):\(score)" }
}
