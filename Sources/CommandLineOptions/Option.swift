/// One option of a command: a row of its table.
///
/// The row says where the value goes in a plain struct of arguments, whose initial values are the
/// defaults. Help, completions and the reference read the same row.
public struct Option<Arguments: Sendable>: Sendable {
  var description: OptionDescription
  let assign: @Sendable (inout Arguments, RawArgument, Bool) throws(InvalidArgument) -> Void
  let defaultText: @Sendable (Arguments) -> String?
  /// The member that a switch sets to one of several values: two such switches contradict each
  /// other.
  var choiceOf: (any AnyKeyPath & Sendable)?

  /// A switch without a value, off unless given.
  public static func flag(
    _ name: String, short: Character? = nil,
    _ path: any WritableKeyPath<Arguments, Bool> & Sendable, _ help: String
  ) -> Option {
    flag(name, short: short, path, setting: true, help)
  }

  /// A switch that sets something to one of its values, such as the output format; only one of the
  /// switches that set the same thing can be given.
  public static func flag<Value: Sendable>(
    _ name: String, short: Character? = nil,
    _ path: any WritableKeyPath<Arguments, Value> & Sendable, setting value: Value, _ help: String
  ) -> Option {
    Option(
      description: OptionDescription(name: name, short: short, help: help),
      assign: { arguments, _, _ throws(InvalidArgument) in arguments[keyPath: path] = value },
      defaultText: { _ in nil }, choiceOf: path)
  }

  /// An option with one value; the last one given counts.
  ///
  /// - Parameters:
  ///   - name: without the dashes.
  ///   - short: a letter that does the same after one dash.
  ///   - path: where the value goes.
  ///   - placeholder: what stands for the value in help; the type's own unless given.
  ///   - required: whether the command cannot do without; no default is shown then.
  ///   - help: a sentence.
  ///   - check: says what would have been expected where a value is not allowed.
  /// - Returns: the row.
  public static func value<Value: ArgumentValue>(
    _ name: String, short: Character? = nil,
    _ path: any WritableKeyPath<Arguments, Value> & Sendable, placeholder: String? = nil,
    required: Bool = false, _ help: String,
    check: (@Sendable (Value) -> String?)? = nil
  ) -> Option {
    Option(
      description: .taking(
        Value.self, name, short, placeholder, help, required: required),
      assign: { arguments, word, _ throws(InvalidArgument) in
        arguments[keyPath: path] = try checked(word, check)
      },
      defaultText: { required ? nil : $0[keyPath: path].argumentText })
  }

  /// An option with one number in a range.
  ///
  /// - Parameters:
  ///   - name: without the dashes.
  ///   - short: a letter that does the same after one dash.
  ///   - path: where the value goes.
  ///   - range: what is allowed.
  ///   - placeholder: what stands for the value in help; the type's own unless given.
  ///   - help: a sentence.
  /// - Returns: the row.
  public static func value<Value: ArgumentValue & Comparable>(
    _ name: String, short: Character? = nil,
    _ path: any WritableKeyPath<Arguments, Value> & Sendable, in range: ClosedRange<Value>,
    placeholder: String? = nil, _ help: String
  ) -> Option {
    value(name, short: short, path, placeholder: placeholder, help) { value in
      range.contains(value)
        ? nil
        : "a number from \(range.lowerBound.argumentText) to \(range.upperBound.argumentText)"
    }
  }

  /// An option with one value, nothing unless given; the last one given counts.
  ///
  /// - Parameters:
  ///   - name: without the dashes.
  ///   - short: a letter that does the same after one dash.
  ///   - path: where the value goes.
  ///   - placeholder: what stands for the value in help; the type's own unless given.
  ///   - help: a sentence.
  ///   - check: says what would have been expected where a value is not allowed.
  /// - Returns: the row.
  public static func value<Value: ArgumentValue>(
    _ name: String, short: Character? = nil,
    _ path: any WritableKeyPath<Arguments, Value?> & Sendable, placeholder: String? = nil,
    _ help: String, check: (@Sendable (Value) -> String?)? = nil
  ) -> Option {
    Option(
      description: .taking(Value.self, name, short, placeholder, help),
      assign: { arguments, word, _ throws(InvalidArgument) in
        arguments[keyPath: path] = try checked(word, check)
      },
      defaultText: { $0[keyPath: path]?.argumentText })
  }

  /// An option that may be given several times, once for each value; the first given replaces the
  /// defaults.
  public static func values<Value: ArgumentValue>(
    _ name: String, short: Character? = nil,
    _ path: any WritableKeyPath<Arguments, [Value]> & Sendable, placeholder: String? = nil,
    _ help: String
  ) -> Option {
    Option(
      description: .taking(Value.self, name, short, placeholder, help, repeated: true),
      assign: { arguments, word, isFirst throws(InvalidArgument) in
        let value: Value = try checked(word, nil)
        arguments[keyPath: path] = isFirst ? [value] : arguments[keyPath: path] + [value]
      },
      defaultText: { listText($0[keyPath: path]) })
  }

  /// An option whose one value is a list with commas; the last one given counts.
  public static func list<Value: ArgumentValue>(
    _ name: String, short: Character? = nil,
    _ path: any WritableKeyPath<Arguments, [Value]> & Sendable, placeholder: String? = nil,
    _ help: String
  ) -> Option {
    Option(
      description: .taking(
        Value.self, name, short, placeholder ?? Value.placeholder + ",…", help),
      assign: { arguments, word, _ throws(InvalidArgument) in
        var values: [Value] = []
        for part in word.bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        {
          values.append(try checked(RawArgument(bytes: part), nil))
        }
        arguments[keyPath: path] = values
      },
      defaultText: { listText($0[keyPath: path]) })
  }

  /// The same option under a heading of its own in help.
  public func grouped(_ heading: String) -> Option {
    var option = self
    option.description.group = heading
    return option
  }

  /// The same option, which cannot be given together with some others.
  public func excluding(_ names: String...) -> Option {
    var option = self
    option.description.excluded += names
    return option
  }

  private static func checked<Value: ArgumentValue>(
    _ word: RawArgument, _ check: (@Sendable (Value) -> String?)?
  ) throws(InvalidArgument) -> Value {
    let value = try Value(argument: word)
    if let expected = check?(value) { throw InvalidArgument(expected: expected) }
    return value
  }

  private static func listText<Value: ArgumentValue>(_ values: [Value]) -> String? {
    values.isEmpty ? nil : values.map(\.argumentText).joined(separator: ",")
  }
}

/// What help, completions and the reference know of an option.
struct OptionDescription: Sendable {
  var name: String
  var short: Character?
  var help: String
  /// What stands for the value; nothing for a switch.
  var placeholder: String?
  var choices: [String] = []
  var isFile = false
  var isRequired = false
  var isRepeated = false
  var group = ""
  /// The names of options that contradict it.
  var excluded: [String] = []
  var defaultText: String?

  static func taking<Value: ArgumentValue>(
    _: Value.Type, _ name: String, _ short: Character?, _ placeholder: String?, _ help: String,
    required: Bool = false, repeated: Bool = false
  ) -> OptionDescription {
    OptionDescription(
      name: name, short: short, help: help, placeholder: placeholder ?? Value.placeholder,
      choices: Value.choices, isFile: Value.isFile, isRequired: required, isRepeated: repeated)
  }

  /// The option with its value, as usage shows it.
  var usage: String { "--" + name + (placeholder.map { " " + $0 } ?? "") }
}
