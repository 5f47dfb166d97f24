internal import Corpora
public import Fingerprinting
public import Scoring

extension RunRecord {
  /// What the scores of each variant are worth, fitted on all answers of the record.
  ///
  /// - Returns: a calibration for each variant, with its provenance.
  /// - Throws: `CalibrationError` naming the variant that has too few right or wrong answers.
  public func calibrationFile() throws(CalibrationError) -> CalibrationFile {
    var calibrations: [Calibration] = []
    for variant in provenance.variants {
      var fits: [CalibrationFit] = []
      for seconds in provenance.queryLengths {
        do {
          fits.append(try CalibrationFit(examples(of: variant.label, seconds), seconds: seconds))
        } catch {
          throw CalibrationError("variant '\(variant.label)': \(error)")
        }
      }
      // Two variants of one recognizer differ in name only.
      guard !calibrations.contains(where: { $0.recognizer == variant.identity }) else { continue }
      calibrations.append(
        try Calibration(label: variant.label, recognizer: variant.identity, fits: fits))
    }
    return CalibrationFile(provenance: calibrationProvenance, calibrations: calibrations)
  }

  /// The searched answers of a variant at a query length that name anything.
  private func examples(of variant: String, _ seconds: Double) -> [CalibrationExample] {
    queries.compactMap { row in
      guard row.variant == variant, row.seconds == seconds, row.status == .searched,
        let best = row.best
      else { return nil }
      return CalibrationExample(
        score: best.score, margin: row.margin ?? 0, isRight: row.trueRank == 1)
    }
  }

  private var calibrationProvenance: CalibrationFile.Provenance {
    let first = provenance.variants.first?.label
    let asked = queries.filter { $0.variant == first && $0.status != .excluded }
    let enrolled = asked.count { !$0.truth.isEmpty }
    return CalibrationFile.Provenance(
      experiment: provenance.experiment, planDigest: provenance.planDigest,
      split: Set(asked.map(\.split)).sorted().joined(separator: " and "),
      corpora: Dictionary(
        provenance.corpora.map { ($0.name, $0.digest) }, uniquingKeysWith: { first, _ in first }),
      conditions: provenance.conditions.map(\.label), enrolled: enrolled,
      notEnrolled: asked.count - enrolled,
      recordings: Set(asked.map { TrackID($0.recording) }).count, versions: provenance.versions)
  }

  /// The same record with the confidence of every best answer.
  ///
  /// - Parameters:
  ///   - file: calibrations; variants that it does not know stay without confidence.
  ///   - path: the file to name in errors.
  /// - Returns: the record, and the labels of variants that were not calibrated.
  /// - Throws: `CalibrationError` where it knows none of the variants.
  public func calibrated(
    by file: CalibrationFile, path: FilePath
  ) throws(CalibrationError) -> (record: RunRecord, uncalibrated: [String]) {
    var known: [String: Calibration] = [:]
    var uncalibrated: [String] = []
    var refusal: CalibrationError?
    for variant in provenance.variants {
      do {
        known[variant.label] = try file.calibration(of: variant.identity, path: path)
      } catch {
        refusal = refusal ?? error
        uncalibrated.append(variant.label)
      }
    }
    if known.isEmpty, let refusal { throw refusal }
    var record = self
    for place in queries.indices {
      let row = queries[place]
      guard let best = row.best, let margin = row.margin else { continue }
      record.queries[place].best?.confidence = known[row.variant].map {
        Rounding.fine(
          $0.confidence(score: best.score, margin: margin, queryLength: Seconds(row.seconds)))
      }
    }
    return (record, uncalibrated)
  }
}

extension QueryRow {
  /// How far the best answer leads; nothing without an answer.
  fileprivate var margin: Double? {
    best.map { Calibration.margin(of: $0.score, over: nextScore ?? 0) }
  }
}

extension Experiment {
  /// The plan that asks the queries which a calibration of this one is fitted on.
  ///
  /// Recordings of the calibration split; where no enrolled one is of it, the enrolled ones of the
  /// tuning split: none that reports speak of. The mix of enrolled and other queries is the plan's.
  public var planForCalibration: Plan {
    var plan = plan
    plan.latencyQueries = 0
    plan.decision.acceptAtLeast = nil
    if corpus.tracks(role: .reference, split: .calibration).isEmpty {
      plan.split = .tuning
      plan.calibrationNegativesPerCell = plan.negativesPerCell
      plan.negativesPerCell = 0
    } else {
      plan.split = .calibration
    }
    return plan
  }
}
