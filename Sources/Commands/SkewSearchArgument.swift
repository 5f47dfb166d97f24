public import Catalogs
public import CommandLineOptions

extension SkewSearch: ArgumentValue {
  /// `RANGE:STEP`.
  public static var placeholder: String { "RANGE:STEP" }

  /// Reads range and step.
  public init(argument: RawArgument) throws(InvalidArgument) {
    let parts = (argument.text ?? "").split(separator: ":", omittingEmptySubsequences: false)
      .map { Double($0) }
    guard parts.count == 2, let range = parts[0], let step = parts[1] else {
      throw InvalidArgument(expected: "RANGE:STEP, such as \(SkewSearch.standard)")
    }
    self.init(range: range, step: step)
    do {
      try validate()
    } catch {
      throw InvalidArgument(expected: "RANGE:STEP that can be tried", hint: "\(error)")
    }
  }
}
