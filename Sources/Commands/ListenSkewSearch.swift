internal import Catalogs
internal import CommandLineOptions
internal import LiveMatching

/// Which speeds `listen` tries: `RANGE`, `RANGE:STEP`, or 0 for none.
struct ListenSkewSearch: ArgumentValue, Hashable {
  static let placeholder = "RANGE[:STEP]"

  /// The search; nil where no speed is tried.
  let search: SkewSearch?

  init(_ search: SkewSearch?) { self.search = search }

  init(argument: RawArgument) throws(InvalidArgument) {
    let parts = (argument.text ?? "").split(separator: ":", omittingEmptySubsequences: false)
      .map { Double($0) }
    let usual = StreamMatcherConfiguration.standard.skewSearch?.step
    guard (1...2).contains(parts.count), let range = parts[0],
      let step = parts.count == 2 ? parts[1] : usual.map({ min($0, 2 * range) })
    else { throw InvalidArgument(expected: "RANGE or RANGE:STEP, such as 0.08, or 0 for none") }
    guard range != 0 else {
      search = nil
      return
    }
    let search = SkewSearch(range: range, step: step)
    do {
      try search.validate()
    } catch {
      throw InvalidArgument(expected: "RANGE:STEP that can be tried", hint: "\(error)")
    }
    self.search = search
  }

  var argumentText: String { search.map { "\($0.range)" } ?? "0" }
}
