import Experiments
import Fingerprinting
import Foundation
import Scoring
import Tabular

extension MarkdownWriter {
  var cost: String {
    let sizes = pairs.map { variant, seconds in
      let footprint = cost(variant, seconds)?.footprint
      let duration = footprint.flatMap { $0.duration > .zero ? $0.duration.value : nil }
      func rate(_ bytes: Int?) -> String {
        guard let bytes, let duration else { return undefinedText }
        return fixedText(Double(bytes) / duration, 1)
      }
      return [
        variant, secondsText(seconds), footprint.map { grouped($0.tracks) } ?? undefinedText,
        fixedText(duration.map { $0 / 3_600 }, 2), rate(footprint?.signatureBytes),
        rate(footprint?.indexBytes),
        fixedText(figure(QuerySignatureRate(), variant, nil, seconds).value, 0),
        count(figure(WorkPerQuery(.lookups), variant, nil, seconds)),
        count(figure(WorkPerQuery(.postingsRead), variant, nil, seconds)),
        count(figure(WorkPerQuery(.framesCompared), variant, nil, seconds)),
      ]
    }
    let times = pairs.map { variant, seconds in
      let cost = cost(variant, seconds)
      let speed = cost.flatMap {
        $0.enrolment > 0 ? $0.footprint.duration.value / $0.enrolment : nil
      }
      return [
        variant, secondsText(seconds), cost.map { grouped($0.latencyCount) } ?? undefinedText,
        latency(cost?.decode), latency(cost?.extract), latency(cost?.search),
        fixedText(speed, 0),
      ]
    }
    let clock = provenance.times.sorted { $0.key < $1.key }.map { [$0.key, $0.value] }
    return """
      ## Cost

      Bytes per second of audio: signatures as stored, the index derived from them, and the query's \
      own signature. Work is counted per query.

      \(Markdown.table(
        header: [
          "variant", "length", "tracks", "hours", "stored B/s", "index B/s", "query B/s",
          "look-ups", "postings read", "frames compared",
        ], rows: sizes, numericColumns: Set(2...9)))
      Times in milliseconds, as median / 95th / 99th percentile of n queries asked one at a time \
      with nothing else running, after a warm-up. Enrolment, decoding included, in seconds of audio \
      per second of one worker.

      \(Markdown.table(
        header: ["variant", "length", "n", "decode", "extract", "search", "enrolment × real time"],
        rows: times, numericColumns: Set(2...6)))
      \(clock.isEmpty ? "" : Markdown.table(header: ["run", "time"], rows: clock) + "\n")\
      \(embedded(.cost))
      """
  }

  private func cost(_ variant: String, _ seconds: Double) -> CostRow? {
    report.costs.first { $0.variant == variant && $0.seconds == seconds }
  }

  private func count(_ measurement: Scoring.Measurement) -> String {
    measurement.value.map { grouped(Int(saturating: $0.rounded())) } ?? undefinedText
  }

  private func latency(_ parts: [Double]?) -> String {
    guard let parts, !parts.isEmpty else { return undefinedText }
    return parts.map { fixedText($0 * 1_000, $0 < 0.01 ? 2 : 1) }.joined(separator: " / ")
  }

  var whatWasRun: String {
    let corpora = provenance.corpora.map { corpus in
      [
        corpus.name, corpus.digest,
        corpus.tracks.sorted { $0.key < $1.key }.map { "\($0.key) \(grouped($0.value))" }
          .joined(separator: ", "),
      ]
    }
    let variants = provenance.variants.map {
      [$0.label, "\($0.identity.name) r\($0.identity.revision)", $0.identity.configurationDigest]
    }
    let conditions = zip(provenance.conditions, report.achievedSNR).map { condition, range in
      [
        condition.label, condition.chain,
        range.map { "\(Digits.fixed($0.lowerBound, 2)) … \(Digits.fixed($0.upperBound, 2))" }
          ?? undefinedText,
      ]
    }
    let facts =
      [
        ["plan digest", provenance.planDigest], ["seed", "\(provenance.seed.rawValue)"],
        ["queries", "\(grouped(provenance.plannedQueries)) planned"],
      ] + (provenance.versions.sorted { $0.key < $1.key }.map { [$0.key, $0.value] })
      + (provenance.machine.sorted { $0.key < $1.key }.map { [$0.key, $0.value] })
    let configurations = provenance.variants.map { "\($0.label): \($0.configuration)" }
    return """
      ## What was run

      \(Markdown.table(header: ["corpus", "digest of the tracks present", "tracks"], rows: corpora))
      \(Markdown.table(
        header: ["variant", "strategy", "digest of its configuration"], rows: variants))
      \(Markdown.table(
        header: ["condition", "what was done, in order", "achieved SNR, dB"], rows: conditions,
        numericColumns: [2]))
      \(Markdown.table(header: ["item", "value"], rows: facts))
      The complete configuration of each variant:

      \(fenced(configurations.joined(separator: "\n"), language: "text"))
      The plan:

      \(fenced(indented(provenance.plan), language: "json"))
      """
  }

  /// The plan's canonical JSON, laid out for reading.
  private func indented(_ json: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(json.utf8)),
      let data = try? encoder.encode(value)
    else { return json }
    return String(decoding: data, as: UTF8.self)
  }

  var warnings: String {
    "## Warnings\n\n"
      + (report.warnings.isEmpty
        ? "None.\n" : report.warnings.map { "- \(Markdown.escape($0))\n" }.joined())
  }

  var howToRead: String {
    """
    ## How to read this

    - *Recording recall*: the right recording was named, at any time, out of all queries whose \
    recording is enrolled; queries that failed, were too short or held nothing count as not named.
    - *Aligned recall*: named at a true time as well. Music repeats itself, so a recording can be \
    right and the time wrong.
    - *Wrong recording*: another recording was named although the right one is enrolled.
    - *False alarm*: a recording was named although none of the enrolled ones was played.
    - A query is a *claim* where the best score reaches the threshold. Any of several true answers \
    is right.
    - *Offset*: the reference time at the query's first sample. *Skew*: query frequency / reference \
    frequency − 1. Quantiles are of definition 7 of Hyndman and Fan.
    - *Intervals* hold the true figure in 95 of 100 such experiments. Those in single cells \
    (Wilson) take queries as independent; those of pooled figures come from drawing whole \
    recordings again (bootstrap), because the same excerpts stand in every condition.
    - *\(undefinedText)*: not defined, such as a share of nothing.
    - `metrics.csv` has every figure, `queries.csv` every answer.

    """
  }

  /// The plots of a section, or the remark that there are none.
  func embedded(_ section: Plot.Section) -> String {
    let here = plots.filter { $0.section == section }
    let missing = here.count { !drawn.contains($0.name) }
    var text = here.filter { drawn.contains($0.name) }.map { plot in
      "![\(Markdown.escape(plot.title))](plots/\(plot.name).svg)\n\n"
    }.joined()
    if missing > 0 {
      text += """
        *\(missing == 1 ? "A plot is" : "\(missing) plots are") missing here: \
        \(missing == 1 ? "it was" : "they were") not drawn, for want of a working gnuplot. Install \
        it and make the report again.*


        """
    }
    return text
  }
}
