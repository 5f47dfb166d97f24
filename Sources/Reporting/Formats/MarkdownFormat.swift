internal import Experiments
public import Fingerprinting
internal import Scoring
internal import Tabular

/// `report.md`: a report that reads well on its own.
///
/// Law: a function of the report and of which of its plots lie beside it. Times stand in the
/// section on cost only.
public struct MarkdownFormat: ReportFormat {
  /// `markdown`.
  public let name = "markdown"
  /// What is written.
  public let summary = "report.md: tables with intervals, what was run, how to read it"
  /// It shows the plots.
  public let showsOthers = true
  /// Makes the format.
  public init() {}

  /// Writes `report.md`, with the plots that lie in `plots/` and are of this report.
  public func write(_ report: Report, to folder: FilePath) throws -> [String] {
    try writeFile(
      text(of: report, drawn: PlotsFormat.drawn(of: report, in: folder)),
      to: folder.appending("report.md"))
    return []
  }

  /// The report as Markdown.
  ///
  /// - Parameters:
  ///   - report: the report.
  ///   - drawn: the names of the plots that can be shown.
  /// - Returns: the text of `report.md`.
  public func text(of report: Report, drawn: Set<String>) -> String {
    let writer = MarkdownWriter(report: report, drawn: drawn)
    let sections = [
      "# " + Markdown.escape(report.provenance.experiment), writer.opening, writer.headline,
      writer.moreFigures, writer.recall, writer.breakingPoints, writer.alignment,
      writer.falseAlarms, writer.confidence, writer.cost,
      writer.whatWasRun, writer.warnings, writer.howToRead,
    ]
    return sections.filter { !$0.isEmpty }.map { section in
      String(section.reversed().drop { $0 == "\n" }.reversed()) + "\n"
    }.joined(separator: "\n")
  }
}
