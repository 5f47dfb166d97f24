import Fingerprinting
import TestSupport
import Testing

/// Exit codes and words of what cannot be done; no case gets as far as reading sound.
struct ExitCodeTests {
  @Test(arguments: [
    // Usage.
    ("\"$SM\"", 64, "no command"),
    ("\"$SM\" identfy", 64, "identify"),
    ("\"$SM\" identify a.wav", 64, "--catalog FILE is required"),
    ("\"$SM\" identify --catalog c a.wav --from -3", 64, "found '-3'"),
    ("\"$SM\" identify --catalog c a.wav --duration 0", 64, "a number above 0"),
    ("\"$SM\" identify --catalog c a.wav --limit 0", 64, "found '0'"),
    ("\"$SM\" catalog remove", 64, "CATALOG"),
    ("\"$SM\" augment a.wav --condition gain --output ./a.wav", 64, "name another file"),
    ("\"$SM\" report . --format markdwn", 64, "markdown"),
    ("\"$SM\" run", 64, "expected a PLAN"),
    ("\"$SM\" signature a.wav b/a.wav --output out", 64, "would both become 'a.wav'"),
    ("\"$SM\" corpus make x --from . --datasets d", 64, "was not made of a folder"),
    // An input is missing.
    ("\"$SM\" identify --catalog nothing a.wav", 66, "no catalog 'nothing'"),
    ("\"$SM\" catalog display nothing", 66, "no catalog 'nothing'"),
    ("\"$SM\" catalog remove nothing --missing; code=$?; test ! -e nothing && exit $code", 66, ""),
    ("\"$SM\" catalog create --output c empty", 66, "no audio file in 'empty'"),
    ("\"$SM\" signature @/dev/null", 66, "no audio file in '@/dev/null'"),
    ("\"$SM\" corpus list --datasets nothing", 66, "'nothing' does not exist"),
    ("\"$SM\" corpus verify nothing", 66, "nothing"),
    ("\"$SM\" run nothing", 66, "nothing"),
    ("\"$SM\" report nothing", 66, "nothing"),
    ("\"$SM\" bench --corpus nothing", 66, "nothing"),
    // Data are bad.
    ("\"$SM\" identify --catalog a.wav a.wav", 65, "no database of this program"),
    ("\"$SM\" identify --catalog foreign.db a.wav", 65, "another application"),
    ("\"$SM\" catalog create --output foreign.db a.wav", 65, "another application"),
    ("\"$SM\" signature @empty", 65, "directory"),
    ("\"$SM\" catalog create --output c --strategy nothing a.wav", 65, "constellation"),
    ("\"$SM\" catalog create --output c --strategy '{strategy: 1}' a.wav", 65, "strategy"),
    ("\"$SM\" run a.wav", 65, "not valid JSON5"),
    ("echo '{a: NaN}' >p.json5; \"$SM\" run p.json5", 65, "NaN and Infinity are no settings"),
    ("\"$SM\" augment a.wav --condition '{gain: {decibels: NaN}}' --output o.wav", 65, "NaN"),
    ("\"$SM\" augment a.wav --condition gian --output o.wav", 65, "gain"),
    ("\"$SM\" augment a.wav --condition '[{gain: }]' --output o.wav", 65, "line 1, column 9"),
    ("\"$SM\" augment a.wav --condition '[{gain: ]' --output o.wav", 65, "line 1, column 9"),
    ("\"$SM\" catalog create --output c --strategy '{strategy: ' a.wav", 65, "column 12"),
    (
      "sed 's/: 1/: }/' d/x/corpus.json5 >m.json5; \"$SM\" corpus verify m.json5", 65,
      "line 1, column 22"
    ),
    (
      "sed 's/: 1/: 1.5/' d/x/corpus.json5 >m.json5; \"$SM\" corpus verify m.json5", 65,
      "a whole number"
    ),
    (
      "printf '{name: \"\\351\"}' >p.json5; \"$SM\" run p.json5", 65,
      "byte 0xE9 is no UTF-8"
    ),
    // It could not be done.
    ("\"$SM\" catalog create --output nowhere/c a.wav", 2, "nowhere/c"),
    ("\"$SM\" catalog create --output /dev/null a.wav", 2, "not a regular file"),
    ("\"$SM\" augment a.wav --condition gain --output nowhere/o.wav", 2, "cannot be written"),
    ("ln -s nowhere link; \"$SM\" library list --library link/l", 2, "File exists"),
    ("ln -s nowhere link; \"$SM\" signature a.wav --output link/l", 2, "File exists"),
  ])
  func codeAndWords(script: String, code: Int32, words: String) throws {
    try withTemporaryDirectory { folder in
      try folder.appending("a.wav").write(
        waveFile(TestSound.silence(seconds: 0.1, rate: SampleRate(8_000))))
      try runTool("mkdir", ["-p", folder.appending("empty").description, "\(folder)/d/x"])
      try folder.appending("d/x/corpus.json5").write(
        Array("{name: \"x\", version: 1, description: \"\", tracks: []}\n".utf8))
      try runTool("sqlite3", [folder.appending("foreign.db").description, "CREATE TABLE a (b)"])
      let output = try SoundmarkExecutable.shell(script, in: folder)
      #expect(output.status == code, "\(script): \(output.errors)")
      #expect(output.errors.contains(words), "\(script): \(output.errors)")
      #expect(!output.errors.contains("Error Domain") && !output.errors.contains("Fatal error"))
      #expect(output.text.isEmpty)
    }
  }

  /// An empty file is no catalog, and is left as it is.
  @Test func emptyFileIsNotMadeACatalog() throws {
    try withTemporaryDirectory { folder in
      let file = folder.appending("empty.soundmark-catalog")
      for command in ["display", "remove --missing"] {
        try file.write([])
        let output = try SoundmarkExecutable.shell(
          "\"$SM\" catalog \(command) empty.soundmark-catalog", in: folder)
        #expect(output.status == 65, "\(output.errors)")
        #expect(try file.read().isEmpty)
      }
    }
  }

  @Test func damagedOrNewerCatalogsAreRefused() throws {
    try withCatalog { folder in
      for (script, words) in [
        ("head -c 10000 music.soundmark-catalog >x", "damaged or cut short"),
        (
          "cp music.soundmark-catalog x; sqlite3 x 'PRAGMA user_version = 9999'",
          "version 9999, this program knows version"
        ),
      ] {
        let output = try SoundmarkExecutable.shell(
          script + "; \"$SM\" identify --catalog x one.wav", in: folder)
        #expect(output.status == 65 && output.errors.contains(words), "\(output.errors)")
      }
      let other = try SoundmarkExecutable.shell(
        "\"$SM\" catalog create --strategy chroma --output music.soundmark-catalog three.wav",
        in: folder)
      #expect(other.status == 65)
      #expect(other.errors.contains("constellation r") && other.errors.contains("chroma r"))
    }
  }
}
