import Fingerprinting
import SQLite
import TestSupport
import Testing

/// `soundmark catalog` and `soundmark library` as their users type them.
struct CatalogCommandTests {
  private static let items = #"""
    cat >items.csv <<'END'
    reference,identifier,title,artist,timeRanges,Episode,equation
    music/one.wav,7,"One, and ""only""",Ann,,2,"{""x"": [1, 2]}"
    music/one.wav,8,Chorus,,0..4;6..8,,
    music/two.wav,9,Two,Bob,,,plain
    END

    """#

  private func shell(_ script: String, in folder: FilePath) throws -> ToolOutput {
    try SoundmarkExecutable.shell(Self.items + script, in: folder)
  }

  @Test func aCatalogIsTakenApartAndPutTogether() throws {
    try withCatalog { folder in
      let output = try shell(
        """
        "$SM" catalog update music.soundmark-catalog --media-items items.csv
        "$SM" catalog display music.soundmark-catalog
        "$SM" catalog export music.soundmark-catalog --media-items out.csv --signatures parts
        rm -r music music.soundmark-catalog
        "$SM" catalog create --output copy --media-items out.csv parts
        "$SM" catalog export copy --media-items again.csv --signatures again
        cmp out.csv again.csv && diff -r parts again && ls parts
        "$SM" identify -n 1 --catalog copy --csv --duration 5 one.wav | tail -1 | cut -d , -f 2,3,12
        "$SM" catalog export copy --media-items - music/two.wav
        "$SM" catalog export copy --media-items - music/tow.wav; echo "code $?"
        """, in: folder)
      #expect(
        output.text.contains(
          """
          0:00:08  music/one.wav
                    Ann: One, and "only"; with Episode, equation
                    Chorus; at 0:00:00–0:00:04, 0:00:06–0:00:08
          0:00:08  music/two.wav
                    Bob: Two; with equation

          """), "\(output.text)")
      #expect(
        output.text.contains(
          """
          000001 one.wav.soundmark-signature
          000002 two.wav.soundmark-signature
          1,music/one.wav,ok
          reference,identifier,title,artist,equation
          music/two.wav,9,Two,Bob,plain
          code 65

          """), "\(output.text)")
      #expect(output.errors.contains("fields of your own: 'Episode', 'equation'"))
      #expect(output.errors.contains("did you mean 'music/two.wav'?"))
    }
  }

  @Test func whatATableCannotMeanIsSaid() throws {
    try withCatalog { folder in
      let output = try shell(
        """
        sed -i 's/^music.two.wav/elsewhere.wav/' items.csv
        "$SM" catalog update music.soundmark-catalog --media-items items.csv >out; echo "code $?"
        sed -i 's/0..4/4..0/' items.csv
        "$SM" catalog add music.soundmark-catalog three.wav -m items.csv >out; echo "code $?"
        printf 'title\\nMine\\n' >own.csv
        "$SM" catalog update music.soundmark-catalog -m own.csv >out; echo "code $?"
        "$SM" catalog update music.soundmark-catalog -m none.csv >out; echo "code $?"
        "$SM" catalog display music.soundmark-catalog
        "$SM" catalog add music.soundmark-catalog three.wav -m own.csv >out; echo "code $?"
        "$SM" catalog display music.soundmark-catalog | tail -1
        """, in: folder)
      #expect(
        output.text.contains("code 65\ncode 65\ncode 65\ncode 66\n0:00:08"), "\(output.text)")
      #expect(!output.text.contains("three.wav\n0:00:08  music/two"))
      #expect(output.text.contains("Chorus"))
      #expect(output.text.hasSuffix("code 0\n          Mine\n"), "\(output.text)")
      #expect(
        output.errors.contains(
          "'items.csv', line 4, column 'reference': 'elsewhere.wav' is neither"))
      #expect(
        output.errors.contains(
          "'items.csv', line 3, column 'timeRanges': the range '4..0' must end after it begins"))
      #expect(output.errors.contains("'own.csv', line 1: expected a column 'reference'"))
      #expect(output.errors.contains("none.csv"))
    }
  }

  @Test func updateFollowsAFolder() throws {
    try withCatalog { folder in
      let fourth = TestSound.music(seed: 50, seconds: 8, rate: SampleRate(11_025))
      try folder.appending("four.wav").write(waveFile(fourth))
      let output = try shell(
        """
        "$SM" catalog update music.soundmark-catalog --media-items items.csv >out
        cp four.wav music/two.wav; cp one.wav music/again.wav; cp three.wav music/new.wav
        outcomes() { grep -E '"(outcome|reference)"' | tr -d ' \\n'; echo; }
        "$SM" catalog update music.soundmark-catalog music --json | outcomes
        "$SM" catalog update music.soundmark-catalog music --json | outcomes
        "$SM" identify -n 1 -c music.soundmark-catalog --csv four.wav | tail -1 | cut -d , -f 3
        "$SM" catalog display music.soundmark-catalog | sed -n '4,$p'
        rm music/one.wav music/again.wav
        "$SM" catalog update music.soundmark-catalog >out; echo "code $?"
        "$SM" identify -n 1 -c music.soundmark-catalog --csv one.wav | tail -1 | cut -d , -f 3
        "$SM" catalog remove music.soundmark-catalog --missing | wc -l
        "$SM" catalog display music.soundmark-catalog | cut -c 10-
        """, in: folder)
      let first = [
        #""outcome":"duplicate","reference":"music/one.wav","#,
        #""outcome":"added","reference":"music/new.wav","#,
        #""outcome":"unchanged","reference":"music/one.wav","#,
        #""outcome":"changed","reference":"music/two.wav","#,
      ].joined()
      let second = [
        #""outcome":"unchanged","reference":"music/one.wav","#,
        #""outcome":"unchanged","reference":"music/new.wav","#,
        #""outcome":"unchanged","reference":"music/one.wav","#,
        #""outcome":"unchanged","reference":"music/two.wav","#,
      ].joined()
      #expect(
        output.text == """
          \(first)
          \(second)
          music/two.wav
                    also \(folder)/music/again.wav
          0:00:08  music/two.wav
                    Bob: Two; with equation
          0:00:08  music/new.wav
          code 0
          music/one.wav
          2
          music/two.wav
           Bob: Two; with equation
          music/new.wav

          """, "\(output.text)\(output.errors)")
      #expect(output.errors.contains("gone, and kept: \(folder)/music/one.wav"))
    }
  }

  @Test func mergingIsAllOrNothing() throws {
    try withCatalog { folder in
      let output = try shell(
        """
        mkdir other && cp three.wav other/ && cp two.wav other/
        "$SM" catalog create -o other.soundmark-catalog other >out
        "$SM" catalog merge -o all.soundmark-catalog music.soundmark-catalog other.soundmark-catalog
        "$SM" catalog display all.soundmark-catalog
        cp three.wav music/one.wav
        "$SM" catalog create -o third.soundmark-catalog music/one.wav >out
        "$SM" catalog merge -o bad.soundmark-catalog music.soundmark-catalog \
          third.soundmark-catalog; echo "code $?"
        ls bad* 2>/dev/null
        "$SM" catalog merge -o all.soundmark-catalog third.soundmark-catalog
        """, in: folder)
      #expect(
        output.text == """
          music.soundmark-catalog: 2 added, 0 there already
          other.soundmark-catalog: 1 added, 1 there already
          0:00:08  music/one.wav
          0:00:08  music/two.wav
                    also \(folder)/other/two.wav
          0:00:08  other/three.wav
          code 65
          third.soundmark-catalog: 0 added, 1 there already

          """, "\(output.text)\(output.errors)")
      #expect(
        output.errors.contains(
          "'music/one.wav' stands for two different recordings: one in catalog "
            + "'music.soundmark-catalog' (file '\(folder)/music/one.wav'), the other in catalog "
            + "'third.soundmark-catalog'"), "\(output.errors)")
    }
  }

  /// Two programs answer from a catalog while a third is in the midst of a change.
  @Test func twoReadWhileOneWrites() throws {
    try withCatalog { folder in
      let script = """
        ask() { "$SM" identify -n 1 -c music.soundmark-catalog --csv one.wav two.wav |
          cut -d , -f 1,3,12 >"$1"; echo "${PIPESTATUS[0]}" >>"$1"; }
        ask a & ask b & wait
        cmp a b && cat a
        """
      let writer = try Connection(
        path: folder.appending("music.soundmark-catalog").bytes, mode: .readWrite)
      let during = try writer.transaction {
        try writer.run("DELETE FROM track WHERE number = 2")
        try writer.run("UPDATE catalog SET contents = 'abc'")
        return try SoundmarkExecutable.shell(script, in: folder)
      }
      #expect(
        during.text == """
          query,reference,status
          one.wav,music/one.wav,ok
          two.wav,music/two.wav,ok
          0

          """, "\(during.text)\(during.errors)")
      let after = try SoundmarkExecutable.shell(script, in: folder)
      #expect(after.text.contains("one.wav,music/one.wav,ok\n"), "\(after.text)\(after.errors)")
      #expect(!after.text.contains("music/two.wav"), "\(after.text)\(after.errors)")
    }
  }

  @Test func answersAreDecidedByWhatTheCatalogKeeps() throws {
    try withCatalog { folder in
      let output = try SoundmarkExecutable.shell(
        #"""
        "$SM" catalog display music.soundmark-catalog --json >shown 2>/dev/null
        python3 - <<'END'
        import json
        strategy = json.load(open("shown"))["strategy"]
        traced = {"experiment": "e", "planDigest": "d", "corpora": {}, "versions": {}}
        evidence = {"negatives": 9, "recordings": 9, "falseAlarms": 0, "upperBound": 0.3}
        point = {"name": "street", "strategy": strategy, "acceptAtLeast": 20, "per": "query",
                 "targetFalseAlarmRate": 0.1, "evidence": evidence}
        json.dump({"version": 1, "provenance": traced, "points": [point]}, open("points", "w"))
        traced.update(split="c", conditions=[], enrolled=9, notEnrolled=9, recordings=9)
        fit = {"seconds": 5, "intercept": -20, "scoreWeight": 1, "marginWeight": 0, "right": 99,
               "wrong": 99}
        fitted = {"label": "x", "recognizer": strategy, "fits": [fit]}
        json.dump({"format": "soundmark-calibration", "version": 1, "provenance": traced,
                   "calibrations": [fitted]}, open("calibration", "w"))
        END
        "$SM" catalog update music.soundmark-catalog --operating-points points --calibration calibration
        rm points calibration
        "$SM" catalog display music.soundmark-catalog 2>&1 >/dev/null | tail -2 | cut -d ' ' -f 1-4
        "$SM" identify -c music.soundmark-catalog --operating-point street --accept --csv one.wav |
          tail -1 | cut -d , -f 3,6
        "$SM" identify -c music.soundmark-catalog --operating-point street --accept three.wav >out
        echo "code $?"
        "$SM" identify -c music.soundmark-catalog --operating-point stret one.wav; echo "code $?"
        "$SM" catalog remove music.soundmark-catalog --operating-point street --calibration
        "$SM" identify -c music.soundmark-catalog --operating-point street one.wav; echo "code $?"
        "$SM" identify -c music.soundmark-catalog -n 1 --csv one.wav | tail -1 | cut -d , -f 3
        """#, in: folder)
      #expect(
        output.text.contains("operating point 'street': 20.00\ncalibrated for constellation r"),
        "\(output.text)\(output.errors)")
      #expect(
        output.text.hasSuffix(
          "music/one.wav,0.9901\ncode 1\ncode 65\ncode 65\nmusic/one.wav\n"),
        "\(output.text)\(output.errors)")
      #expect(output.errors.contains("did you mean 'street'?"))
    }
  }

  @Test func whatIsNotThereDoesNotKeepTheRestFromBeingRemoved() throws {
    try withCatalog { folder in
      let output = try SoundmarkExecutable.shell(
        #"""
        "$SM" catalog remove music.soundmark-catalog nobody music/one.wav; echo "code $?"
        """#, in: folder)
      #expect(output.text == "music/one.wav\ncode 65\n", "\(output.text)\(output.errors)")
      #expect(output.errors.contains("not removed: ") && output.errors.contains("nobody"))
    }
  }

  /// A name that is no UTF-8: the index beside the catalog is made once.
  @Test func catalogsOfAnyNameKeepTheirIndex() throws {
    try withCatalog { folder in
      let output = try SoundmarkExecutable.shell(
        #"""
        name=$(printf 'l_\xe9')
        "$SM" catalog create -o "$name" music | tail -c 5 >/dev/null; ls -i | grep -ac index >count
        ls -i | grep -a "$name.*index" >before
        "$SM" identify -n 1 -c "$name" --csv one.wav | tail -1 | cut -d , -f 3
        ls -i | grep -a "$name.*index" | cmp - before && wc -l <before
        """#, in: folder)
      #expect(output.text == "music/one.wav\n1\n", "\(output.text)\(output.errors)")
    }
  }

  @Test func aLibraryKeepsWhatItsApplicationAdds() throws {
    try withCatalog { folder in
      let output = try shell(
        """
        export SOUNDMARK_LIBRARY=$PWD/new/library
        "$SM" catalog update music.soundmark-catalog --media-items items.csv >out
        "$SM" library add -c music.soundmark-catalog music/one.wav; echo "code $?"
        printf 'identifier,title\\n7,Renewed\\n,No name\\n' >bad.csv
        "$SM" library add -m bad.csv; echo "code $?"
        sed -i 3d bad.csv; "$SM" library add -m bad.csv
        "$SM" library list
        "$SM" library list --application other; "$SM" library remove --application other 7
        echo "code $?"
        "$SM" library remove 8 7 6; echo "code $?"
        "$SM" library remove 8 7; "$SM" library list --json
        "$SM" library add -c music.soundmark-catalog music/none.wav; echo "code $?"
        "$SM" library add; echo "code $?"
        """, in: folder)
      #expect(
        output.text == """
          code 0
          code 65
          7  Renewed
          8  Chorus; at 0:00:00–0:00:04, 0:00:06–0:00:08
          code 65
          code 65
          [

          ]
          code 65
          code 64

          """, "\(output.text)\(output.errors)")
      #expect(output.errors.contains("item 2 ('No name') has no identifier"))
      #expect(output.errors.contains("has no entry '7' of 'other'"))
    }
  }
}
