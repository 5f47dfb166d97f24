import Fingerprinting
import Processes

/// The program that draws.
struct Gnuplot {
  /// Its name on PATH, or its path.
  var program = "gnuplot"

  /// It ran and drew nothing.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Why nothing is drawn where there is no such program, and what to do.
  var absence: String {
    "'\(program)' is not on PATH; install gnuplot (gnuplot-nox on Debian)"
  }

  /// Writes a script as `NAME.gnuplot`, and draws what it describes as `NAME.svg` beside it.
  ///
  /// - Throws: `ReportError` where the script cannot be written, `ProgramError`, or `Failure`; then
  ///   there is no image.
  func draw(_ script: String, as name: String, in folder: FilePath) throws {
    let image = folder.appending(name + ".svg")
    removeFile(image)
    try writeFile(script, to: folder.appending(name + ".gnuplot"))
    let result = try runProgram(
      program, ["-d", "\(name).gnuplot"],
      workingDirectory: ProgramArgument(bytes: folder.bytes))
    guard result.status.isSuccess, textOfFile(image)?.contains("</svg>") == true else {
      removeFile(image)
      throw Failure(description: "\(program) ended with \(result.status): \(result.errorText)")
    }
  }
}
