public import Fingerprinting
internal import Foundation
internal import Tabular

/// A run as files that people and version control can read: `queries.csv`, `excerpts.csv`,
/// `tracks.csv`, `cost.csv` and `provenance.json`.
///
/// Law: reading what was written gives the same record. Times stand in `cost.csv` and
/// `provenance.json` only.
public enum RunFiles {
  /// Writes the files of a record, each replaced at once.
  ///
  /// - Parameters:
  ///   - record: the run.
  ///   - folder: where; made if needed.
  /// - Throws: `ExperimentError` where a file cannot be written, or a row has no excerpt.
  public static func write(_ record: RunRecord, to folder: FilePath) throws {
    try makeFolder(folder)
    try writeFile(queries(of: record), to: folder.appending("queries.csv"))
    try writeFile(excerpts(of: record), to: folder.appending("excerpts.csv"))
    try writeFile(
      CSV.render(
        [trackHeader] + tracks(of: record).enumerated().map { ["\($0 + 1)", $1.rawValue] }),
      to: folder.appending("tracks.csv"))
    try writeFile(costs(of: record), to: folder.appending("cost.csv"))
    try writeFile(
      try canonicalJSON(record.provenance, pretty: true) + "\n",
      to: folder.appending("provenance.json"))
  }

  /// Reads the files of a run.
  ///
  /// - Parameter folder: the folder that they were written to.
  /// - Returns: the record.
  /// - Throws: `ExperimentError` naming file, row and column.
  public static func read(_ folder: FilePath) throws -> RunRecord {
    let path = folder.appending("provenance.json")
    let text = try readFile(path, orElse: "run the experiment, or name the folder of a run")
    let provenance: Provenance
    do {
      provenance = try JSON5.decode(from: text)
    } catch let fault as JSON5Fault {
      throw ExperimentError.invalid(path: path, problem: fault.description)
    }
    let excerpts = try readExcerpts(folder.appending("excerpts.csv"))
    let tracks = try readRows(of: folder.appending("tracks.csv"), header: trackHeader) {
      TrackID($0["track"])
    }
    return RunRecord(
      provenance: provenance, excerpts: excerpts,
      queries: try readQueries(
        folder.appending("queries.csv"), excerpts: excerpts, tracks: tracks),
      costs: try readCosts(folder.appending("cost.csv")))
  }

  private static let trackHeader = ["number", "track"]

  // MARK: excerpts.csv

  private static let excerptHeader = [
    "query", "seconds", "split", "recording", "source", "start", "reference", "reference_start",
  ]

  /// One row for each true answer; one without a reference where there is none.
  private static func excerpts(of record: RunRecord) -> String {
    var writer = CSVWriter()
    writer.row(excerptHeader)
    for excerpt in record.excerpts {
      let head = [
        excerpt.query.rawValue, Rounding.fine.text(excerpt.seconds), excerpt.split,
        excerpt.recording, excerpt.source.rawValue, Rounding.fine.text(excerpt.start.value),
      ]
      for answer in excerpt.truth {
        writer.row(
          head + [
            answer.track.rawValue,
            // Nobody noted where a recording lies.
            answer.alignment.referenceStart.isKnown
              ? Rounding.fine.text(answer.alignment.referenceStart.value) : "",
          ])
      }
      if excerpt.truth.isEmpty { writer.row(head + ["", ""]) }
    }
    return writer.text
  }

  private static func readExcerpts(_ path: FilePath) throws -> [ExcerptRow] {
    let rows = try readRows(of: path, header: excerptHeader) { row in
      let start = try row.number("reference_start")
      return ExcerptRow(
        query: QueryID(row["query"]), seconds: try row.needed("seconds"), split: row["split"],
        recording: row["recording"], source: TrackID(row["source"]),
        start: Seconds(try row.needed("start")),
        truth: row["reference"].isEmpty && start == nil
          ? []
          : [
            Occurrence(
              track: TrackID(row["reference"]),
              alignment: Alignment(referenceStart: start.map { Seconds($0) } ?? .unknown))
          ])
    }
    var excerpts: [ExcerptRow] = []
    for row in rows {
      if let last = excerpts.last, last.query == row.query, last.seconds == row.seconds {
        excerpts[excerpts.count - 1].truth += row.truth
      } else {
        excerpts.append(row)
      }
    }
    return excerpts
  }

  // MARK: cost.csv

  private static let costHeader =
    [
      "variant", "seconds", "tracks", "duration_s", "signature_bytes", "index_bytes",
      "enrolment_s", "latency_queries",
    ] + timeColumns
  private static let timeColumns = ["decode", "extract", "search"].flatMap { part in
    ["p50", "p95", "p99"].map { "\(part)_\($0)_s" }
  }

  private static func costs(of record: RunRecord) -> String {
    var writer = CSVWriter()
    writer.row(costHeader)
    for cost in record.costs {
      let times = [cost.decode, cost.extract, cost.search].flatMap { times in
        (0..<3).map { $0 < times.count ? Rounding.micro.text(times[$0]) : "" }
      }
      writer.row(
        [
          cost.variant, Rounding.fine.text(cost.seconds), "\(cost.footprint.tracks)",
          Rounding.fine.text(cost.footprint.duration.value), "\(cost.footprint.signatureBytes)",
          "\(cost.footprint.indexBytes)", Rounding.micro.text(cost.enrolment),
          "\(cost.latencyCount)",
        ] + times)
    }
    return writer.text
  }

  private static func readCosts(_ path: FilePath) throws -> [CostRow] {
    try readRows(of: path, header: costHeader) { row in
      let times = try timeColumns.map { try row.number($0) }
      return CostRow(
        variant: row["variant"], seconds: try row.needed("seconds"),
        footprint: IndexFootprint(
          tracks: try row.count("tracks"), duration: Seconds(try row.needed("duration_s")),
          signatureBytes: try row.count("signature_bytes"),
          indexBytes: try row.count("index_bytes")),
        enrolment: try row.needed("enrolment_s"), latencyCount: try row.count("latency_queries"),
        decode: times[0..<3].compactMap { $0 }, extract: times[3..<6].compactMap { $0 },
        search: times[6..<9].compactMap { $0 })
    }
  }
}
