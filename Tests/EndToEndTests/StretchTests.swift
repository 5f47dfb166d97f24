import Fingerprinting
import Tabular
import TestSupport
import Testing

/// What `identify` says of mixes, of a collection asked about itself, and of flags that contradict
/// each other.
struct StretchTests {
  private func rows(
    _ words: String, in folder: FilePath, after script: String = ""
  ) throws -> [[String: String]] {
    let output = try SoundmarkExecutable.shell(
      script + "\n\"$SM\" identify -c music.soundmark-catalog --csv \(words)", in: folder)
    #expect(output.status == 0, "\(output.errors)")
    let table = try CSV.parse(output.text)
    let header = try #require(table.first)
    return table.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(header, $0)) }
  }

  @Test func aMixIsListedStretchByStretch() throws {
    try withCatalog { folder in
      let rows = try rows(
        "--all mix.wav", in: folder,
        after: """
          sox -D music/two.wav part.wav trim 1
          sox -D music/one.wav part.wav three.wav music/one.wav mix.wav
          """)
      let found = rows.sorted {
        Double($0["first_s"] ?? "") ?? 0 < Double($1["first_s"] ?? "") ?? 0
      }
      #expect(
        found.map { $0["reference"] } == ["music/one.wav", "music/two.wav", "music/one.wav"])
      for (row, (first, last, offset)) in zip(
        found, [(0.0, 8.0, 0.0), (8, 15, -7), (23, 31, -23)])
      {
        #expect(abs(try #require(Double(row["first_s"] ?? "")) - first) < 1, "\(row)")
        #expect(abs(try #require(Double(row["last_s"] ?? "")) - last) < 1, "\(row)")
        #expect(
          abs(try #require(Double(row["reference_offset_s"] ?? "")) - offset) < 0.05, "\(row)")
      }
      let scores = rows.compactMap { Double($0["score"] ?? "") }
      #expect(scores == scores.sorted(by: >))
      let words = try SoundmarkExecutable.shell(
        "\"$SM\" identify -c music.soundmark-catalog --all mix.wav three.wav", in: folder)
      #expect(words.text.contains("music/two.wav"))
      #expect(words.text.contains("nothing like it in the catalog"), "\(words.text)")
    }
  }

  @Test func aFileIsNotItsOwnAnswer() throws {
    try withCatalog { folder in
      let plain = try rows("-n 1 music/one.wav", in: folder)
      #expect(plain[0]["reference"] == "music/one.wav")
      for file in ["music/one.wav", "$PWD/music/../music/one.wav", "one.wav", "longer/copy.wav"] {
        let rows = try rows(
          "-n 1 --exclude-self \(file)", in: folder,
          after: "mkdir -p longer; cp one.wav longer/copy.wav")
        #expect(rows.allSatisfy { $0["reference"] != "music/one.wav" }, "\(file)")
      }
      // Another file of the same music is not the file itself.
      let other = try rows(
        "-n 1 --exclude-self cut.wav", in: folder, after: "sox -D one.wav cut.wav trim 0.5")
      #expect(other[0]["reference"] == "music/one.wav")
      let all = try rows("--all --exclude-self music/one.wav", in: folder)
      #expect(all.allSatisfy { $0["reference"] != "music/one.wav" })
    }
  }

  @Test func leadAndAmbiguityDoNotDependOnTheLimit() throws {
    try withCatalog { folder in
      let made =
        "cp music/one.wav twin.wav; sox -D -v 0.9 music/one.wav music/twin.wav\n"
        + "\"$SM\" catalog add music.soundmark-catalog music >/dev/null"
      let one = try rows("-n 1 one.wav", in: folder, after: made)
      let five = try rows("-n 5 one.wav", in: folder)
      #expect(one[0]["ambiguous"] == "yes" && five[0]["ambiguous"] == "yes")
      #expect(one.count == 1 && one[0]["reference"] == five[0]["reference"])
    }
  }

  @Test(arguments: [
    ("identify -c x --csv --json f", "--csv and --json"),
    ("identify -c x --all -n 3 f", "--limit and --all"),
    ("identify -c x --all --skew-search 0.05:0.01 f", "--all and --skew-search"),
    ("components --markdown --json", "--markdown and --json"),
    ("run --template --dry-run", "--dry-run and --template"),
    ("identify -c x --least-score 5 f", "--least-score"),
  ])
  func contradictionsAreUsageErrors(words: String, names: String) throws {
    try withTemporaryDirectory { folder in
      let output = try SoundmarkExecutable.shell("\"$SM\" \(words)", in: folder)
      #expect(output.status == 64)
      #expect(output.errors.contains(names), "\(output.errors)")
      #expect(output.text.isEmpty)
    }
  }
}
