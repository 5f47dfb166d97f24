import Fingerprinting
import Foundation
import Tabular
import TestSupport
import Testing

struct RecognitionTests {
  /// The rows of `identify --csv` without the header.
  private func identify(
    _ operands: String, in folder: FilePath
  ) throws -> (rows: [[String]], output: ToolOutput) {
    let output = try SoundmarkExecutable.shell(
      "\"$SM\" identify --catalog music.soundmark-catalog --csv \(operands)", in: folder)
    let rows = try CSV.parse(output.text)
    #expect(
      rows.first?.prefix(12).joined(separator: ",")
        == "query,rank,reference,reference_offset_s,score,confidence,frequency_skew,"
        + "signature_bytes,decode_ms,extract_ms,search_ms,status")
    #expect(Set(rows.map(\.count)).count == 1)
    return (Array(rows.dropFirst()), output)
  }

  /// Where a query begins is a place in the reference; before its beginning that is negative.
  @Test func offsetsHaveTheRightSign() throws {
    try withCatalog { folder in
      try sox(
        folder.appending("one.wav").description, folder.appending("pad.wav").description, "pad",
        "1.5")
      try sox(
        folder.appending("two.wav").description, folder.appending("cut.wav").description, "trim",
        "2.345", "4")
      try sox(
        folder.appending("one.wav").description, folder.appending("high.wav").description, "rate",
        "48000", "remix", "1", "1i")
      let (rows, output) = try identify("--limit 1 pad.wav cut.wav high.wav", in: folder)
      #expect(output.status == 0)
      for (row, (name, offset)) in zip(
        rows, [("music/one.wav", -1.5), ("music/two.wav", 2.345), ("music/one.wav", 0)])
      {
        #expect(row[2] == name && row[11] == "ok")
        let found = try #require(Double(row[3]))
        #expect(abs(found - offset) < 0.05, "\(row)")
      }
      #expect(output.errors.contains("high.wav: the channels cancel out"))
    }
  }

  /// What was enrolled lies at zero, not a hop beside it.
  @Test func theSameFileLiesAtZero() throws {
    try withCatalog { folder in
      let (rows, output) = try identify(
        "--limit 1 music/one.wav music/two.wav", in: folder)
      #expect(output.status == 0)
      #expect(rows.map { $0[2] } == ["music/one.wav", "music/two.wav"])
      for row in rows {
        #expect(Double(row[3]) == 0 && Double(row[18]) == 1, "\(row)")
        #expect(row[6].isEmpty, "the pitch was not measured")
      }
    }
  }

  /// Nothing to hear is no match; a file that cannot be read does not stop the others.
  @Test func batchesFinishAndSayWhatFailed() throws {
    try withCatalog { folder in
      let rate = SampleRate(11_025)
      try folder.appending("silence.wav").write(
        waveFile(TestSound.silence(seconds: 4, rate: rate)))
      try folder.appending("short.wav").write(waveFile(channels: [[0.5]]))
      try folder.appending("none.wav").write(waveFile(channels: [[]]))
      try folder.appending("zero.wav").write([])
      try folder.appending("text.wav").write(Array("no sound".utf8))
      let (rows, output) = try identify(
        "-n 1 silence.wav short.wav none.wav zero.wav text.wav gone.wav one.wav", in: folder)
      #expect(output.status == 65)
      #expect(
        rows.map { $0[11] } == ["none", "too_short", "failed", "failed", "failed", "failed", "ok"])
      #expect(rows.dropLast().allSatisfy { $0[1] == "0" && $0[2].isEmpty && $0[4].isEmpty })
      for name in ["none.wav", "zero.wav", "text.wav", "gone.wav"] {
        #expect(output.errors.contains(name))
      }
    }
  }

  @Test func oddPlacesAreSkippedAndNamed() throws {
    try withCatalog { folder in
      let output = try SoundmarkExecutable.shell(
        """
        mkdir -p odd/folder.wav; mkfifo odd/pipe.wav; ln -s ../odd odd/loop; ln -s gone odd/link.wav
        cp three.wav odd/; echo text >odd/notes.txt
        timeout 20 "$SM" catalog create --output odd.soundmark-catalog --json odd
        """, in: folder)
      #expect(output.status == 0, "\(output.errors)")
      let lines = output.errors.split(separator: "\n").map(String.init)
      for name in ["pipe.wav", "loop", "link.wav", "notes.txt"] {
        #expect(lines.contains { $0.hasPrefix("skipped: odd/\(name): ") }, "\(name)")
      }
      #expect(output.text.contains("\"recordings\" : 1"))
    }
  }

  /// Every name of a file goes into a catalog and out of it, and keeps tables whole.
  @Test func oddNamesSurvive() throws {
    try withTemporaryDirectory { folder in
      let music = TestSound.music(seed: 5, seconds: 3, rate: SampleRate(8_000))
      try folder.appending("music.wav").write(waveFile(music))
      let names = [
        "-dash.wav", "a:b.wav", "http:x.wav", "q%03d.wav", "new\nline.wav", "pipe|bar.wav",
        "comma,\"quote\".wav", "=1+1.wav", "@at.wav", "e\u{301}.wav", "\u{e9}.wav",
        "back\\slash.wav",
      ]
      let paths = names.map { FilePath($0) } + [FilePath(bytes: Array("l_".utf8) + [0xe9])]
      // The same bytes twice would be one recording.
      for (number, path) in paths.enumerated() {
        try FilePath(bytes: folder.bytes + [0x2f] + path.bytes).write(
          waveFile(music) + Array("\(number)".utf8))
      }
      let output = try SoundmarkExecutable.shell(
        """
        rm music.wav
        "$SM" catalog create --output c.soundmark-catalog . >&2 || exit
        for f in *; do
          case $f in c.*) continue; esac
          "$SM" identify --catalog c.soundmark-catalog --csv -n 1 -- "./$f" | tail -n +2
          "$SM" catalog remove c.soundmark-catalog "./$f" >&2 || echo "cannot remove $f"
        done
        "$SM" catalog display c.soundmark-catalog --json
        """, in: folder)
      #expect(output.status == 0, "\(output.errors)")
      let end = try #require(output.text.range(of: "{\n"), "\(output.text)")
      #expect(output.text[end.lowerBound...].contains("\"recordings\" : [\n\n  ]"))
      let rows = try CSV.parse(String(output.text[..<end.lowerBound]))
      #expect(rows.count == paths.count)
      #expect(rows.allSatisfy { $0.count == rows[0].count && $0[1] == "1" && $0[11] == "ok" })
      // By their bytes: to `String`, the two spellings of é are one.
      #expect(
        Set(rows.map { FilePath(escaped: $0[0]) })
          == Set(paths.map { FilePath(bytes: Array("./".utf8) + $0.bytes) }))
    }
  }

  /// Relative paths are relative to where one stands; what is stored can be found from anywhere.
  @Test func catalogsWorkFromAnyFolder() throws {
    try withCatalog { folder in
      let output = try SoundmarkExecutable.shell(
        """
        mkdir elsewhere && cd elsewhere
        env -u HOME "$SM" catalog display ../music.soundmark-catalog 2>&1 || exit
        rm ../music/two.wav; "$SM" catalog remove --missing ../music.soundmark-catalog || exit
        "$SM" identify --catalog ../music.soundmark-catalog ../two.wav
        """, in: folder)
      #expect(output.status == 0, "\(output.errors)")
      #expect(output.text.contains("2 recordings"))
      #expect(output.text.contains(folder.description + "/music/two.wav\n"))
      let answer = try #require(output.text.components(separatedBy: "../two.wav\n").last)
      #expect(!answer.contains("two.wav"), "what was removed must not be found")
    }
  }

  @Test func missingFFmpegIsNamedAndStopsNothing() throws {
    try withCatalog { folder in
      try ffmpeg(
        "-i", folder.appending("one.wav").description,
        folder.appending("one.m4a").description)
      let output = try SoundmarkExecutable.shell(
        "PATH=/nonexistent \"$SM\" identify --catalog music.soundmark-catalog one.m4a one.wav",
        in: folder)
      #expect(output.status == 65)
      #expect(output.errors.contains("one.m4a") && output.errors.contains("install ffmpeg"))
      #expect(output.text.contains("music/one.wav"))
    }
  }

  /// An interrupted catalog is whole, and is finished by the same line.
  ///
  /// The interruption comes while a decoder that never ends is at work on the fifth of eight files.
  @Test func interruptionKeepsWhatIsDone() throws {
    try withTemporaryDirectory { folder in
      let songs = folder.appending("songs")
      try runTool("mkdir", [songs.description, folder.appending("stuck").description])
      for number in 1...8 {
        let song = songs.appending("\(number).wav")
        try song.write(
          waveFile(
            TestSound.music(seed: UInt64(number), seconds: 20, rate: SampleRate(11_025))))
        if number == 5 {
          try ffmpeg("-i", song.description, songs.appending("5.m4a").description)
          try runTool("rm", [song.description])
        }
      }
      try writeProgram(
        """
        case "$*" in *5.m4a*) echo >"$REACHED"; exec sleep 900 ;; esac
        exec "$FFMPEG" "$@"
        """, at: folder.appending("stuck").appending("ffmpeg"))
      let output = try SoundmarkExecutable.shell(
        """
        mkfifo reached
        export FFMPEG=$(command -v ffmpeg) REACHED=$PWD/reached
        PATH=$PWD/stuck:$PATH "$SM" catalog create --jobs 1 --output c.soundmark-catalog songs \
          2>words & process=$!
        read -r _ <reached
        kill -INT $process; wait $process; echo "code $?"
        echo "whole $(sqlite3 c.soundmark-catalog 'PRAGMA integrity_check')"
        echo "kept $(sqlite3 c.soundmark-catalog 'SELECT count(*) FROM track')"
        cat words
        "$SM" catalog create --output c.soundmark-catalog --json songs
        """, in: folder)
      #expect(output.status == 0, "\(output.errors)")
      #expect(output.text.contains("code 2\nwhole ok\nkept 4\n"), "\(output.text)")
      #expect(output.text.contains("stopped; the same line goes on from here"))
      #expect(output.text.contains("\"recordings\" : 8"))
      let outcomes = { (outcome: String) in
        output.text.components(separatedBy: "\"outcome\" : \"\(outcome)\"").count - 1
      }
      #expect(outcomes("unchanged") == 4 && outcomes("added") == 4)
    }
  }

  /// A cut matches wherever it begins between two hops of the reference.
  @Test func everyShiftBelowAHopMatches() throws {
    try withCatalog { folder in
      let music = TestSound.music(seed: 40, seconds: 8, rate: SampleRate(11_025))
      let cuts = folder.appending("cuts")
      try runTool("mkdir", [cuts.description])
      let starts = Array(stride(from: 22_050, through: 22_050 + 256, by: 16))
      for start in starts {
        try cuts.appending("\(start).wav").write(
          waveFile(
            AudioBuffer(
              samples: Array(music.samples[start..<start + 33_075]), sampleRate: music.sampleRate)))
      }
      let (rows, _) = try identify("--limit 1 cuts", in: folder)
      let scores = rows.compactMap { Double($0[4]) }
      #expect(rows.map { $0[2] } == Array(repeating: "music/one.wav", count: starts.count))
      for (row, start) in zip(rows, starts) {
        let found = try #require(Double(row[3]))
        #expect(abs(found - Double(start) / 11_025) < 0.05, "\(row)")
      }
      let (lowest, highest) = (try #require(scores.min()), try #require(scores.max()))
      #expect(lowest > highest * 0.8, "\(scores)")
    }
  }

  /// A day of sound needs no more memory than a song, and no time wraps around.
  @Test(.tags(.slow), .enabled(if: slowTestsEnabled))
  func aDayIsSearchedInLittleMemory() throws {
    try withCatalog { folder in
      let output = try SoundmarkExecutable.shell(
        """
        python3 - "$SM" <<'END'
        import json, resource, struct, subprocess, sys
        count = 86400 * 8000 * 2
        song = subprocess.run(
          "sox -V1 -D one.wav -r 8000 -c 1 -b 16 -e signed -t raw -".split(),
          capture_output=True, check=True).stdout
        with open("day.wav", "wb") as day:
          day.write(struct.pack(
            "<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + count, b"WAVE", b"fmt ", 16, 1, 1, 8000, 16000, 2,
            16, b"data", count))
          day.seek(44 + 13 * 3600 * 16000)
          day.write(song)
          day.truncate(44 + count)
        answer = json.loads(subprocess.run(
          [sys.argv[1], "identify", "--catalog", "music.soundmark-catalog", "--json", "day.wav"],
          capture_output=True, check=True).stdout)
        best = answer["identification"]["candidates"][0]
        megabytes = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        print(best["track"], round(best["alignment"]["referenceStart"], 1), megabytes < 300)
        END
        """, in: folder)
      #expect(output.text == "music/one.wav -46800.0 True\n", "\(output.errors)")
    }
  }
}
