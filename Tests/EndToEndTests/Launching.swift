import Fingerprinting
import TestSupport
import Testing

extension SoundmarkExecutable {
  /// Runs the program as a shell does, in a folder.
  ///
  /// - Parameters:
  ///   - script: what is typed; `$SM` is the program.
  ///   - folder: where it is typed.
  /// - Returns: what was printed, and the status of the script.
  /// - Throws: `ToolFailure` where there is no shell.
  static func shell(_ script: String, in folder: FilePath) throws -> ToolOutput {
    try launchTool(
      "bash",
      [
        FilePath("-c"), FilePath("SM=$0; cd \"$1\" || exit; " + script), FilePath(path), folder,
      ])
  }
}

/// Tracks and a catalog of them, in a folder of their own.
///
/// `one.wav`, `two.wav` and `three.wav` hold eight seconds of music each; `music.soundmark-catalog`
/// knows the first two, as `music/one.wav` and `music/two.wav`.
func withCatalog(_ body: (FilePath) throws -> Void) throws {
  try withTemporaryDirectory { folder in
    for (number, name) in ["one", "two", "three"].enumerated() {
      let music = TestSound.music(
        seed: UInt64(number + 40), seconds: 8, rate: SampleRate(11_025))
      try folder.appending(name + ".wav").write(waveFile(music))
    }
    let made = try SoundmarkExecutable.shell(
      """
      mkdir music && cp one.wav two.wav music/
      "$SM" catalog create --output music.soundmark-catalog music
      """, in: folder)
    try #require(made.status == 0, "\(made.errors)")
    try body(folder)
  }
}
