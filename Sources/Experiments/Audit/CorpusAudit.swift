public import Corpora
public import Fingerprinting
internal import Indexing

/// A corpus looked over before any score is believed.
///
/// Every file is read whole, and each piece of every track is looked for in all others with the
/// project's own matcher. Repetition within a track is no finding.
public struct CorpusAudit: Sendable {
  /// What counts.
  public struct Options: Hashable, Sendable {
    /// The length of the pieces that are looked for.
    public var window: Seconds
    /// The score from which a piece counts as found.
    public var acceptAtLeast: Double
    /// The share of a track from which it is a near duplicate.
    public var nearDuplicate: Double

    /// Joins the settings.
    public init(
      window: Seconds = Seconds(10), acceptAtLeast: Double, nearDuplicate: Double = 0.5
    ) {
      self.window = window
      self.acceptAtLeast = acceptAtLeast
      self.nearDuplicate = nearDuplicate
    }
  }

  /// The corpus's name.
  public let corpus: String
  /// Tracks that were read.
  public let tracks: Int
  /// Their sound.
  public let duration: Seconds
  /// What was found: duplicates first, then by track.
  public let findings: [AuditFinding]
  /// The recordings that had better be left out, and why.
  public let exclusions: ExclusionList

  /// Looks over all present tracks that are music.
  ///
  /// - Parameters:
  ///   - corpus: the corpus.
  ///   - strategy: finds what tracks have in common.
  ///   - options: what counts.
  ///   - jobs: tracks in work at once; the result does not depend on it.
  ///   - progress: told of tracks read, then of tracks looked for.
  /// - Returns: the findings.
  /// - Throws: what strategy and index throw, or `CancellationError`; a bad file is a finding.
  public static func audit(
    _ corpus: Corpus, with strategy: any FingerprintStrategy, options: Options, jobs: Int,
    progress: (_ what: String, _ done: Int, _ total: Int) -> Void = { _, _, _ in }
  ) async throws -> CorpusAudit {
    let tracks = corpus.present.filter { $0.role != .noise }
    // What the manifest says, not what was found since.
    let stated = Dictionary(
      corpus.manifest.tracks.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    var findings: [AuditFinding] = []
    var heard: [CorpusTrack] = []
    var signatures: [(track: CorpusTrack, signature: Signature)] = []
    var builder = try IndexBuilder(strategy.indexing, builtWith: strategy.identity)
    var seconds = Seconds.zero
    var checks: [TrackCheck] = []
    try await orderedForEach(tracks, width: jobs) {
      try TrackCheck(stated[$0.id] ?? $0, at: corpus.path(of: $0), strategy: strategy)
    } consume: { place, check in
      progress("tracks read", place + 1, tracks.count)
      checks.append(check)
    }
    for (track, check) in zip(tracks, checks) {
      seconds = seconds + check.duration
      findings += check.findings.map { kind, words in
        AuditFinding(
          kind: kind, tracks: [track.id], words: words,
          suggestedExclusion: [.silence, .truncated, .unreadable].contains(kind)
            ? track.recording : nil)
      }
      // Silence is like all other silence.
      if check.findings.contains(where: { $0.kind == .silence }) { continue }
      heard.append(track)
      if let signature = check.signature {
        try builder.insert(strategy.thinned(signature), as: track.id)
        signatures.append((track, signature))
      }
    }
    let search = WindowSearch(
      index: try builder.freeze(), window: options.window, acceptAtLeast: options.acceptAtLeast)
    let byID = Dictionary(tracks.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    var shared: [SharedAudio] = []
    try await orderedForEach(signatures, width: jobs) {
      try search.search($0.track, $0.signature, among: byID)
    } consume: { place, found in
      progress("tracks looked for in all others", place + 1, signatures.count)
      shared += found
    }
    let short = ShortSounds(corpus: corpus)
    let confirmed = try shared.compactMap { try short.confirmed($0) }
    findings += exactDuplicates(among: heard)
    findings += pairs(of: confirmed + (try short.copies(among: heard)), options: options)
    return CorpusAudit(
      corpus: corpus.manifest.name, tracks: tracks.count, duration: seconds, findings: findings)
  }

  private init(corpus: String, tracks: Int, duration: Seconds, findings: [AuditFinding]) {
    self.corpus = corpus
    self.tracks = tracks
    self.duration = duration
    let order = Dictionary(
      uniqueKeysWithValues: AuditFinding.Kind.allCases.enumerated().map { ($1, $0) })
    self.findings = findings.sorted {
      (order[$0.kind] ?? 0, $0.tracks.map(\.rawValue).joined(separator: "\u{1}"))
        < (order[$1.kind] ?? 0, $1.tracks.map(\.rawValue).joined(separator: "\u{1}"))
    }
    var reasons: [(recording: String, reason: String)] = []
    for finding in self.findings {
      guard let recording = finding.suggestedExclusion,
        !reasons.contains(where: { TrackID($0.recording) == TrackID(recording) })
      else { continue }
      let names = finding.tracks.map { "'\($0)'" }.joined(separator: " and ")
      reasons.append((recording, "\(finding.kind.rawValue): \(names): \(finding.words)"))
    }
    exclusions = ExclusionList(entries: reasons)
  }

  // MARK: pairs

  /// Files with the same bytes: one finding for each file beyond the first.
  private static func exactDuplicates(among tracks: [CorpusTrack]) -> [AuditFinding] {
    let groups = Dictionary(grouping: tracks, by: \.sha256)
    return groups.keys.sorted().flatMap { digest -> [AuditFinding] in
      guard let group = groups[digest], let first = group.first else { return [] }
      return group.dropFirst().map { copy in
        AuditFinding(
          kind: .exactDuplicate, tracks: [first.id, copy.id], words: "the same bytes",
          suggestedExclusion: exclusion(of: first, copy))
      }
    }
  }

  /// One finding a pair, and one more where it leaks.
  private static func pairs(of shared: [SharedAudio], options: Options) -> [AuditFinding] {
    struct Pair: Hashable {
      let one: TrackID
      let other: TrackID
    }
    var best: [Pair: SharedAudio] = [:]
    for common in shared {
      let ids = [common.one.id, common.other.id].sorted()
      let pair = Pair(one: ids[0], other: ids[1])
      // The direction that finds more says more: a loop may be most of a short track.
      if let known = best[pair], known.share >= common.share { continue }
      best[pair] = common
    }
    let sorted = best.sorted { ($0.key.one, $0.key.other) < ($1.key.one, $1.key.other) }
    return sorted.flatMap { _, common -> [AuditFinding] in
      let (one, other) = (common.one, common.other)
      guard one.sha256 != other.sha256 else { return [] }
      let isSame = TrackID(one.recording) == TrackID(other.recording)
      let isWhole =
        common.likeness != nil
        ? abs(one.duration.value - other.duration.value) <= 0.2 * one.duration.value
        : common.share >= options.nearDuplicate && common.found > 1
      let kind: AuditFinding.Kind = isWhole ? .nearDuplicate : .sharedAudio
      let isKnown =
        isSame || one.sharesAudioWith.contains(other.recording)
        || other.sharesAudioWith.contains(one.recording)
      let found =
        common.likeness.map { "the same sound: the samples agree to \(percent($0))" }
        ?? "\(percent(common.share)) of '\(one.id)' (\(common.found) of \(common.asked) pieces of "
        + "\(seconds(options.window))) is in '\(other.id)', the first at \(seconds(common.first.own)) "
        + "and \(seconds(common.first.other)), score at most \(Rounding.score.text(common.score))"
      let words =
        found
        + (isSame ? "; listed as one recording" : isKnown ? "; listed as sharing audio" : "")
      var findings = [
        AuditFinding(
          kind: kind, tracks: [one.id, other.id], words: words,
          suggestedExclusion: isKnown || kind == .sharedAudio ? nil : exclusion(of: one, other))
      ]
      if !isKnown, let leak = leak(between: one, other) {
        findings.append(
          AuditFinding(
            kind: .leakage, tracks: [one.id, other.id], words: leak,
            suggestedExclusion: exclusion(of: one, other)))
      }
      return findings
    }
  }

  private static func leak(between one: CorpusTrack, _ other: CorpusTrack) -> String? {
    if one.role != other.role {
      return "one is enrolled, the other is asked as if it were not"
    }
    guard let first = one.split, let second = other.split, first != second else { return nil }
    return "one is of split \(first.rawValue), the other of \(second.rawValue)"
  }

  /// The recording of the two to leave out: the one that is not enrolled, then the one that figures
  /// are not reported on, then the later one.
  private static func exclusion(of one: CorpusTrack, _ other: CorpusTrack) -> String? {
    guard TrackID(one.recording) != TrackID(other.recording) else { return nil }
    func rank(_ track: CorpusTrack) -> (Int, Int) {
      (track.role == .reference ? 0 : 1, track.split == .test ? 0 : 1)
    }
    return rank(one) > rank(other) || rank(one) == rank(other) && one.id > other.id
      ? one.recording : other.recording
  }
}
