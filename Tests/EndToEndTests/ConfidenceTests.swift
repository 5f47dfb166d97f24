import Fingerprinting
import Tabular
import TestSupport
import Testing

/// Skew and confidence of answers, as users ask for them.
struct ConfidenceTests {
  /// Writes a calibration of what the catalog was made with.
  private static let calibration = """
    calibration() {
      sqlite3 -separator ' ' music.soundmark-catalog \\
        'SELECT strategy, revision, configuration_digest FROM catalog' | {
        read -r name revision digest
        cat >"$1" <<END
    // By hand.
    {format: 'soundmark-calibration', version: 1,
     provenance: {experiment: 'none', planDigest: '', split: '', corpora: {}, conditions: [],
       enrolled: 0, notEnrolled: 0, recordings: 0, versions: {}},
     calibrations: [{label: 'it', fits: [
       {seconds: 5, intercept: -6, scoreWeight: 1, marginWeight: 0.5, right: 998, wrong: 998}],
       recognizer: {name: '$name', revision: $2, configurationDigest: '$digest'}}]}
    END
      }
    }

    """

  private func identify(_ script: String, in folder: FilePath) throws -> ToolOutput {
    try SoundmarkExecutable.shell(
      Self.calibration + "set -- music.soundmark-catalog\n" + script, in: folder)
  }

  @Test func confidenceFillsItsColumn() throws {
    try withCatalog { folder in
      let output = try identify(
        """
        calibration it.json5 $(sqlite3 $1 'SELECT revision FROM catalog')
        "$SM" identify -c $1 --csv --calibration it.json5 one.wav three.wav
        """, in: folder)
      #expect(output.status == 0, "\(output.errors)")
      let rows = try CSV.parse(output.text)
      let best = try #require(rows.first { $0[2] == "music/one.wav" && $0[1] == "1" })
      // 998 right answers cannot tell 0.999 from 1.
      #expect(best[5] == "0.9990")
      for row in rows.dropFirst() where !row[2].isEmpty {
        let confidence = try #require(Double(row[5]))
        let score = try #require(Double(row[4]))
        #expect(confidence < 0.5 || score > 4)
      }
      let plain = try SoundmarkExecutable.shell(
        "\"$SM\" identify -c music.soundmark-catalog --csv one.wav", in: folder)
      let standard = try #require(Double(try CSV.parse(plain.text)[1][5]))
      #expect(standard > 0.9 && standard < 1, "what comes with the strategy")
    }
  }

  /// Words name matches alone, by the threshold that comes with the strategy; CSV keeps everything.
  @Test func unknownMusicIsNoMatch() throws {
    try withCatalog { folder in
      let output = try SoundmarkExecutable.shell(
        """
        identify() { "$SM" identify -c music.soundmark-catalog "$@"; }
        identify one.wav; echo "= $?"
        identify three.wav; echo "= $?"
        identify --csv three.wav | tail -n +2 | cut -d, -f18 | sort -u
        identify --accept three.wav >none.txt; echo "= $?"
        identify --accept --csv one.wav | tail -n +2 | cut -d, -f18 | sort -u
        """, in: folder)
      let lines = output.text.split(separator: "\n").map(String.init)
      #expect(lines.count == 9, "\(output.text) \(output.errors)")
      #expect(lines[1].contains("music/one.wav") && !lines[1].contains("no match"))
      #expect(lines[4].hasPrefix("  no match; best guess, score "), "\(lines)")
      #expect([2, 5, 6, 7, 8].map { lines[$0] } == ["= 0", "= 0", "no", "= 1", "yes"])
    }
  }

  /// A calibration holds for one revision of one configuration, with or without a search for skew.
  @Test func aCalibrationOfSomethingElseIsRefused() throws {
    try withCatalog { folder in
      let output = try identify(
        """
        calibration old.json5 999
        "$SM" identify -c $1 --calibration old.json5 one.wav; echo "code $?"
        calibration it.json5 $(sqlite3 $1 'SELECT revision FROM catalog')
        "$SM" identify -c $1 --calibration it.json5 --skew-search 0.02:0.01 one.wav; echo "code $?"
        echo '{a: 1}' >other.json5
        "$SM" identify -c $1 --calibration other.json5 one.wav; echo "code $?"
        "$SM" identify -c $1 --calibration gone.json5 one.wav; echo "code $?"
        """, in: folder)
      #expect(output.text == "code 65\ncode 65\ncode 65\ncode 66\n", "\(output.text)")
      #expect(output.errors.contains("it has 'it' ("))
      #expect(output.errors.contains("'other.json5': expected a calibration file"))
    }
  }

  @Test func aSkewIsFoundWhereItIsSearched() throws {
    try withCatalog { folder in
      let output = try SoundmarkExecutable.shell(
        """
        sox -D two.wav fast.wav speed 1.041 rate -v 11025
        "$SM" identify -c music.soundmark-catalog -n 1 --csv --skew-search 0.05:0.02 fast.wav
        for search in 0.05 0:0.01 0.05:1 a:b; do
          "$SM" identify -c music.soundmark-catalog --skew-search $search fast.wav; echo "code $?"
        done
        """, in: folder)
      let lines = output.text.split(separator: "\n").map(String.init)
      #expect(lines.suffix(4) == Array(repeating: "code 64", count: 4), "\(output.errors)")
      let row = try CSV.parse(lines.prefix(2).joined(separator: "\n"))[1]
      #expect(row[2] == "music/two.wav")
      #expect(abs(try #require(Double(row[6])) - 0.041) < 0.002)
      #expect(abs(try #require(Double(row[3]))) < 0.05)
    }
  }
}
