extension Program {
  /// The help of a command, or of the program itself: at most 80 columns wide.
  ///
  /// - Parameter names: the command's names, such as `["catalog", "create"]`.
  /// - Returns: the text, or that of the program where there is no such command.
  public func help(forCommand names: [String]) -> String {
    help(for: (try? path(to: names.map { RawArgument($0) })) ?? [])
  }

  func help(for path: [Command]) -> String {
    let line = ([name] + path.map(\.name)).joined(separator: " ")
    var text = wrapped(path.last?.summary ?? summary, indent: 0) + "\n"
    if let command = path.last, command.subcommands.isEmpty {
      text += wrapped("usage: \(line)" + usage(of: command), indent: 0, hanging: 7)
      let operands = command.operands.map {
        HelpRow(heading: nil, word: $0.usage, meaning: described($0))
      }
      let options = command.options.map { option in
        HelpRow(
          heading: option.group.isEmpty ? "options" : option.group,
          word: (option.short.map { "-\($0), " } ?? "    ") + option.usage,
          meaning: described(option))
      }
      text += sections(operands + options)
    } else {
      text += "usage: \(line) COMMAND …\n"
      text += sections(
        (path.last?.subcommands ?? commands).map {
          HelpRow(heading: $0.group, word: $0.name, meaning: $0.summary)
        })
      if path.isEmpty {
        text +=
          "\n"
          + wrapped(
            "'\(name) help COMMAND' says more; '\(name) completions bash|zsh|fish' prints a script "
              + "for the shell's completion.", indent: 0)
      }
    }
    for paragraph in paragraphs(path.last?.discussion ?? discussion) {
      text += "\n" + wrapped(paragraph, indent: 0)
    }
    if let examples = path.last?.examples, !examples.isEmpty {
      text += "\nexamples:\n"
      for example in examples {
        text += "  \(name) \(example.line)\n" + wrapped(example.says, indent: 6)
      }
    }
    return text
  }

  /// All commands in Markdown, for a page of reference.
  public var markdownReference: String {
    var text = "# \(name)\n\n\(summary)\n"
    func add(_ path: [Command]) {
      guard let command = path.last else { return }
      let line = ([name] + path.map(\.name)).joined(separator: " ")
      text += "\n## \(line)\n\n\(command.summary)\n"
      if command.subcommands.isEmpty { text += "\n    \(line)\(usage(of: command))\n" }
      for paragraph in paragraphs(command.discussion) { text += "\n\(paragraph)\n" }
      let rows =
        command.operands.map { ("`\($0.usage)`", described($0)) }
        + command.options.map { option in
          ("`\(option.short.map { "-\($0), " } ?? "")\(option.usage)`", described(option))
        }
      if !rows.isEmpty { text += "\n| word | meaning |\n|---|---|\n" }
      for (word, meaning) in rows {
        let cells = [word, meaning].map {
          $0.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
        }
        text += "| \(cells[0]) | \(cells[1]) |\n"
      }
      for example in command.examples {
        text += "\n\(example.says)\n\n    \(name) \(example.line)\n"
      }
      for subcommand in command.subcommands { add(path + [subcommand]) }
    }
    for command in commands { add([command]) }
    return text
  }

  /// What is wrong with the tables, for a test: doubled names, missing words, operands that can
  /// never be reached, help that is more than one screen.
  public var faults: [String] {
    var faults: [String] = []
    func check(_ path: [Command], _ choices: [Command]) {
      let line = ([name] + path.map(\.name)).joined(separator: " ")
      for name in doubled(choices.map(\.name)) { faults.append("\(line): two commands '\(name)'") }
      let options = path.last?.options ?? []
      for name in doubled(options.map(\.name) + ["help"]) {
        faults.append("\(line): two options '--\(name)'")
      }
      for short in doubled(options.compactMap { $0.short.map(String.init) } + ["h"]) {
        faults.append("\(line): two options '-\(short)'")
      }
      let helps = options.map(\.help) + (path.last?.operands.map(\.help) ?? [])
      for help in helps + [path.last?.summary ?? summary] where help.last != "." {
        faults.append("\(line): '\(help)' is no sentence")
      }
      let operands = path.last?.operands ?? []
      for (place, operand) in operands.enumerated().dropLast()
      where operand.counts.upperBound > 1
        || operand.counts.lowerBound == 0 && operands[place + 1].counts.lowerBound > 0
      {
        faults.append("\(line): nothing can be told from \(operand.name)")
      }
      let lines = help(for: path).split(separator: "\n", omittingEmptySubsequences: false)
      if lines.count > 96 { faults.append("\(line): help has \(lines.count) lines") }
      for choice in choices { check(path + [choice], choice.subcommands) }
    }
    check([], commands)
    return faults
  }

  private func usage(of command: Command) -> String {
    var words = command.options.filter(\.isRequired).map(\.usage)
    words += command.operands.map(\.usage)
    if command.options.contains(where: { !$0.isRequired }) { words.append("[options]") }
    return words.map { " " + $0 }.joined()
  }

  private func described(_ option: OptionDescription) -> String {
    var text = option.help
    if option.isRequired { text += " Required." }
    if option.isRepeated { text += " May be repeated." }
    if let value = option.defaultText { text += " [\(value)]" }
    return text
  }

  private func described(_ operand: OperandDescription) -> String {
    let choices = operand.choices.joined(separator: ", ")
    return operand.help + (choices.isEmpty ? "" : " One of \(choices).")
  }

  /// The rows below their headings; what they mean begins in one column for all, below the word
  /// where that is long.
  private func sections(_ rows: [HelpRow]) -> String {
    let column = rows.map(\.word.count).filter { $0 <= 26 }.reduce(0, max) + 4
    var text = ""
    for heading in ordered(rows.map(\.heading)) {
      text += heading.map { "\n\($0):\n" } ?? "\n"
      for row in rows where row.heading == heading {
        let start = "  " + row.word
        let body = wrapped(row.meaning, indent: column)
        text += start.count + 2 > column ? start + "\n" + body : start + body.dropFirst(start.count)
      }
    }
    return text
  }
}

/// A word and what it means, below a heading.
private struct HelpRow {
  var heading: String?
  var word: String
  var meaning: String
}

private func paragraphs(_ text: String) -> [String] {
  var paragraphs: [[Substring]] = [[]]
  for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
    if line.isEmpty {
      paragraphs.append([])
    } else {
      paragraphs[paragraphs.count - 1].append(line)
    }
  }
  return paragraphs.filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
}

/// The text in lines of at most 80 columns, words that are longer excepted.
private func wrapped(_ text: String, indent: Int, hanging: Int = 0) -> String {
  var lines: [String] = []
  var line = String(repeating: " ", count: indent)
  var isEmpty = true
  for word in text.split(separator: " ") {
    if !isEmpty, line.count + 1 + word.count > 80 {
      lines.append(line)
      line = String(repeating: " ", count: indent + hanging)
      isEmpty = true
    }
    line += isEmpty ? word : " " + word
    isEmpty = false
  }
  return (lines + [line]).joined(separator: "\n") + "\n"
}

/// The values in the order of their first appearance.
private func ordered<Value: Equatable>(_ values: [Value]) -> [Value] {
  var seen: [Value] = []
  for value in values where !seen.contains(value) { seen.append(value) }
  return seen
}

private func doubled(_ values: [String]) -> [String] {
  ordered(values).filter { value in values.count(where: { $0 == value }) > 1 }
}
