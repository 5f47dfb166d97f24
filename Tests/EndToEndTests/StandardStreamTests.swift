import Fingerprinting
import TestSupport
import Testing

struct StandardStreamTests {
  @Test(arguments: [
    "\"$SM\" components >/dev/full", "\"$SM\" help run >/dev/full", "\"$SM\" components >&-",
  ])
  func lostResultsAreAFailure(script: String) throws {
    try withTemporaryDirectory { folder in
      let output = try SoundmarkExecutable.shell(script, in: folder)
      #expect(output.status == 2)
      #expect(output.errors.hasPrefix("standard output cannot be written: "))
      #expect(output.errors.count { $0 == "\n" } == 1, "\(output.errors)")
    }
  }

  @Test func closedStandardErrorDoesNotMatter() throws {
    try withTemporaryDirectory { folder in
      // Were its place free, the next file opened would take it, and complaints would be in there.
      let output = try SoundmarkExecutable.shell(
        """
        printf '{x: 1}' >plan.json5; "$SM" run plan.json5 2>&-; code=$?; cat plan.json5; exit $code
        """, in: folder)
      #expect(output.status == 65)
      #expect(output.text == "{x: 1}")
    }
  }

  @Test func readersThatLeaveEarlyAreNoTrouble() throws {
    try withTemporaryDirectory { folder in
      let output = try SoundmarkExecutable.shell(
        "for i in 1 2 3; do \"$SM\" components --json | head -1; done", in: folder)
      #expect(output.text == "[\n[\n[\n")
      #expect(output.errors.isEmpty)
    }
  }

  @Test(arguments: [
    "help", "help run", "run --help", "catalog --help", "help catalog create", "identify -h",
    "completions bash", "completions zsh", "completions fish", "--version", "run --template",
    "components", "components --markdown", "components --json", "help --markdown",
  ])
  func textsGoToStandardOutput(words: String) throws {
    try withTemporaryDirectory { folder in
      let output = try SoundmarkExecutable.shell("\"$SM\" \(words)", in: folder)
      #expect(output.status == 0 && output.errors.isEmpty && !output.text.isEmpty)
    }
  }

  /// A place that is no regular file is written to: replacing it would take it away.
  @Test func pipeAsOutputStaysAPipe() throws {
    try withTemporaryDirectory { folder in
      try folder.appending("a.wav").write(
        waveFile(TestSound.noise(seconds: 0.2, rate: SampleRate(8_000))))
      let output = try SoundmarkExecutable.shell(
        """
        mkfifo p; cat p >got.wav & "$SM" augment a.wav --condition gain --output p || exit
        test -p p || exit 99; wait; head -c 4 got.wav
        """, in: folder)
      #expect(output.status == 0, "\(output.errors)")
      #expect(output.text.hasSuffix("RIFF"))
    }
  }
}
