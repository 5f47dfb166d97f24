/// The shells that completion scripts exist for.
public enum Shell: String, CaseIterable, ArgumentValue {
  /// GNU bash.
  case bash
  /// The Z shell.
  case zsh
  /// The friendly interactive shell.
  case fish
}

/// What may be typed next.
public struct Completion: Hashable, Sendable {
  /// Words, with what they mean.
  public var candidates: [Candidate] = []
  /// Whether file names may be typed as well.
  public var files = false

  /// One word.
  public struct Candidate: Hashable, Sendable {
    /// The whole word.
    public var word: String
    /// What it means.
    public var meaning: String
  }
}

extension Program {
  /// What may be typed in place of the last word, which may be empty or begun.
  public func completion(of words: [RawArgument]) -> Completion {
    var completion = Completion()
    let begun = words.last?.argumentText ?? ""
    func offer(_ word: String, _ meaning: String) {
      guard word.utf8.starts(with: begun.utf8) else { return }
      completion.candidates.append(Completion.Candidate(word: word, meaning: meaning))
    }
    var rest = words.dropLast()
    var command: Command?
    while command?.parse == nil, let word = rest.popFirst() {
      let choices = command?.subcommands ?? commands
      guard let next = choices.first(where: { word.bytes.elementsEqual($0.name.utf8) }) else {
        if command == nil, word == "completions" {
          for shell in Shell.allCases { offer(shell.rawValue, "Prints a completion script.") }
        }
        return completion
      }
      command = next
    }
    guard let command, command.parse != nil else {
      for choice in command?.subcommands ?? commands { offer(choice.name, choice.summary) }
      if command == nil {
        offer("help", "Says more about a command.")
        offer("completions", "Prints a completion script.")
      }
      return completion
    }

    // The state after the words before: an option that waits for its value, or the next operand.
    var waiting: OptionDescription?
    var operandsGiven = 0
    var optionsEnded = false
    for word in rest {
      if waiting != nil {
        waiting = nil
      } else if optionsEnded || !word.looksLikeOption {
        operandsGiven += 1
      } else if word == "--" {
        optionsEnded = true
      } else {
        waiting = command.options.first {
          "--" + $0.name == word.argumentText || $0.short.map { "-\($0)" } == word.argumentText
        }
        if waiting?.placeholder == nil { waiting = nil }
      }
    }
    if let waiting {
      for choice in waiting.choices { offer(choice, waiting.help) }
      completion.files = waiting.isFile
    } else if !optionsEnded, begun.hasPrefix("-") {
      let joined = command.options.first {
        $0.placeholder != nil && begun.hasPrefix("--\($0.name)=")
      }
      if let joined {
        for choice in joined.choices { offer("--\(joined.name)=\(choice)", joined.help) }
        completion.files = joined.isFile
      } else {
        for option in command.options { offer("--" + option.name, option.help) }
        offer("--help", "Says more about this command.")
      }
    } else {
      var place = operandsGiven
      for operand in command.operands {
        if place < operand.counts.upperBound {
          for choice in operand.choices { offer(choice, operand.help) }
          completion.files = operand.isFile
          break
        }
        place -= operand.counts.upperBound
      }
    }
    return completion
  }

  /// What the scripts read: `files` or `words`, then a line for each candidate.
  func completionLines(for words: [RawArgument]) -> String {
    // Bash makes three words of `--option=value`.
    var joined: [RawArgument] = []
    var isValue = false
    for word in words {
      if word == "=" || isValue, let last = joined.last, last.looksLikeOption {
        joined[joined.count - 1] = RawArgument(bytes: last.bytes + word.bytes)
        isValue = word == "="
      } else {
        joined.append(word)
        isValue = false
      }
    }
    let completion = completion(of: joined)
    let lines = completion.candidates.map { "\($0.word)\t\($0.meaning)\n" }
    return (completion.files ? "files\n" : "words\n") + lines.joined()
  }

  /// A script that teaches a shell to complete the program's command line by asking it.
  public func completionScript(for shell: Shell) -> String {
    switch shell {
    case .bash:
      """
      # source <(\(name) completions bash)
      _\(name)() {
        local kind word line previous=${COMP_WORDS[COMP_CWORD-1]} current=${COMP_WORDS[COMP_CWORD]}
        COMPREPLY=()
        {
          read -r kind
          while IFS=$'\\t' read -r word line; do
            if [[ $previous == '=' || $current == '=' ]]; then word=${word#*=}; fi
            COMPREPLY+=("$word")
          done
        } < <("${COMP_WORDS[0]}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
        if [[ $kind == words ]]; then compopt +o default 2>/dev/null; fi
      }
      complete -o default -F _\(name) \(name)

      """
    case .zsh:
      """
      #compdef \(name)
      _\(name)() {
        local -a lines candidates
        local line
        lines=("${(@f)$("${words[1]}" __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
        for line in "${(@)lines[2,-1]}"; do
          [[ -n $line ]] && candidates+=("${${line%%$'\\t'*}//:/\\\\:}:${line#*$'\\t'}")
        done
        (( $#candidates )) && _describe -t words \(name) candidates
        [[ $lines[1] == files ]] && _files
      }
      compdef _\(name) \(name)

      """
    case .fish:
      """
      function __\(name)_complete
        set -l words (commandline -opc)
        set -l current (commandline -ct)
        set -l lines ($words[1] __complete $words[2..-1] "$current" 2>/dev/null)
        test (count $lines) -gt 1; and printf '%s\\n' $lines[2..-1]
        test "$lines[1]" = files; and __fish_complete_path "$current"
      end
      complete -c \(name) -f -a '(__\(name)_complete)'

      """
    }
  }
}
