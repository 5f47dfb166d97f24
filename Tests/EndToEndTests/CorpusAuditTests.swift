import Fingerprinting
import Foundation
import Tabular
import TestSupport
import Testing

/// `soundmark corpus audit` on a small corpus with every flaw that it knows.
@Suite(.tags(.slow), .enabled(if: slowTestsEnabled)) struct CorpusAuditTests {
  private static let rate = SampleRate(11_025)

  private static func music(_ seed: UInt64, _ seconds: Double) -> [Float] {
    TestSound.music(seed: seed, seconds: seconds, rate: rate).samples
  }

  private static func makeFolder(_ folder: FilePath) throws {
    func write(_ name: String, _ samples: [Float]) throws {
      try folder.appending(name).write(
        waveFile(AudioBuffer(samples: samples, sampleRate: rate)))
    }
    func place(_ seconds: Double) -> Int { Int(seconds * rate.hertz) }
    let original = music(1, 60)
    try write("original.wav", original)
    try write("part.wav", Array(original[place(5)..<place(45)].map { $0 * 0.7 }))
    try ffmpeg(
      "-i", folder.appending("part.wav").description, folder.appending("near.mp3").description)
    try runTool("rm", [folder.appending("part.wav").description])
    let loop = music(4, 60)
    try write("loop.wav", loop)
    var borrowed = music(3, 60)
    borrowed.replaceSubrange(place(20)..<place(32), with: loop[place(10)..<place(22)])
    try write("borrowed.wav", borrowed)
    try write("silent.wav", [Float](repeating: 0, count: place(30)))
    try write("clipped.wav", music(5, 30).map { max(-0.3, min(0.3, $0 * 6)) })
    try write("fine.wav", music(6, 30))
    var broken = waveFile(AudioBuffer(samples: music(7, 30), sampleRate: rate))
    broken.removeLast(broken.count / 3)
    try folder.appending("truncated.wav").write(broken)
  }

  /// One more file with the bytes of another, and sides that leak.
  private static let edit = """
    import json, sys
    path = sys.argv[1]
    corpus = json.load(open(path))
    tracks = {t["id"]: t for t in corpus["tracks"]}
    for t in tracks.values():
        t["role"], t["split"] = "reference", "test"
    tracks["near.mp3"]["role"] = "out_of_catalogue"
    tracks["borrowed.wav"]["split"] = "tuning"
    copy = dict(tracks["fine.wav"], id="copy.wav", recording="copy.wav")
    corpus["tracks"].append(copy)
    json.dump(corpus, open(path, "w"))
    """

  @Test func everyFlawIsFoundAndNothingElse() throws {
    try withTemporaryDirectory { folder in
      let sounds = folder.appending("sounds")
      try runTool("mkdir", [sounds.description])
      try Self.makeFolder(sounds)
      let made = try SoundmarkExecutable.shell(
        "\"$SM\" corpus make mine --from sounds --datasets .", in: folder)
      try #require(made.status == 0, "\(made.errors)")
      _ = try python(Self.edit, folder.appending("mine").appending("corpus.json5").description)
      let audited = try SoundmarkExecutable.shell(
        "\"$SM\" corpus audit mine --datasets . -o audit --jobs 2 --accept-at-least 7", in: folder)
      #expect(audited.status == 1, "\(audited.errors)")
      func table(_ name: String) throws -> [[String]] {
        let bytes = try folder.appending("audit").appending(name).read()
        return try CSVTable(parsing: String(decoding: bytes, as: UTF8.self)).rows
      }
      let found = try table("findings.csv").map { row in
        "\(row[0]): \([row[1], row[2]].filter { !$0.isEmpty }.sorted().joined(separator: " "))"
      }
      #expect(
        found.sorted() == [
          "clipping: clipped.wav", "exact duplicate: copy.wav fine.wav",
          "leakage: borrowed.wav loop.wav", "leakage: near.mp3 original.wav",
          "near duplicate: near.mp3 original.wav", "shared audio: borrowed.wav loop.wav",
          "silence: silent.wav", "truncated: truncated.wav",
        ])
      let excluded = try table("exclusions.csv").map { $0[0] }.sorted()
      #expect(
        excluded == ["borrowed.wav", "fine.wav", "near.mp3", "silent.wav", "truncated.wav"])
      let words = try table("findings.csv").first { $0[0] == "near duplicate" }?[4] ?? ""
      #expect(
        words.contains("is in 'original.wav', the first at 0.0 s and 5.0 s"), "\(words)")
      // The same whatever the number of jobs.
      let again = try SoundmarkExecutable.shell(
        "\"$SM\" corpus audit mine --datasets . -o again --jobs 1 --accept-at-least 7", in: folder)
      #expect(again.status == 1)
      try runTool(
        "cmp",
        [
          folder.appending("audit").appending("audit.md").description,
          folder.appending("again").appending("audit.md").description,
        ])
    }
  }

  /// Hits of a drum are alike to a search that was made for music; only samples tell.
  @Test func oneShotsAreComparedByTheirSamples() throws {
    try withTemporaryDirectory { folder in
      try runTool("mkdir", [folder.appending("shots").description])
      let made = try SoundmarkExecutable.shell(
        """
        cd shots
        for n in 1 2 3 4 5 6 7 8; do
          sox -V1 -R -D -n -r 44100 -c 1 kick$n.wav synth 0.4 sine $((40+9*n)):30 fade l 0 0.4 0.35
          sox -V1 -D -n -r 44100 -c 1 snare$n.wav synth 0.3 pinknoise fade l 0 0.3 0.2$n
          sox -V1 -R -D -n -r 44100 -c 1 pluck$n.wav synth 1 pluck $((200+37*n)) gain -3
        done
        ffmpeg -v error -i snare3.wav -b:a 128k snare3-copy.mp3
        sox -V1 -D pluck5.wav pluck5-quiet.wav gain -9
        sox -V1 -D kick2.wav -r 22050 kick2-copy.flac
        sox -V1 -D pluck1.wav tick.wav trim 0.01 0.023
        sox -V1 -D -n -r 44100 -c 1 s1.wav trim 0 1; cp s1.wav s2.wav
        sox -V1 -D -n -r 44100 -c 1 -b 24 s3.wav synth 3 whitenoise vol 0.00002
        sox -V1 -D -n -r 44100 -c 1 -b 24 s4.wav synth 3 whitenoise vol 0.00002
        cd ..
        "$SM" corpus make shots --from shots --datasets . >/dev/null
        "$SM" corpus audit shots --datasets . -o audit >/dev/null
        cut -d , -f 1-3 audit/findings.csv
        """, in: folder)
      let found = made.text.split(separator: "\n").filter { !$0.hasPrefix("clipping") }
      #expect(
        found.filter { $0.hasPrefix("near") || $0.hasPrefix("exact") || $0.hasPrefix("shared") }
          .sorted() == [
            "near duplicate,kick2-copy.flac,kick2.wav",
            "near duplicate,pluck5-quiet.wav,pluck5.wav",
            "near duplicate,snare3-copy.mp3,snare3.wav",
          ], "\(made.text) \(made.errors)")
      #expect(
        found.filter { $0.hasPrefix("silence") }
          == ["silence,s1.wav,", "silence,s3.wav,", "silence,s4.wav,"], "\(made.text)")
    }
  }
}
