internal import Fingerprinting
internal import Foundation
internal import Tabular

/// The answer to one query file, as `identify` prints it.
struct QueryAnswer {
  let query: FilePath
  /// Absent where the file could not be read.
  let identification: Identification?
  /// The smallest score that is an answer; absent where the caller decides.
  let threshold: Double?
  /// Whether the candidates are stretches of the query, and not answers that rival each other.
  let showsStretches: Bool

  /// Joins the parts.
  ///
  /// - Parameters:
  ///   - query: the file.
  ///   - identification: absent where the file could not be read.
  ///   - threshold: the smallest score that is an answer, where one was chosen.
  ///   - onlyAccepted: whether candidates below the threshold are left out.
  ///   - showsStretches: whether the candidates are stretches of the query.
  init(
    query: FilePath, identification: Identification?, threshold: Double? = nil,
    onlyAccepted: Bool = false, showsStretches: Bool = false
  ) {
    self.query = query
    self.showsStretches = showsStretches
    self.threshold = threshold
    var identification = identification
    if onlyAccepted, let threshold {
      identification?.candidates.removeAll { $0.score < threshold }
    }
    self.identification = identification
  }

  /// Whether the best candidate reaches the threshold; nil without one.
  var isAccepted: Bool? {
    threshold.map { threshold in
      identification?.candidates.first.map { $0.score >= threshold } ?? false
    }
  }

  /// The columns of `--csv`; more may follow in later versions, these stay.
  static let header = [
    "query", "rank", "reference", "reference_offset_s", "score", "confidence", "frequency_skew",
    "signature_bytes", "decode_ms", "extract_ms", "search_ms", "status", "matched", "offered",
    "first_s", "last_s", "ambiguous", "accepted", "time_scale",
  ]

  /// `ok`, `none`, `too_short` or `failed`.
  var status: String {
    guard let identification else { return "failed" }
    switch identification.status {
    case .tooShort: return "too_short"
    case .noUsableAudio: return "none"
    case .searched: return identification.candidates.isEmpty ? "none" : "ok"
    }
  }

  /// Whether another reference has (nearly) the best score, so that the best is not the only one.
  var isAmbiguous: Bool { identification?.isAmbiguous ?? false }

  /// The answer in a format; without a line end.
  func text(_ format: IdentifyArguments.Format) throws -> String {
    switch format {
    case .csv: return CSV.render(rows)
    case .json: return try json
    case .words: return words
    }
  }

  private var rows: [[String]] {
    let latency = identification?.latency
    let costs = [
      identification.map { "\($0.signatureBytes)" } ?? "", milliseconds(latency?.decode),
      milliseconds(latency?.extract), milliseconds(latency?.search), status,
    ]
    let candidates = identification?.candidates ?? []
    guard !candidates.isEmpty else {
      let blank = [String](repeating: "", count: 5)
      return [
        [query.description, "0"] + blank + costs + blank + [threshold == nil ? "" : "no", ""]
      ]
    }
    return candidates.enumerated().map { place, candidate in
      let answer = [
        query.description, "\(place + 1)", candidate.track.rawValue, offset(candidate),
        Digits.fixed(candidate.score, 4), candidate.confidence.map { Digits.fixed($0, 4) } ?? "",
        candidate.alignment.frequencySkew.map { Digits.fixed($0, 5) } ?? "",
      ]
      let support = [
        "\(candidate.support.matched)", "\(candidate.support.offered)",
        Digits.fixed(candidate.support.first.value, 2),
        Digits.fixed(candidate.support.last.value, 2),
        place == 0 && isAmbiguous ? "yes" : "",
        threshold.map { candidate.score >= $0 ? "yes" : "no" } ?? "",
        Digits.fixed(candidate.alignment.timeScale, 5),
      ]
      return answer + costs + support
    }
  }

  private var json: String {
    get throws {
      struct Line: Encodable {
        var query: String
        var status: String
        var ambiguous: Bool
        var accepted: Bool?
        var identification: Identification?
      }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let line = Line(
        query: query.description, status: status, ambiguous: isAmbiguous,
        accepted: isAccepted, identification: identification)
      return String(decoding: try encoder.encode(line), as: UTF8.self)
    }
  }

  private var words: String {
    let all = identification?.candidates ?? []
    let candidates = showsStretches ? all : all.filter { $0.score >= threshold ?? -.infinity }
    if let threshold, candidates.isEmpty, let guess = all.first {
      return
        "\(query)\n  no match; best guess, score \(Digits.fixed(guess.score, 2)) where a match has "
        + "\(Digits.fixed(threshold, 2)): at \(offset(guess)) s  \(guess.track)"
    }
    guard !candidates.isEmpty else {
      let reason =
        switch identification?.status {
        case nil: "could not be read"
        case .tooShort: "too short to be recognised"
        case .noUsableAudio: "no usable audio: silence, or too even a sound"
        case .searched: "nothing like it in the catalog"
        }
      return "\(query)\n  \(reason)"
    }
    let lines = candidates.enumerated().map { place, candidate in
      let score = Digits.fixed(candidate.score, 2)
      guard !showsStretches else {
        return "  \(place + 1)  score \(score)  \(stretch(candidate))  \(candidate.track)"
      }
      return "  \(place + 1)  score \(score)  at \(offset(candidate)) s  \(candidate.track)"
        + (place == 0 && isAmbiguous ? "  (ambiguous)" : "")
    }
    return ([query.description] + lines).joined(separator: "\n")
  }

  /// Where the reference is heard, and from which of its seconds on.
  private func stretch(_ candidate: Candidate) -> String {
    let (first, last) = (candidate.support.first, candidate.support.last)
    let start = candidate.alignment.referenceStart + first * candidate.alignment.timeScale
    return "\(Digits.fixed(first.value, 2))–\(Digits.fixed(last.value, 2)) s from "
      + "\(Digits.fixed(start.value, 2)) s of"
  }

  /// The offset to a hundredth of a second.
  private func offset(_ candidate: Candidate) -> String {
    Digits.fixed(candidate.alignment.referenceStart.value, 2)
  }

  private func milliseconds(_ time: Seconds?) -> String {
    time.map { Digits.fixed($0.value * 1000, 3) } ?? ""
  }
}
