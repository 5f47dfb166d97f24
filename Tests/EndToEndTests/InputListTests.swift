import Fingerprinting
import TestSupport
import Testing

struct InputListTests {
  /// A playlist with all that editors and players put into one.
  @Test func listsAreReadAsTheyAre() throws {
    try withCatalog { folder in
      let output = try SoundmarkExecutable.shell(
        """
        mkdir -p lists/sub 'lists/a b'
        cp one.wav 'lists/#1 hit.wav'; cp two.wav 'lists/a b/ü.wav'; cp three.wav lists/sub/x.wav
        printf '\\357\\273\\277#EXTM3U\\r\\n\\r\\n#EXTINF:8,One\\r\\n#1 hit.wav\\r\\n  \\r\\nsub/x.wav\\r\\n' \\
          >lists/all.m3u8
        printf "file://$PWD/lists/a%%20b/%%C3%%BC.wav\\nmusic/one.wav\\nnone.wav" >>lists/all.m3u8
        "$SM" catalog create -o list.soundmark-catalog @lists/all.m3u8 >/dev/null; echo "code $?"
        "$SM" catalog display list.soundmark-catalog
        "$SM" identify --catalog list.soundmark-catalog --csv -n 1 lists/all.m3u8 2>/dev/null |
          cut -d , -f 1 | tail -n +2
        """, in: folder)
      #expect(
        output.text.replacing(folder.description, with: "HERE") == """
          code 66
          0:00:08  lists/#1 hit.wav
                    also HERE/music/one.wav
          0:00:08  lists/sub/x.wav
          0:00:08  HERE/lists/a b/ü.wav
          lists/#1 hit.wav
          lists/sub/x.wav
          HERE/lists/a b/ü.wav
          music/one.wav
          lists/none.wav

          """, "\(output.text) \(output.errors)")
      #expect(output.errors.contains("found from the working folder, the first is 'music/one.wav'"))
      #expect(output.errors.contains("not enrolled: lists/none.wav"))
    }
  }

  /// Nothing is made of nothing, and what is too short is not called silent.
  @Test func whatCannotBeEnrolledIsNamed() throws {
    try withCatalog { folder in
      let output = try SoundmarkExecutable.shell(
        """
        "$SM" catalog create -o none.soundmark-catalog nope.wav gone.wav; echo "code $?"
        ls | grep -c none.soundmark-catalog
        sox -V1 -D one.wav short.wav trim 2 0.023
        sox -V1 -D -n -r 8000 -c 1 silent.wav trim 0 9
        "$SM" catalog create -o some.soundmark-catalog one.wav short.wav silent.wav | cut -d , -f 2-3
        "$SM" catalog display some.soundmark-catalog
        sox -V1 -D -n -r 11025 -c 1 sine.wav synth 12 sine 440
        "$SM" catalog create -o odd.soundmark-catalog sine.wav two.wav >odd
        """, in: folder)
      #expect(output.errors.contains("warning: sine.wav: it holds too little to go by"))
      #expect(!output.errors.contains("warning: two.wav"))
      #expect(output.text.contains("code 66\n0\n"), "\(output.text)")
      #expect(output.errors.contains("'nope.wav' does not exist\n'gone.wav' does not exist"))
      #expect(
        output.errors.contains("not enrolled: short.wav: too short: 0.023 s of sound"),
        "\(output.errors)")
      #expect(output.errors.contains("not enrolled: silent.wav: no usable audio"))
      // Both count the sound in the same way.
      #expect(output.text.contains(" 0:00:08 of sound"), "\(output.text)")
      #expect(output.errors.contains("1 recordings, 0:00:08 in all"), "\(output.errors)")
    }
  }

  /// One manifest that cannot be read does not hide the others.
  @Test func aBadManifestIsNamedAndTheOthersAreListed() throws {
    try withTemporaryDirectory { folder in
      let output = try SoundmarkExecutable.shell(
        """
        mkdir -p d/good d/bad d/worse
        echo '{name: "good", version: 1, description: "fine", tracks: []}' >d/good/corpus.json5
        printf '{n\\374me: 1}' >d/bad/corpus.json5
        printf '{name:\\n "a\\\\uZZZZ"}' >d/worse/corpus.json5
        "$SM" corpus list --datasets d
        """, in: folder)
      #expect(output.status == 65)
      #expect(output.text.hasPrefix("good: 0 of 0 tracks"))
      #expect(output.errors.contains("line 1, column 3: byte 0xFC is no UTF-8"))
      #expect(output.errors.contains("line 2, column 4: expected 4 hexadecimal digits"))
    }
  }

  @Test func aListedQueryThatIsMissingIsAFailure() throws {
    try withCatalog { folder in
      let output = try SoundmarkExecutable.shell(
        """
        printf 'query,reference\\none.wav,one.wav\\ngone.wav,two.wav\\n' >q.csv
        "$SM" corpus make mine --from music --datasets d --queries q.csv; echo "code $?"
        """, in: folder)
      #expect(output.text.contains("1 recorded queries\n"), "\(output.text)")
      #expect(output.text.contains("code 65"))
      #expect(output.errors.contains("query left out: gone.wav"))
    }
  }

  /// On a terminal nothing is wider than the screen, and progress stays on its line.
  @Test(arguments: [40, 80])
  func aRunFitsTheScreen(columns: Int) throws {
    try withTemporaryDirectory { folder in
      let plan = try SmallExperiment.make(in: folder)
      let output = try SoundmarkExecutable.shell(
        """
        TERM=xterm script -qec "stty cols \(columns); '$SM' run \(plan) --output run" /dev/null \\
          </dev/null
        """, in: folder)
      #expect(output.status == 0, "\(output.text)")
      #expect(output.text.contains("recording"))
      for line in output.text.split(whereSeparator: { $0.isNewline || $0 == "\u{1b}" }) {
        // What the terminal breaks by itself; two characters of a bar erase what was there.
        let isLong = ["warning: ", "report: "].contains { line.hasPrefix($0) }
        #expect(isLong || line.count <= columns + 2, "\(line)")
      }
    }
  }
}
