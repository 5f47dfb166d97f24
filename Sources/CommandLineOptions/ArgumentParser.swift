/// Fills a struct of arguments from words, with the rows of a command's tables.
struct ArgumentParser<Arguments: Sendable> {
  let options: [Option<Arguments>]
  let operands: [Operand<Arguments>]

  func parse(_ words: [RawArgument], into defaults: Arguments) throws(UsageError) -> Arguments {
    var arguments = defaults
    var given: [Int: Int] = [:]
    var rest = words[...]
    var loose: [RawArgument] = []
    while let word = rest.popFirst() {
      if word.bytes == Array("--".utf8) {
        loose += rest
        break
      }
      guard word.looksLikeOption else {
        loose.append(word)
        continue
      }
      let (place, shown, attached) = try find(word)
      let option = options[place]
      var value = attached ?? RawArgument("")
      if let placeholder = option.description.placeholder {
        if attached == nil {
          guard let next = rest.popFirst() else {
            throw UsageError("\(shown) needs a value: \(shown) \(placeholder)")
          }
          guard !next.looksLikeOption else {
            throw UsageError(
              "\(shown) needs a value, found the option \(next.shown); if that is the value, write "
                + "--\(option.description.name)=\(next.argumentText)")
          }
          value = next
        }
      } else if let attached {
        throw UsageError("\(shown) is a switch and takes no value, found \(attached.shown)")
      }
      do {
        try option.assign(&arguments, value, given[place] == nil)
      } catch {
        throw error.usageError(shown, value)
      }
      given[place, default: 0] += 1
    }
    for (place, option) in options.enumerated()
    where option.description.isRequired && given[place] == nil {
      throw UsageError("\(option.description.usage) is required")
    }
    try refuseContradictions(among: options.indices.filter { given[$0] != nil }.map { options[$0] })
    try fillOperands(loose, &arguments)
    return arguments
  }

  /// Two switches that set one thing to two values, and what a table says cannot go together.
  private func refuseContradictions(among given: [Option<Arguments>]) throws(UsageError) {
    for (place, option) in given.enumerated() {
      for other in given[(place + 1)...] {
        let (first, second) = (option.description, other.description)
        let areChoices =
          option.choiceOf != nil
          && option.choiceOf as AnyKeyPath? == other.choiceOf as AnyKeyPath?
        guard
          areChoices || first.excluded.contains(second.name) || second.excluded.contains(first.name)
        else { continue }
        throw UsageError(
          "--\(first.name) and --\(second.name) contradict each other; give one of them")
      }
    }
  }

  /// The option that a word names, how it was written, and the value joined to it.
  private func find(
    _ word: RawArgument
  ) throws(UsageError) -> (place: Int, shown: String, attached: RawArgument?) {
    if word.bytes.starts(with: Array("--".utf8)) {
      let parts = word.bytes.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let shown = String(decoding: parts[0], as: UTF8.self)
      guard let place = options.firstIndex(where: { "--" + $0.description.name == shown }) else {
        let known = options.map { "--" + $0.description.name } + ["--help"]
        throw UsageError(
          ["unknown option '\(shown)'", didYouMean(shown, known)].compactMap(\.self)
            .joined(separator: "; "))
      }
      return (place, shown, parts.count > 1 ? RawArgument(bytes: parts[1]) : nil)
    }
    let shown = String(decoding: word.bytes.prefix(2), as: UTF8.self)
    guard
      let place = options.firstIndex(where: { $0.description.short.map { "-\($0)" } == shown })
    else { throw UsageError("unknown option \(word.shown)") }
    guard word.bytes.count > 2 else { return (place, shown, nil) }
    return (place, shown, RawArgument(bytes: word.bytes.dropFirst(2)))
  }

  private func fillOperands(
    _ words: [RawArgument], _ arguments: inout Arguments
  ) throws(UsageError) {
    var rest = words[...]
    for operand in operands {
      var count = 0
      while count < operand.description.counts.upperBound, let word = rest.popFirst() {
        do {
          try operand.assign(&arguments, word, count == 0)
        } catch {
          throw error.usageError(operand.description.name, word)
        }
        count += 1
      }
      guard count >= operand.description.counts.lowerBound else {
        let least = operand.description.counts.lowerBound
        throw UsageError(
          least == 1
            ? "\(operand.description.name) is missing"
            : "expected at least \(least) \(operand.description.name), found \(count)")
      }
    }
    if let word = rest.first { throw UsageError("one word too many: \(word.shown)") }
  }
}

extension InvalidArgument {
  func usageError(_ place: String, _ word: RawArgument) -> UsageError {
    UsageError(
      "\(place): expected \(expected), found \(word.shown)" + (hint.map { "; \($0)" } ?? ""))
  }
}
