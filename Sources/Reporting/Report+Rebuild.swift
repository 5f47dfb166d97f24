internal import Experiments
public import Fingerprinting
public import Scoring

extension Report {
  /// The text of `report.md`, made again from the files of a run.
  ///
  /// It is byte for byte what was written with them, without audio and on any machine.
  ///
  /// - Parameters:
  ///   - folder: with `queries.csv`, `excerpts.csv`, `cost.csv`, `provenance.json` and, if drawn,
  ///     `plots/`.
  ///   - metrics: what to measure.
  /// - Returns: Markdown.
  /// - Throws: where a file cannot be read, or the files are of different runs.
  public static func rebuild(
    from folder: FilePath, metrics: [any Metric]
  ) throws -> String {
    let report = try Report(record: try RunFiles.read(folder), metrics: metrics)
    return MarkdownFormat().text(of: report, drawn: PlotsFormat.drawn(of: report, in: folder))
  }
}
