public import AudioFiles
public import CommandLineOptions
public import Corpora
public import Fingerprinting

extension FilePath: ArgumentValue {
  /// `PATH`.
  public static var placeholder: String { "PATH" }
  /// Completion offers file names.
  public static var isFile: Bool { true }
  /// Takes any bytes.
  public init(argument: RawArgument) { self.init(bytes: argument.bytes) }
  /// The path as text.
  public var argumentText: String { description }
}

extension DecoderChoice: ArgumentValue {}

extension CorpusLayout: ArgumentValue {}

/// Refuses what is no part of a whole.
@Sendable func share(_ value: Double) -> String? {
  (0...1).contains(value) ? nil : "a number from 0 to 1"
}

extension SampleEncoding: ArgumentValue {}

/// Allows numbers above 0 only, for options that say how long something is.
@Sendable func positive(_ value: Double) -> String? { value > 0 ? nil : "a number above 0" }
