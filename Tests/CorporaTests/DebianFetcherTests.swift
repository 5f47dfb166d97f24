import Checksums
import Corpora
import Fingerprinting
import Foundation
import TestSupport
import Testing

/// Packages are built on the spot, and an `apt-get` that serves them from a folder stands in for
/// the network; `dpkg-deb` and `tar` are the real ones.
@Suite(.enabled(if: isInstalled("dpkg-deb"), "needs dpkg-deb"))
struct DebianFetcherTests {
  @Test func fetchesListedFilesAloneAndOnlyOnce() throws {
    try withTemporaryDirectory { folder in
      let depot = try Depot(in: folder)
      try depot.add(
        "tunes", "1.0-1",
        files: ["usr/share/a b.ogg": "first", "usr/share/c.ogg": "other", "usr/bin/x": "no"])
      try depot.add("more", "2:3.0~rc1", files: ["music/d.ogg": "fourth"])
      let listed = [
        track("a", of: "first", in: "tunes", "1.0-1", "usr/share/a b.ogg"),
        track("d", of: "fourth", in: "more", "2:3.0~rc1", "music/d.ogg"),
      ]
      var packages: [String] = []
      let report = try depot.fetch(listed) {
        packages.append("\($0.package) \($0.number)/\($0.count)")
      }
      #expect(report.isComplete)
      #expect(report.fetched == [TrackID("d"), TrackID("a")])
      #expect(packages == ["more 1/2", "tunes 2/2"])
      #expect(report.warnings.isEmpty)
      let files = try runTool("find", [depot.cache.description, "-type", "f", "-printf", "%P\n"])
      #expect(
        files.text.split(separator: "\n").sorted()
          == ["tunes/more/music/d.ogg", "tunes/tunes/usr/share/a b.ogg"])

      let again = try depot.fetch(listed) { _ in Issue.record("downloaded again") }
      #expect(again.alreadyPresent == 2)
      #expect(again.fetched.isEmpty)
    }
  }

  @Test func replacesADamagedFileAndClearsWhatAKilledFetchLeft() throws {
    try withTemporaryDirectory { folder in
      let depot = try Depot(in: folder)
      try depot.add("tunes", "1", files: ["a.ogg": "whole", "b.ogg": "fine"])
      let listed = [
        track("a", of: "whole", in: "tunes", "1", "a.ogg"),
        track("b", of: "fine", in: "tunes", "1", "b.ogg"),
      ]
      _ = try depot.fetch(listed)
      let damaged = depot.cache.appending("tunes/tunes/a.ogg")
      try damaged.write(Array("who".utf8))
      // No process has the highest number there is.
      let left = depot.cache.appending("tunes/.fetching-\(Int32.max)")
      try FileManager.default.createDirectory(
        atPath: left.description, withIntermediateDirectories: false)
      let report = try depot.fetch(listed)
      #expect(report.alreadyPresent == 1)
      #expect(report.fetched == [TrackID("a")])
      #expect(try damaged.read() == Array("whole".utf8))
      #expect(!FileManager.default.fileExists(atPath: left.description))
    }
  }

  @Test func namesEveryTrackThatItCannotFetch() throws {
    try withTemporaryDirectory { folder in
      let depot = try Depot(in: folder)
      try depot.add("tunes", "1", files: ["a.ogg": "now different", "b.ogg": "fine"])
      let stray = CorpusTrack(
        id: TrackID("stray"), recording: "stray", title: "Stray", sha256: digest("stray"),
        duration: Seconds(30), licence: "CC0-1.0", file: "stray.ogg", role: .reference, split: .test
      )
      let report = try depot.fetch([
        track("a", of: "original", in: "tunes", "1", "a.ogg"),
        track("b", of: "fine", in: "tunes", "1", "b.ogg"),
        track("gone", of: "gone", in: "tunes", "1", "gone.ogg"),
        track("unknown", of: "x", in: "nowhere", "1", "x.ogg"), stray,
      ])
      #expect(!report.isComplete)
      #expect(report.fetched == [TrackID("b")])
      let reasons = report.failures.map { "\($0.track): \($0.reason)" }
      try #require(reasons.count == 4)
      #expect(reasons[0].contains("is not the listed file"))
      #expect(reasons[0].contains(digest("now different")))
      #expect(reasons[1].contains("tunes has no file 'gone.ogg'"))
      #expect(reasons[2].contains("the manifest names no package"))
      #expect(reasons[3].contains("Unable to locate package"))
      #expect(reasons[3].contains("apt-get update"))
    }
  }

  @Test func takesTheVersionOnOfferWithAWarning() throws {
    try withTemporaryDirectory { folder in
      let depot = try Depot(in: folder)
      try depot.add("tunes", "2", files: ["a.ogg": "same"])
      let report = try depot.fetch([track("a", of: "same", in: "tunes", "1", "a.ogg")])
      #expect(report.isComplete)
      #expect(report.warnings.count == 1)
      #expect(report.warnings.first?.contains("tunes 1 is not on offer") == true)
    }
  }

  @Test func takesNoLinksAndHandsNoOptionsToTools() throws {
    try withTemporaryDirectory { folder in
      let depot = try Depot(in: folder)
      let secret = folder.appending("secret")
      try secret.write(Array("secret".utf8))
      try depot.add(
        "evil", "1", files: ["ok.ogg": "ok"],
        links: ["a.ogg": secret.description, "dir": folder.description])
      let report = try depot.fetch([
        track("link", of: "secret", in: "evil", "1", "a.ogg"),
        track("through", of: "secret", in: "evil", "1", "dir/secret"),
        track("up", of: "secret", in: "evil", "1", "../../../secret"),
        track("rooted", of: "secret", in: "evil", "1", "/secret"),
        track("option", of: "secret", in: "-oDebug=1", "1", "a.ogg"),
        track("release", of: "secret", in: "evil", "1 other", "a.ogg"),
      ])
      #expect(report.fetched.isEmpty)
      #expect(report.failures.count == 6)
      let reasons = Dictionary(
        uniqueKeysWithValues: report.failures.map { ($0.track.rawValue, $0.reason) })
      #expect(reasons["link"]?.contains("not a regular file") == true)
      #expect(reasons["through"]?.contains("has no file") == true)
      #expect(reasons["up"]?.contains("no path in a package") == true)
      #expect(reasons["rooted"]?.contains("no path in a package") == true)
      #expect(reasons["option"]?.contains("no package name") == true)
      #expect(reasons["release"]?.contains("no package version") == true)
    }
  }

  @Test func saysWhatToDoWithoutApt() throws {
    try withTemporaryDirectory { folder in
      let depot = try Depot(in: folder, apt: nil)
      #expect {
        try depot.fetch([track("a", of: "x", in: "tunes", "1", "a.ogg")])
      } throws: { error in
        "\(error)".contains("'apt-get' is not on PATH")
          && "\(error)".contains(depot.cache.description)
      }
    }
  }

  /// The committed manifests are valid and keep what their READMEs promise.
  @Test(arguments: ["debian-music", "debian-noise", "debian-noise-tuning"])
  func committedManifestsAreValid(name: String) throws {
    let path = FilePath(#filePath).description.split(separator: "/").dropLast(3)
      .joined(separator: "/")
    let manifest = try CorpusManifest.read(FilePath("/\(path)/Datasets/\(name)/corpus.json5"))
    #expect(manifest.name == name)
    #expect(manifest.canonicalText.utf8.count < 1_500_000)
    let withheld = [
      "ufoai-music", "nexuiz-music", "drascula-music", "colobot-common-sounds", "boswars-data",
    ]
    #expect(manifest.tracks.allSatisfy { !withheld.contains($0.origin?.package ?? "") })
    #expect(Set(manifest.tracks.map(\.sha256)).count == manifest.tracks.count)
    guard name == "debian-music" else { return }
    let references = manifest.tracks.filter { $0.role == .reference }
    let others = manifest.tracks.filter { $0.role == .outOfCatalogue }
    #expect(references.count >= 200)
    #expect(manifest.tracks.reduce(0) { $0 + $1.duration.value } > 15 * 3600)
    for split in [Split.calibration, .test] {
      #expect(Set(others.filter { $0.split == split }.map(\.recording)).count >= 50)
    }
    let enrolled = Set(references.map(\.recording))
    #expect(others.allSatisfy { enrolled.isDisjoint(with: $0.sharesAudioWith) })
  }
}

/// A folder of packages with an `apt-get` that serves them.
private struct Depot {
  let folder: FilePath
  let cache: FilePath
  private let searchPath: String

  /// What `apt-get download` says and does, as far as the fetcher relies on it.
  private static let apt = #"""
    depot=$(dirname "$0")/..
    name=${2%%=*}
    if ! ls "$depot/$name"_* >/dev/null 2>&1; then
      echo "E: Unable to locate package $name" >&2
      exit 100
    fi
    case $2 in
      *=*)
        if ! test -f "$depot/${name}_${2#*=}.deb"; then
          echo "E: Version '${2#*=}' for '$name' was not found" >&2
          exit 100
        fi
        cp "$depot/${name}_${2#*=}.deb" . ;;
      *) cp "$depot/$name"_*.deb . ;;
    esac
    """#

  init(in folder: FilePath, apt: String? = Depot.apt) throws {
    self.folder = folder
    cache = folder.appending("cache")
    let programs = folder.appending("bin")
    for made in [cache, programs] {
      try FileManager.default.createDirectory(
        atPath: made.description, withIntermediateDirectories: false)
    }
    guard let apt else {
      searchPath = programs.description
      return
    }
    try writeProgram(apt, at: programs.appending("apt-get"))
    searchPath = "\(programs):/usr/local/bin:/usr/bin:/bin"
  }

  func add(
    _ package: String, _ version: String, files: [String: String], links: [String: String] = [:]
  ) throws {
    let root = folder.appending("root-\(package)")
    for (path, text) in files {
      let place = root.appending(path)
      try runTool("mkdir", ["-p", (place.description as NSString).deletingLastPathComponent])
      try place.write(Array(text.utf8))
    }
    for (path, target) in links {
      try runTool("ln", ["-s", target, root.appending(path).description])
    }
    let control = """
      Package: \(package)
      Version: \(version)
      Architecture: all
      Maintainer: Nobody <nobody@example.org>
      Description: made by a test

      """
    try runTool("mkdir", ["-p", root.appending("DEBIAN").description])
    try root.appending("DEBIAN/control").write(Array(control.utf8))
    try runTool(
      "dpkg-deb",
      ["--build", "-Znone", root.description, "\(folder)/\(package)_\(version).deb"])
  }

  @discardableResult
  func fetch(
    _ tracks: [CorpusTrack], progress: (DebianFetchProgress) -> Void = { _ in }
  ) throws -> DebianFetchReport {
    let manifest = CorpusManifest(name: "tunes", description: "made by a test", tracks: tracks)
    let corpus = try Corpus(
      manifest: manifest, at: folder.appending("corpus.json5"), cache: cache)
    return try DebianFetcher(searchPath: searchPath).fetch(corpus, progress: progress)
  }
}

private func digest(_ text: String) -> String { SHA256.hexDigest(of: Data(text.utf8)) }

private func track(
  _ id: String, of text: String, in package: String, _ version: String, _ path: String
) -> CorpusTrack {
  CorpusTrack(
    id: TrackID(id), recording: id, title: id, sha256: digest(text), duration: Seconds(30),
    licence: "CC0-1.0", origin: TrackOrigin(package: package, version: version, path: path),
    file: path.contains("..") || path.hasPrefix("/") || package.hasPrefix("-")
      ? "\(id).ogg" : "\(package)/\(path)", role: .reference, split: .test)
}

private func isInstalled(_ tool: String) -> Bool {
  (try? launchTool("which", [FilePath(tool)]).status) == 0
}
