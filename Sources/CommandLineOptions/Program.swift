/// A program: its commands, and what it says of itself.
///
/// `help [COMMAND…]`, `completions SHELL`, `--help`, `-h` and `--version` are understood without
/// being listed.
public struct Program: Sendable {
  /// What is typed.
  public let name: String
  /// One sentence.
  public let summary: String
  /// What `--version` prints.
  public let version: String
  /// Paragraphs below the list of commands.
  public let discussion: String
  /// The commands, in the order of help.
  public let commands: [Command]

  /// Joins the parts.
  public init(
    name: String, summary: String, version: String, discussion: String = "", commands: [Command]
  ) {
    self.name = name
    self.summary = summary
    self.version = version
    self.discussion = discussion
    self.commands = commands
  }

  /// Understands a command line; nothing is done yet.
  ///
  /// - Parameter words: the command line without the program's name.
  /// - Returns: a text to print, or the work to do.
  /// - Throws: `UsageError` where it cannot be understood.
  public func resolve(_ words: [RawArgument]) throws(UsageError) -> Invocation {
    switch words.first {
    case nil: throw UsageError("no command\n\n" + help(for: []))
    case "--version": return .print("\(name) \(version)\n")
    case "help": return .print(try helpCommand(words.dropFirst()))
    case "completions": return .print(try completionsCommand(words.dropFirst()))
    case "__complete": return .print(completionLines(for: Array(words.dropFirst())))
    default: break
    }
    var path: [Command] = []
    var rest = words[...]
    while path.last?.parse == nil {
      guard let word = rest.popFirst() else {
        throw UsageError("no command\n\n" + help(for: path))
      }
      if word == "--help" || word == "-h" { return .print(help(for: path)) }
      let choices = path.last?.subcommands ?? commands
      guard let next = choices.first(where: { word.bytes.elementsEqual($0.name.utf8) }) else {
        let place = ([name] + path.map(\.name)).joined(separator: " ")
        throw UsageError(
          "\(place) has no command \(word.shown); "
            + (didYouMean(word.argumentText, choices.map(\.name))
              ?? "see '\(place) --help'"))
      }
      path.append(next)
    }
    // Values that begin with a dash must be joined to their option, so this can only be the switch.
    if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
      return .print(help(for: path))
    }
    let names = path.map(\.name)
    guard let parse = path.last?.parse else { return .print(help(for: path)) }
    do {
      return .run(command: names, try parse(Array(rest)))
    } catch {
      let line = ([name] + names).joined(separator: " ")
      throw UsageError("\(line): \(error); see '\(line) --help'")
    }
  }

  /// Understands the command line, does the work, and says on stderr what went wrong.
  ///
  /// - Parameters:
  ///   - words: the command line without the program's name.
  ///   - explain: an error's words and the exit code that goes with it.
  /// - Returns: how the program should end.
  public func main(
    _ words: [RawArgument] = RawArgument.ofProcess,
    explain: (any Error) -> (message: String, code: ExitCode)
  ) async -> ExitCode {
    do {
      switch try resolve(words) {
      case .print(let text):
        StandardStream.output.write(text)
        return .done
      case .run(let command, let work):
        do {
          return try await work()
        } catch {
          let (message, code) =
            (error as? UsageError).map { ($0.description, .usage) } ?? explain(error)
          complain(([name] + command).joined(separator: " ") + ": " + message)
          return code
        }
      }
    } catch {
      complain(error.description.hasPrefix(name) ? error.description : "\(name): \(error)")
      return .usage
    }
  }

  private func complain(_ message: String) {
    StandardStream.errors.write(message + "\n")
  }

  /// The commands that the words name one below the other.
  func path(to words: some Sequence<RawArgument>) throws(UsageError) -> [Command] {
    var path: [Command] = []
    for word in words {
      let choices = path.isEmpty ? commands : path[path.count - 1].subcommands
      guard let next = choices.first(where: { word.bytes.elementsEqual($0.name.utf8) }) else {
        let hint = didYouMean(word.argumentText, choices.map(\.name)).map { "; \($0)" } ?? ""
        throw UsageError("no command \(word.shown)\(hint)")
      }
      path.append(next)
    }
    return path
  }

  private func helpCommand(_ words: ArraySlice<RawArgument>) throws(UsageError) -> String {
    if words.first == "--markdown" { return markdownReference }
    return help(for: try path(to: words.filter { $0 != "--help" && $0 != "-h" }))
  }

  private func completionsCommand(_ words: ArraySlice<RawArgument>) throws(UsageError) -> String {
    guard let word = words.first, words.count == 1,
      let shell = try? Shell(argument: word)
    else {
      throw UsageError("\(name) completions: expected one of \(Shell.placeholder)")
    }
    return completionScript(for: shell)
  }
}

/// What a command line asks for.
public enum Invocation: Sendable {
  /// The work of a command with its arguments in it.
  public typealias Work = @Sendable () async throws -> ExitCode
  /// A text for standard output.
  case print(String)
  /// The work of a command, and the names that lead to it.
  case run(command: [String], Work)
}
