internal import Builtins
internal import CommandLineOptions
internal import Corpora
internal import Experiments
internal import Files
internal import Fingerprinting
internal import Foundation
internal import Tabular

extension Command {
  /// `soundmark corpus audit`: a corpus is looked over before any score is believed.
  static let audit = Command(
    "audit", "Finds duplicates, shared audio, leakage, silence, clipping and damage in a corpus.",
    arguments: CorpusAuditArguments(),
    options: [
      .datasets(\.datasets),
      .value(
        "output", short: "o", \.output, placeholder: "DIR",
        "Where audit.md, findings.csv and exclusions.csv go. By default Reports/audit/NAME."),
      .value(
        "strategy", \.strategy, placeholder: "VARIANT",
        "What finds tracks in each other: constellation unless given."),
      .value(
        "accept-at-least", \.acceptAtLeast, in: 0...1e9, placeholder: "SCORE",
        "The score from which a piece counts as found."),
      .value(
        "window", \.window, in: 2...120, placeholder: "SECONDS",
        "The length of the pieces that are looked for."),
      .jobs(\.jobs, "Tracks in work at once. The audit does not depend on it."),
    ],
    operands: [.one("NAME", \.name, "A corpus, or the path of a manifest.")],
    discussion: """
      Each file is read whole, and each piece of every track is looked for in all others. Where one \
      piece alone is found, at a score near the least, the likeness may be chance: hear both. The exit \
      code is 1 where something should be left out: exclusions.csv suggests what. A plan leaves those \
      recordings out with exclusions: "FILE"; 'soundmark report RUN --exclude FILE' shows the scores \
      with and without them.
      """,
    examples: [Example("corpus audit debian-music", "Looks over the music.")]
  ) { arguments in
    try await interruptible {
      let corpus = try Corpus.open(arguments.name, datasetsFolder: arguments.datasets)
      let strategy = try Variant(arguments.strategy).strategy
      let bar = ProgressBar()
      let audit = try await CorpusAudit.audit(
        corpus, with: strategy,
        options: CorpusAudit.Options(
          window: Seconds(arguments.window), acceptAtLeast: arguments.acceptAtLeast),
        jobs: arguments.jobs
      ) { bar.show($0, done: $1, of: $2) }
      bar.finish()
      let folder =
        arguments.output
        ?? FilePath("Reports").appending("audit").appending(corpus.manifest.name)
      try makeFolder(folder)
      let report = AuditReport(audit: audit, strategy: strategy.identity)
      for (name, text) in [("audit.md", report.markdown), ("findings.csv", report.csv)] {
        try writeBytes(Array(text.utf8), to: folder.appending(name))
      }
      try audit.exclusions.write(to: folder.appending("exclusions.csv"))
      Terminal.print(report.summary + "\nreport: \(folder.appending("audit.md"))")
      return audit.exclusions.entries.isEmpty ? .done : .negative
    }
  }
}

/// What `soundmark corpus audit` is told.
struct CorpusAuditArguments {
  var name = ""
  var datasets = FilePath("Datasets")
  var output: FilePath?
  var strategy = "constellation"
  var acceptAtLeast = 7.0
  var window = 10.0
  var jobs = ProcessInfo.processInfo.activeProcessorCount
}

/// An audit as text.
private struct AuditReport {
  var audit: CorpusAudit
  var strategy: ComponentIdentity

  private func count(_ kind: AuditFinding.Kind) -> Int {
    audit.findings.count { $0.kind == kind }
  }

  var summary: String {
    let counts = AuditFinding.Kind.allCases.map { "  \($0.rawValue): \(count($0))" }
    return "\(audit.corpus): \(audit.tracks) tracks, \(clock(audit.duration.value))\n"
      + counts.joined(separator: "\n")
      + "\n  recordings to leave out: \(audit.exclusions.entries.count)"
  }

  var csv: String {
    CSV.render(
      [["kind", "track", "other", "exclude", "what"]]
        + audit.findings.map { finding in
          [
            finding.kind.rawValue, finding.tracks.first?.rawValue ?? "",
            finding.tracks.dropFirst().first?.rawValue ?? "", finding.suggestedExclusion ?? "",
            finding.words,
          ]
        })
  }

  var markdown: String {
    var text = """
      # Audit of \(Markdown.escape(audit.corpus))

      \(audit.tracks) tracks, \(clock(audit.duration.value)), read whole; pieces were looked for in all \
      other tracks with \(strategy). Repetition within a track is no finding; nor is audio shared by \
      tracks that the manifest lists as one recording, beyond being named here.

      \(Markdown.table(
        header: ["finding", "number"],
        rows: AuditFinding.Kind.allCases.map { [$0.rawValue, "\(count($0))"] },
        numericColumns: [1]))

      """
    for kind in AuditFinding.Kind.allCases {
      let found = audit.findings.filter { $0.kind == kind }
      if found.isEmpty { continue }
      text += "\n## \(kind.rawValue.prefix(1).uppercased() + kind.rawValue.dropFirst())\n\n"
      text += Markdown.table(
        header: ["tracks", "what", "leave out"],
        rows: found.map { finding in
          [
            finding.tracks.map(\.rawValue).joined(separator: ", "), finding.words,
            finding.suggestedExclusion ?? "",
          ]
        })
      text += "\n"
    }
    return text
  }
}
