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
}
