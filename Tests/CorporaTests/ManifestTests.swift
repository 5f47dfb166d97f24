import Fingerprinting
import Foundation
import TestSupport
import Testing

@testable import Corpora

func track(
  _ id: String, recording: String? = nil, role: TrackRole = .reference, split: Split? = .test,
  shares: [String] = [], sha256: String? = nil, file: String? = nil
) -> CorpusTrack {
  CorpusTrack(
    id: TrackID(id), recording: recording ?? id, title: "Title of \(id)",
    sha256: sha256 ?? String(repeating: "0", count: 64), duration: Seconds(10),
    licence: "CC0-1.0", file: file ?? "\(id).wav", role: role, split: split,
    sharesAudioWith: shares)
}

private func manifest(_ tracks: CorpusTrack...) -> CorpusManifest {
  CorpusManifest(name: "test", description: "For tests.", tracks: tracks)
}

struct ManifestTests {
  @Test func commentedTextIsReadAndWrittenInOneForm() throws {
    let digits = String(repeating: "a", count: 64)
    let lines = [
      "{id: 'b', title: 'B', sha256: '\(digits)', duration: 3.5, licence: 'MIT', file: 'b.ogg', "
        + "role: 'reference', split: 'test'},",
      "{id: 'a', recording: 'r', title: 'A \"quoted\"', sha256: '\(digits)', duration: 1, "
        + "licence: 'MIT', file: 'x/a.ogg', role: 'out_of_catalogue', split: 'tuning', "
        + "sharesAudioWith: ['b'], origin: {package: 'p', version: '1-2', path: 'usr/a.ogg'}},",
      "{id: 'é', title: 'rain', sha256: '\(digits)', duration: 1, licence: 'MIT', file: 'e.ogg', "
        + "role: 'noise', kind: 'rain'},",
    ]
    func read(_ lines: [String]) throws -> CorpusManifest {
      try withTemporaryDirectory { folder in
        let path = folder.appending("corpus.json5")
        let text =
          "// tracks\n{name: 'x', version: 2, description: 'd', tracks: ["
          + lines.joined(separator: "\n") + "]}"
        try path.write(Array(text.utf8))
        return try CorpusManifest.read(path)
      }
    }
    let first = try read(lines)
    #expect(first.tracks.map(\.id.rawValue) == ["a", "b", "é"])
    #expect(first.tracks[0].recording == "r" && first.tracks[1].recording == "b")
    // The order of the lines changes nothing.
    for shuffled in [lines.reversed(), [lines[1], lines[0], lines[2]]] {
      let again = try read(shuffled)
      #expect(again.canonicalText == first.canonicalText)
      #expect(again.digest == first.digest)
    }
    // What is written is JSON, one line a track, and reads back as itself.
    let checked = try python(
      "import sys, json; d = json.load(sys.stdin); print(len(d['tracks']), d['tracks'][0]['title'])",
      input: Array(first.canonicalText.utf8))
    #expect(checked == "3 A \"quoted\"\n")
    #expect(first.canonicalText.split(separator: "\n").count == 3 + 7)
    let again = try JSONDecoder().decode(
      CorpusManifest.self, from: Data(first.canonicalText.utf8))
    #expect(again == first)
  }

  @Test func digestCoversWhatDecidesResults() {
    let plain = manifest(track("a"))
    var titled = track("a")
    titled.title = "Another"
    titled.notes = "n"
    #expect(manifest(titled).digest == plain.digest)
    var others = Set([plain.digest])
    for change: (inout CorpusTrack) -> Void in [
      { $0.split = .tuning }, { $0.role = .outOfCatalogue }, { $0.recording = "z" },
      { $0.duration = Seconds(9) }, { $0.sharesAudioWith = ["a"] }, { $0.kind = "k" },
      { $0.sha256 = String(repeating: "1", count: 64) },
    ] {
      var changed = track("a")
      change(&changed)
      others.insert(manifest(changed).digest)
    }
    #expect(others.count == 8)
  }

  @Test func aRecordingInTwoSplitsIsRefused() {
    let problems = problems(
      of: manifest(
        track("a", recording: "r", split: .tuning), track("b", recording: "r", split: .test)))
    #expect(
      problems == [
        "recording 'r' is reference/tuning as 'a' and reference/test as 'b'; a recording must "
          + "stay in one role and one split"
      ])
  }

  @Test func everyProblemIsNamed() {
    #expect(problems(of: manifest(track("a"), track("a"))).count == 1)
    #expect(problems(of: manifest(track("a", sha256: "ABC"))).count == 1)
    #expect(problems(of: manifest(track("a", file: "../a"))).count == 1)
    #expect(problems(of: manifest(track("a", file: "/a"))).count == 1)
    for seconds in [0, -1, .infinity, .nan, 1e300] {
      var odd = track("a")
      odd.duration = Seconds(seconds)
      #expect(problems(of: manifest(odd)).count == 1)
    }
    #expect(problems(of: manifest(track("a", role: .noise))).count == 1)
    #expect(problems(of: manifest(track("a", role: .outOfCatalogue, split: nil))).count == 1)
    #expect(problems(of: manifest(track("a", shares: ["b"]), track("c", shares: ["d"]))).count == 2)
    #expect(problems(of: manifest(track("a"), track("b", role: .noise, split: nil))).isEmpty)
  }

  @Test func misspeltKeysAreRefusedWithTheNearest() throws {
    try withTemporaryDirectory { folder in
      let path = folder.appending("corpus.json5")
      try path.write(Array("{name: 'x', version: 1, description: '', track: []}".utf8))
      let error = #expect(throws: CorpusError.self) { try CorpusManifest.read(path) }
      #expect(error?.description.contains("'track'; did you mean 'tracks'?") == true)
      #expect(error?.description.contains(path.description) == true)
    }
  }

  private func problems(of manifest: CorpusManifest) -> [String] {
    do {
      try manifest.validate()
      return []
    } catch CorpusError.invalid(_, let problems) {
      return problems
    } catch {
      return ["\(error)"]
    }
  }
}

struct CorpusTests {
  @Test func whatIsPresentDecidesTheDigest() throws {
    try withTemporaryDirectory { folder in
      let audio = folder.appending("audio")
      try runTool("mkdir", [audio.description])
      var tracks: [CorpusTrack] = []
      for id in ["a", "b", "c", "d"] {
        let path = audio.appending("\(id).wav")
        try path.write(Array("sound of \(id)".utf8))
        let sum = try runTool("sha256sum", [path.description]).text.prefix(64)
        tracks.append(track(id, sha256: String(sum)))
      }
      var whole = CorpusManifest(name: "test", description: "", tracks: tracks)
      whole.audioFolder = "audio"
      let path = folder.appending("corpus.json5")
      try whole.write(to: path)
      let complete = try Corpus.open(path.description)
      #expect(complete.absent.isEmpty)
      #expect(complete.digest == whole.digest)
      #expect(complete.path(of: tracks[0]).description.hasSuffix("/audio/a.wav"))

      try runTool("rm", [audio.appending("a.wav").description])
      try audio.appending("b.wav").write([1])
      try runTool("rm", [audio.appending("c.wav").description])
      try runTool("mkfifo", [audio.appending("c.wav").description])
      let partial = try Corpus.open(path.description)
      #expect(partial.present.map(\.id.rawValue) == ["d"])
      #expect(
        partial.digest
          == CorpusManifest(name: "other", description: "", tracks: [tracks[3]]).digest)
      #expect(partial.absent.map(\.track.id.rawValue) == ["a", "b", "c"])
      #expect(partial.absent[0].reason == .missing)
      #expect(partial.absent[1].reason.description.hasPrefix("changed: its SHA-256 is 4bf5122f"))
      #expect(partial.absent[2].reason == .unreadable("it is not a regular file"))
      #expect(try Corpus.open(path.description, verify: false).present.count == 2)
    }
  }

  @Test func aCorpusThatIsNotThereIsAMissingInput() {
    let error = #expect(throws: CorpusError.self) {
      try Corpus.open("nowhere", datasetsFolder: FilePath("/nonexistent"))
    }
    #expect(error?.isMissingInput == true)
    #expect(error?.description.contains("/nonexistent/nowhere/corpus.json5") == true)
  }

  @Test func whatSharesSoundWithAReferenceIsNoNegative() throws {
    let tracks = [
      track("a", shares: ["y"]), track("b"),
      track("w", role: .outOfCatalogue, shares: ["b"]),
      track("x", role: .outOfCatalogue), track("y", role: .outOfCatalogue),
      track("z", role: .outOfCatalogue, split: .calibration),
    ]
    try withTemporaryDirectory { folder in
      for track in tracks { try folder.appending(track.file).write([]) }
      var manifest = CorpusManifest(name: "test", description: "", tracks: tracks)
      manifest.audioFolder = folder.description
      let corpus = try Corpus(
        manifest: manifest, at: FilePath("corpus.json5"), verify: false)
      #expect(corpus.negatives().map(\.id.rawValue) == ["x", "z"])
      #expect(corpus.negatives(split: .calibration).map(\.id.rawValue) == ["z"])
      #expect(
        corpus.counts == [
          "reference/test": 2, "out_of_catalogue/test": 3, "out_of_catalogue/calibration": 1,
        ])
    }
  }

  @Test func theCacheFollowsTheEnvironment() {
    #expect(
      AudioCache.folder(environment: ["SOUNDMARK_CACHE": "/c", "HOME": "/h"]).description == "/c")
    #expect(
      AudioCache.folder(environment: ["XDG_CACHE_HOME": "/x", "HOME": "/h"]).description
        == "/x/soundmark")
    #expect(
      AudioCache.folder(environment: ["SOUNDMARK_CACHE": "", "HOME": "/h"]).description
        == "/h/.cache/soundmark")
  }
}
