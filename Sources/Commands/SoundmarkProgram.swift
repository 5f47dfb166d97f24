internal import AudioFiles
internal import Builtins
internal import Catalogs
internal import CommandLineOptions
internal import Corpora
internal import Experiments
internal import Files
internal import Fingerprinting
internal import Reporting
internal import SQLite
internal import Scoring

/// The program: its commands, and which exit code goes with which error.
public enum SoundmarkProgram {
  static let program = Program(
    name: "soundmark",
    summary: "A research and evaluation harness for acoustic fingerprinting.",
    version: Builtins.version,
    discussion: """
      Results go to standard output, progress and warnings to standard error. Exit codes: 0 done; \
      1 done, and the answer is no; 2 could not do it; 64 usage; 65 bad data (a batch finishes \
      first); 66 input missing.
      """,
    commands: [
      .run, .merge, .report, .inspect, .replay, .compare, .gate, .tune, .calibrate, .components,
      .bench, .corpus, .augment, .catalog, .identify, .listen, .signature, .library,
    ])

  /// Does what the command line says.
  ///
  /// - Returns: the exit code.
  public static func main() async -> Int32 {
    StandardStream.occupyClosed()
    return await program.main { error in (words(for: error), code(for: error)) }.rawValue
  }

  private static func words(for error: any Error) -> String {
    error is CancellationError ? "stopped; the same line goes on from here" : "\(error)"
  }

  private static func code(for error: any Error) -> ExitCode {
    switch error {
    case let error as AudioFileError: code(for: error)
    case let error as CorpusError: error.isMissingInput ? .inputMissing : .badData
    case let error as ExperimentError: code(for: error)
    case let error as ReportError: code(for: error)
    case let error as OperatingPointsError: error.isMissingInput ? .inputMissing : .badData
    case is MissingInput: .inputMissing
    case let error as PCMSourceError: code(for: error)
    case is PCMFormatError: .badData
    case let error as SQLiteError: code(for: error)
    case let error as FileError: error.isMissing ? .inputMissing : .failed
    case is ConfigurationError, is IndexError, is CatalogError, is LibraryError,
      is AugmentationError,
      is CalibrationError:
      .badData
    default: .failed
    }
  }

  private static func code(for error: AudioFileError) -> ExitCode {
    if case .notWritable = error { return .failed }
    return error.isMissingInput ? .inputMissing : .badData
  }

  private static func code(for error: PCMSourceError) -> ExitCode {
    if case .unusable = error { .badData } else { .failed }
  }

  private static func code(for error: SQLiteError) -> ExitCode {
    switch error.reason {
    case .notADatabase, .corrupt, .foreignSchema, .newerSchema, .olderSchema, .mismatch: .badData
    default: .failed
    }
  }

  private static func code(for error: ReportError) -> ExitCode {
    switch error {
    case .missing: .inputMissing
    case .unknownLabel, .unusable: .badData
    case .file: .failed
    }
  }

  private static func code(for error: ExperimentError) -> ExitCode {
    switch error {
    case .missing: .inputMissing
    case .invalid, .unusablePlan: .badData
    case .inaccessible: .failed
    }
  }
}
