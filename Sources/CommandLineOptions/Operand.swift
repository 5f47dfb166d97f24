/// One operand of a command, a word that is no option: a row of its table, in order of place.
public struct Operand<Arguments: Sendable>: Sendable {
  var description: OperandDescription
  let assign: @Sendable (inout Arguments, RawArgument, Bool) throws(InvalidArgument) -> Void

  /// A word that must be there.
  public static func one<Value: ArgumentValue>(
    _ name: String, _ path: any WritableKeyPath<Arguments, Value> & Sendable, _ help: String
  ) -> Operand {
    Operand(
      description: OperandDescription(Value.self, name, help, counts: 1...1),
      assign: { arguments, word, _ throws(InvalidArgument) in
        arguments[keyPath: path] = try Value(argument: word)
      })
  }

  /// A word that may be missing.
  public static func optional<Value: ArgumentValue>(
    _ name: String, _ path: any WritableKeyPath<Arguments, Value?> & Sendable, _ help: String
  ) -> Operand {
    Operand(
      description: OperandDescription(Value.self, name, help, counts: 0...1),
      assign: { arguments, word, _ throws(InvalidArgument) in
        arguments[keyPath: path] = try Value(argument: word)
      })
  }

  /// All words that are left; only in the last place.
  ///
  /// - Parameters:
  ///   - name: in capitals.
  ///   - path: where the words go; the first given replaces the defaults.
  ///   - atLeast: how many there must be.
  ///   - atMost: how many there may be.
  ///   - help: a sentence.
  /// - Returns: the row.
  public static func many<Value: ArgumentValue>(
    _ name: String, _ path: any WritableKeyPath<Arguments, [Value]> & Sendable, atLeast: Int = 1,
    atMost: Int = .max, _ help: String
  ) -> Operand {
    Operand(
      description: OperandDescription(Value.self, name, help, counts: atLeast...atMost),
      assign: { arguments, word, isFirst throws(InvalidArgument) in
        let value = try Value(argument: word)
        arguments[keyPath: path] = isFirst ? [value] : arguments[keyPath: path] + [value]
      })
  }
}

/// What help, completions and the reference know of an operand.
struct OperandDescription: Sendable {
  var name: String
  var help: String
  var counts: ClosedRange<Int>
  var choices: [String]
  var isFile: Bool

  init<Value: ArgumentValue>(
    _: Value.Type, _ name: String, _ help: String, counts: ClosedRange<Int>
  ) {
    self.name = name
    self.help = help
    self.counts = counts
    choices = Value.choices
    isFile = Value.isFile
  }

  var usage: String {
    let word = counts.upperBound > 1 ? name + "…" : name
    return counts.lowerBound == 0 ? "[\(word)]" : word
  }
}
