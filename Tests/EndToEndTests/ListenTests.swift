import Fingerprinting
import Foundation
import Tabular
import TestSupport
import Testing

struct ListenTests {
  /// One line of `listen`.
  private struct Line: Decodable {
    var event: String
    var time: Double
    var reference: String?
    var start: Double?
    var end: Double?
    var offset: Double?
  }

  private func lines(_ text: String) throws -> [Line] {
    try text.split(separator: "\n").map { line in
      try #require(
        try? JSONDecoder().decode(Line.self, from: Data(line.utf8)), "\(line)")
    }
  }

  /// A set of two known pieces with a stranger between them.
  private func withSet(_ body: (FilePath) throws -> Void) throws {
    try withCatalog { folder in
      let made = try SoundmarkExecutable.shell(
        """
        sox -V1 -D one.wav three.wav two.wav set.wav
        sox -V1 -D set.wav -r 22050 -c 2 -t raw -b 16 -e signed set.raw
        """, in: folder)
      try #require(made.status == 0, "\(made.errors)")
      try body(folder)
    }
  }

  /// A file, a WAV file on standard input and bare samples in pieces of any size say the same.
  @Test func sourcesAgree() throws {
    try withSet { folder in
      let listened = try SoundmarkExecutable.shell(
        """
        "$SM" listen --catalog music.soundmark-catalog --source set.wav --setlist set.csv
        """, in: folder)
      #expect(listened.status == 0, "\(listened.errors)")
      let events = try lines(listened.text)
      #expect(
        events.filter { $0.event == "started" }.map(\.reference)
          == ["music/one.wav", "music/two.wav"])
      let setlist = try CSV.parse(
        String(decoding: folder.appending("set.csv").read(), as: UTF8.self))
      #expect(
        setlist[0] == [
          "start_s", "end_s", "title", "reference", "artist", "frequency_skew", "time_scale",
          "confidence", "identifier", "isrc", "url", "alternatives",
        ])
      #expect(setlist.dropFirst().map { $0[2] } == ["one", "two"])
      for (row, expected) in zip(setlist.dropFirst(), [(0.0, 8.0), (16, 24)]) {
        #expect(abs((Double(row[0]) ?? -9) - expected.0) < 1, "\(row)")
        #expect(abs((Double(row[1]) ?? -9) - expected.1) < 1, "\(row)")
      }
      let piped = try SoundmarkExecutable.shell(
        """
        "$SM" listen --catalog music.soundmark-catalog --source stdin < set.wav > wave.jsonl
        dd if=set.raw bs=4321 2>/dev/null | "$SM" listen --catalog music.soundmark-catalog \
          --source stdin --rate 22050 --channels 2 --format s16
        """, in: folder)
      #expect(
        try String(decoding: folder.appending("wave.jsonl").read(), as: UTF8.self) == listened.text)
      #expect(
        try lines(piped.text).filter { $0.event == "started" }.map(\.reference)
          == ["music/one.wav", "music/two.wav"])
    }
  }

  /// Every way to write a setlist can be read by what reads such files.
  @Test func setlists() throws {
    try withSet { folder in
      let written = try SoundmarkExecutable.shell(
        """
        for kind in json cue m3u; do
          "$SM" listen --catalog music.soundmark-catalog --source set.wav --setlist set.$kind || exit
        done >/dev/null
        python3 -c 'import json; print([row["title"] for row in json.load(open("set.json"))])'
        grep -c "^  TRACK 0[12] AUDIO" set.cue
        grep INDEX set.cue | tail -1
        grep -v "^#" set.m3u
        "$SM" listen --catalog music.soundmark-catalog --source set.wav --setlist set.pdf
        """, in: folder)
      let text = written.text.split(separator: "\n").map(String.init)
      #expect(text.first == "['one', 'two']")
      #expect(text[1] == "2")
      #expect(text[2].hasPrefix("    INDEX 01 00:1"))
      // They are the same files wherever the playlist is opened.
      #expect(text.count == 5)
      #expect(text[3].hasPrefix("/") && text[3].hasSuffix("/music/one.wav"))
      #expect(text[4].hasPrefix("/") && text[4].hasSuffix("/music/two.wav"))
      #expect(written.status == 64)
      #expect(written.errors.contains(".csv, .json, .cue or .m3u"))
    }
  }

  /// On a terminal: a level meter, the title and the position below what was found.
  @Test func statusLine() throws {
    try withSet { folder in
      let shown = try SoundmarkExecutable.shell(
        #"""
        python3 - "$SM" <<'END'
        import pty, sys
        pty.spawn([sys.argv[1], "listen", "--catalog", "music.soundmark-catalog", "--source",
                   "set.wav"])
        END
        """#, in: folder)
      #expect(shown.text.contains("▮"), "\(shown.text)\(shown.errors)")
      #expect(shown.text.contains("listening"))
      #expect(shown.text.contains("0:00:00  one"))
      #expect(shown.text.contains("one  0:00:0"))
      #expect(shown.text.contains("end of two"))
    }
  }

  /// With `--once` the first outcome ends it, and the exit code says which it was.
  @Test func once() throws {
    try withSet { folder in
      let outcome = try SoundmarkExecutable.shell(
        """
        ask() { "$SM" listen --catalog music.soundmark-catalog --once --source "$@"; echo "= $?"; }
        ask set.wav
        ask three.wav
        sox -V1 -D -n -r 8000 silence.wav trim 0 30
        ask silence.wav
        ask gone.wav
        ask stdin < /dev/null
        echo no sound | ask stdin
        head -c 4000 set.raw | ask stdin --rate 500
        """, in: folder)
      let text = outcome.text.split(separator: "\n").map(String.init)
      // Two closures that differ in one character alone came out as one when optimised.
      let isEvent = text.map { $0.utf8.first == UInt8(ascii: "{") }
      let codes = zip(text, isEvent).filter { !$0.1 }.map(\.0)
      #expect(codes == ["= 0", "= 1", "= 1", "= 66", "= 1", "= 65", "= 64"], "\(outcome.text)")
      let events = try lines(zip(text, isEvent).filter(\.1).map(\.0).joined(separator: "\n"))
      #expect(events.map(\.event) == ["started", "no_match", "no_match"])
      #expect(events[0].time < 4)
      #expect(abs(events[2].time - 12) < 0.1)
      #expect(outcome.errors.contains("expected a WAV file"))
    }
  }

  /// A source that stops delivering is an error after a while, and what came before it counts.
  @Test func stall() throws {
    try withSet { folder in
      let stalled = try SoundmarkExecutable.shell(
        """
        mkfifo pipe
        exec 3<>pipe
        cat set.wav >&3 &
        "$SM" listen --catalog music.soundmark-catalog --source stdin --patience 0.3 \
          --setlist set.csv < pipe
        """, in: folder)
      #expect(stalled.status == 2)
      #expect(stalled.errors.contains("standard input: no sound for 0.3 s"))
      #expect(try lines(stalled.text).contains { $0.reference == "music/two.wav" })
    }
  }

  /// What a match needs is what the catalog keeps for listening, unless other points are named; and
  /// its calibration says how confident a match is.
  @Test func operatingPoints() throws {
    try withCatalog { folder in
      let output = try SoundmarkExecutable.shell(
        #"""
        "$SM" catalog display music.soundmark-catalog --json >shown 2>/dev/null
        python3 - <<'END'
        import json
        strategy = json.load(open("shown"))["strategy"]
        traced = {"experiment": "e", "planDigest": "d", "corpora": {}, "versions": {}}
        evidence = {"negatives": 9, "recordings": 9, "falseAlarms": 0, "upperBound": 0.3}
        def point(name, score, **more):
            return {"name": name, "strategy": strategy, "acceptAtLeast": score, "per": "hour",
                    "targetFalseAlarmRate": 1, "evidence": evidence, **more}
        points = [point("never", 1000, queryLength=1, environment="live"),
                  point("never, longer", 1000, queryLength=12, environment="live"),
                  point("street", 12, queryLength=3)]
        json.dump({"version": 1, "provenance": traced, "points": points}, open("points", "w"))
        traced.update(split="c", conditions=[], enrolled=9, notEnrolled=9, recordings=9)
        fit = {"seconds": 5, "intercept": 3, "scoreWeight": 0, "marginWeight": 0, "right": 99,
               "wrong": 99}
        fitted = {"label": "x", "recognizer": strategy, "fits": [fit]}
        json.dump({"format": "soundmark-calibration", "version": 1, "provenance": traced,
                   "calibrations": [fitted]}, open("calibration", "w"))
        END
        ask() { "$SM" listen -c music.soundmark-catalog --source one.wav --once "$@"; echo "= $?"; }
        ask
        "$SM" catalog update music.soundmark-catalog --operating-points points
        ask
        ask --operating-point points#street --calibration calibration
        ask --operating-point street,points#street
        "$SM" catalog update music.soundmark-catalog --calibration calibration
        ask --operating-point street
        """#, in: folder)
      let text = output.text.split(separator: "\n").map(String.init)
      // Two closures that differ in one string alone came out as one when optimised.
      let kinds = text.map { $0.utf8.first ?? 0 }
      let codes = zip(text, kinds).filter { $0.1 == UInt8(ascii: "=") }.map(\.0)
      let events = zip(text, kinds).filter { $0.1 == UInt8(ascii: "{") }.map(\.0)
      #expect(
        codes == ["= 0", "= 1", "= 0", "= 65", "= 0"], "\(output.text)\(output.errors)")
      #expect(output.errors.contains("two operating points are for queries of 3.0 s"))
      try #require(events.count == 4, "\(output.text)")
      #expect(!events[0].contains("confidence"))
      #expect(events[1].contains("no_match"))
      // 1 / (1 + e⁻³)
      #expect(events[2].contains("\"confidence\":0.9525"))
      #expect(events[3].contains("\"confidence\":0.9525"))
    }
  }

  /// A polite kill ends it at once, even while it waits for sound, and the setlist is kept.
  @Test func interruption() throws {
    try withSet { folder in
      let stopped = try SoundmarkExecutable.shell(
        """
        mkfifo pipe events
        exec 3<>pipe
        cat one.wav >&3 &
        "$SM" listen --catalog music.soundmark-catalog --source stdin --patience 600 \
          --setlist set.csv <pipe >events & process=$!
        exec 4<events
        read -r first <&4
        kill -INT $process
        cat <&4 >rest
        wait $process
        echo "= $?"
        cut -d, -f3 set.csv
        """, in: folder)
      let text = stopped.text.split(separator: "\n").map(String.init)
      #expect(text == ["= 0", "title", "one"], "\(stopped.errors)")
    }
  }
}
