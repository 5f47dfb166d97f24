internal import Fingerprinting
internal import Foundation
internal import Processes

/// Fetches the audio of a corpus from Debian packages with `apt-get download`, which needs neither
/// root nor an installation.
///
/// Only listed files are unpacked. Each is put in its place by one move, after its digest was
/// checked: what is in the audio folder is whole, and a fetch that was cut short goes on where it
/// stopped.
public struct DebianFetcher: Sendable {
  private let searchPath: String?

  /// Makes a fetcher.
  ///
  /// - Parameter searchPath: where `apt-get`, `dpkg-deb`, `tar` and `sh` are looked for, as in
  ///   PATH; nil is this process's own.
  public init(searchPath: String? = nil) { self.searchPath = searchPath }

  /// Fetches every absent track of a corpus that was opened with its digests checked.
  ///
  /// - Parameters:
  ///   - corpus: what is listed, and what of it is here.
  ///   - progress: called before each package.
  /// - Returns: what was fetched, and every track that is still absent with the reason.
  /// - Throws: `DebianFetchError` where nothing can be fetched at all, or the task was cancelled.
  public func fetch(
    _ corpus: Corpus, progress: (DebianFetchProgress) -> Void = { _ in }
  ) throws(DebianFetchError) -> DebianFetchReport {
    var report = DebianFetchReport(alreadyPresent: corpus.present.count)
    var packages: [[String]: [CorpusTrack]] = [:]
    for track in corpus.absent.map(\.track) {
      if let origin = track.origin, let problem = origin.problem {
        report.failures.append(DebianFetchFailure(track: track.id, reason: problem))
      } else if let origin = track.origin {
        packages[[origin.package, origin.version], default: []].append(track)
      } else {
        report.failures.append(
          DebianFetchFailure(track: track.id, reason: "the manifest names no package for it"))
      }
    }
    guard !packages.isEmpty else { return report }
    for tool in ["apt-get", "dpkg-deb", "tar", "sh"]
    where findProgram(tool, searchPath: searchPath) == nil {
      throw .noPackageTools(missing: tool, audioFolder: corpus.audioFolder)
    }
    let workshop = corpus.audioFolder.appending(".fetching-\(getpid())")
    removeAbandonedWorkshops(in: corpus.audioFolder)
    defer { remove(workshop) }
    let ordered = packages.sorted { left, right in
      left.key.lexicographicallyPrecedes(right.key, by: bytesPrecede)
    }
    for (position, (key, tracks)) in ordered.enumerated() {
      progress(
        DebianFetchProgress(
          package: key[0], number: position + 1, count: ordered.count, tracks: tracks.count))
      do throws(CorpusError) {
        remove(workshop)
        try makeFolder(workshop.appending("unpacked"))
      } catch {
        throw .folder(error)
      }
      try fetch(
        tracks, package: key[0], version: key[1], corpus: corpus, workshop: workshop,
        report: &report)
    }
    report.failures.sort { $0.track < $1.track }
    return report
  }

  /// Fetches the tracks of one package; what fails there fails for its tracks alone.
  private func fetch(
    _ tracks: [CorpusTrack], package: String, version: String, corpus: Corpus, workshop: FilePath,
    report: inout DebianFetchReport
  ) throws(DebianFetchError) {
    let archive: FilePath
    switch try download(package: package, version: version, into: workshop) {
    case .failure(let failure):
      report.failures += tracks.map { DebianFetchFailure(track: $0.id, reason: failure.reason) }
      return
    case .success(let downloaded):
      archive = downloaded.archive
      report.warnings += downloaded.warnings
    }
    let complaint = try unpack(tracks, of: archive, workshop: workshop)
    for track in tracks {
      do throws(CorpusError) {
        if let reason = try take(track, corpus: corpus, workshop: workshop) {
          let detail = complaint.isEmpty ? "" : " (\(complaint))"
          report.failures.append(DebianFetchFailure(track: track.id, reason: reason + detail))
        } else {
          report.fetched.append(track.id)
        }
      } catch {
        report.failures.append(DebianFetchFailure(track: track.id, reason: "\(error)"))
      }
    }
  }

  private struct PackageFailure: Error { let reason: String }

  /// Downloads a package: the listed version, or else the one that this system offers.
  private func download(
    package: String, version: String, into workshop: FilePath
  ) throws(DebianFetchError) -> Result<(archive: FilePath, warnings: [String]), PackageFailure> {
    var warnings: [String] = []
    var result = try run(
      "apt-get", ["download", ProgramArgument("\(package)=\(version)")], in: workshop)
    if !result.status.isSuccess, result.errorText.contains("was not found") {
      warnings.append(
        "\(package) \(version) is not on offer here; the version that is may hold other files")
      result = try run("apt-get", ["download", ProgramArgument(package)], in: workshop)
    }
    guard result.status.isSuccess else {
      let said = result.complaint
      let unknown = said.contains("Unable to locate") || said.contains("No candidate")
      let remedy =
        unknown
        ? "run 'apt-get update' as root; if that does not help, this release has no such package"
        : "check the network, run 'apt-get update' as root, and fetch again: it goes on from here"
      return .failure(
        PackageFailure(reason: "apt-get download \(package) failed: \(said); \(remedy)"))
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: workshop.description)) ?? []
    guard let name = names.filter({ $0.hasSuffix(".deb") }).sorted().first else {
      return .failure(PackageFailure(reason: "apt-get download \(package) left no package"))
    }
    return .success((FilePath(name), warnings))
  }

  /// Unpacks the listed files, and says what `tar` complained of.
  private func unpack(
    _ tracks: [CorpusTrack], of archive: FilePath, workshop: FilePath
  ) throws(DebianFetchError) -> String {
    var list: [UInt8] = []
    for track in tracks { list += Array("./\(track.origin?.path ?? "")".utf8) + [0] }
    let listFile = workshop.appending("wanted")
    do throws(CorpusError) { try writeFile(Data(list), to: listFile) } catch {
      throw .folder(error)
    }
    // Members are taken by their whole name; links come out as links, which are then refused.
    let script = #"""
      dpkg-deb --fsys-tarfile "./$1" |
        tar -x -f - -C unpacked --no-same-owner --no-same-permissions --no-wildcards --null -T wanted
      """#
    let result = try run(
      "sh", ["-c", ProgramArgument(script), "sh", ProgramArgument(bytes: archive.bytes)],
      in: workshop)
    return result.complaint
  }

  /// Moves an unpacked file to its place, or says why not.
  private func take(
    _ track: CorpusTrack, corpus: Corpus, workshop: FilePath
  ) throws(CorpusError) -> String? {
    guard let origin = track.origin else { return nil }
    let unpacked = workshop.appending("unpacked").appending(origin.path)
    var status = stat()
    guard unpacked.withCString({ lstat($0, &status) }) == 0 else {
      return "\(origin.package) has no file '\(origin.path)'"
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      return "'\(origin.path)' of \(origin.package) is not a regular file"
    }
    let found = try fileDigest(unpacked)
    guard found == track.sha256 else {
      return "'\(origin.path)' of \(origin.package) is not the listed file: its SHA-256 is "
        + "\(found), expected \(track.sha256)"
    }
    let place = corpus.path(of: track)
    try makeFolder(
      FilePath(bytes: Array(place.bytes.dropLast(place.lastComponent.bytes.count + 1))))
    guard unpacked.withCString({ from in place.withCString { rename(from, $0) } }) == 0 else {
      throw .inaccessible(path: place, reason: lastSystemError())
    }
    return nil
  }

  private func run(
    _ program: String, _ arguments: [ProgramArgument], in folder: FilePath
  ) throws(DebianFetchError) -> ProgramResult {
    var environment = ["LC_ALL": "C"]
    environment["PATH"] = searchPath
    do {
      // apt-get says nothing while it downloads.
      return try runProgram(
        program, arguments, environment: environment,
        workingDirectory: ProgramArgument(bytes: folder.bytes), patience: .seconds(3600))
    } catch {
      throw .program(error)
    }
  }

  /// Removes what fetches that were killed have left.
  private func removeAbandonedWorkshops(in folder: FilePath) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.description)) ?? [] {
      guard name.hasPrefix(".fetching-"), let owner = pid_t(name.dropFirst(10)),
        kill(owner, 0) != 0, errno == ESRCH
      else { continue }
      remove(folder.appending(name))
    }
  }

  private func remove(_ folder: FilePath) {
    try? FileManager.default.removeItem(atPath: folder.description)
  }
}

extension ProgramResult {
  /// The lines of the error stream that say what went wrong.
  fileprivate var complaint: String {
    errorText.split(separator: "\n").filter { !$0.hasPrefix("W:") }.joined(separator: "; ")
  }
}

extension TrackOrigin {
  /// Why this origin must not be handed to a package tool, if so.
  fileprivate var problem: String? {
    func consists(_ text: String, of extra: String) -> Bool {
      text.utf8.first.map { !extra.utf8.contains($0) } == true
        && text.utf8.allSatisfy { byte in
          (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte)
            || (0x41...0x5a).contains(byte) || extra.utf8.contains(byte)
        }
    }
    guard consists(package, of: "+-.") else { return "'\(package)' is no package name" }
    guard consists(version, of: "+-.:~") else { return "'\(version)' is no package version" }
    let components = path.split(separator: "/", omittingEmptySubsequences: false)
    guard !components.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }),
      !path.utf8.contains(0)
    else { return "'\(path)' is no path in a package" }
    return nil
  }
}
