internal import AudioFiles
internal import Catalogs
internal import Corpora
public import Fingerprinting
internal import Indexing
internal import Scoring

/// What a run will take and can show, before it is run: what `--dry-run` prints.
public struct Estimate: Hashable, Sendable {
  /// Variants × conditions × lengths.
  public var cells: Int
  /// Answers to be computed.
  public var queries: Int
  /// Tracks to be enrolled.
  public var references: Int
  /// Their sound.
  public var referenceDuration: Seconds
  /// Time for references and queries, from timing a sample of both; searching in the whole
  /// catalogue, which is not built yet, is not in it.
  public var time: Seconds
  /// The smallest difference of recall between two variants in one cell that the run would find
  /// 4 of 5 times at the 5 % level, at worst; absent without queries.
  public var smallestDifference: Double?
  /// What the reader must know before the run.
  public var warnings: [String]

  /// The smallest difference between two proportions that a two-sided test of level 0.05 finds
  /// with power 0.8, where the proportions lie evenly around one half.
  ///
  /// The normal approximation of Fleiss, Levin and Paik 2003, chapter 4, without correction for
  /// continuity, solved by bisection. Proportions nearer to 0 or 1, and pairing, make smaller
  /// differences detectable.
  ///
  /// - Parameter count: queries in each of the two groups.
  /// - Returns: the difference, at most 1; absent where not even 1 is detectable.
  public static func smallestDifference(queries count: Int) -> Double? {
    func needed(_ difference: Double) -> Double {
      let (high, low) = (0.5 + difference / 2, 0.5 - difference / 2)
      let spread = (high * (1 - high) + low * (1 - low)).squareRoot()
      let sum = 1.959_963_984_540 * 0.5.squareRoot() + 0.841_621_233_573 * spread
      return (sum / difference) * (sum / difference)
    }
    guard count > 0, needed(1) <= Double(count) else { return nil }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if needed(middle) <= Double(count) { high = middle } else { low = middle }
    }
    return high
  }
}

extension Experiment {
  /// Times a sample of the work and scales it up.
  ///
  /// One reference of median length is extracted by each strategy, and one query of each length
  /// is degraded by each chain and asked of that one reference.
  ///
  /// - Parameter jobs: pieces of work done at once.
  /// - Returns: the estimate.
  /// - Throws: where the sample cannot be read, or the task was cancelled.
  public func estimate(jobs: Int) async throws -> Estimate {
    let references = references
    let duration = references.reduce(0) { $0 + $1.duration.value }
    return Estimate(
      cells: variants.count * chains.count * plan.queryLengths.count, queries: plannedQueries,
      references: references.count, referenceDuration: Seconds(duration),
      time: Seconds(try await sampleTime(referenceDuration: duration) / Double(max(1, jobs))),
      smallestDifference: Estimate.smallestDifference(queries: plan.queriesPerCell),
      warnings: warnings + unsupportedThresholds)
  }

  /// A warning for each length whose calibration negatives cannot support the plan's rate.
  private var unsupportedThresholds: [String] {
    guard plan.decision.acceptAtLeast == nil, (0..<1).contains(plan.decision.falseAlarmRate),
      plan.decision.falseAlarmRate > 0
    else { return [] }
    let needed = ThresholdFit.negativesNeeded(for: plan.decision.falseAlarmRate)
    return plan.queryLengths.compactMap { length in
      let asked = queries.count {
        $0.length == length && $0.split == .calibration && $0.answers.isEmpty
      }
      let here = asked * chains.count
      return here >= needed
        ? nil
        : "\(here) calibration negatives of \(length.value) s (\(asked) in each of \(chains.count) "
          + "conditions) cannot support a false-alarm rate of \(plan.decision.falseAlarmRate): "
          + "\(needed) are needed, or most figures will be undefined; raise "
          + "calibrationNegativesPerCell or decision.falseAlarmRate, or state decision.acceptAtLeast"
    }
  }

  /// The time of one worker for everything.
  private func sampleTime(referenceDuration: Double) async throws -> Double {
    let clock = ContinuousClock()
    var time = 0.0
    let byDuration = references.sorted { ($0.duration, $0.id) < ($1.duration, $1.id) }
    let sample = byDuration[byDuration.count / 2]
    var recognizers: [any Recognizer] = []
    var built: [ComponentIdentity: any SignatureIndex] = [:]
    for variant in variants {
      if let index = built[variant.strategy.identity] {
        recognizers.append(try recognizer(variant, index))
        continue
      }
      let began = clock.now
      let signature = try enrolledSignature(
        of: corpus.path(of: sample), with: variant.strategy
      ).signature
      time += (clock.now - began).inSeconds * referenceDuration / sample.duration.value
      var builder = try IndexBuilder(
        variant.strategy.indexing, builtWith: variant.strategy.identity)
      try builder.insert(signature, as: sample.id)
      let index = try builder.freeze()
      built[variant.strategy.identity] = index
      recognizers.append(try recognizer(variant, index))
    }
    let worker = QueryWorker(experiment: self, recognizers: recognizers)
    for length in plan.queryLengths {
      let queries = queries.filter { $0.length == length }
      guard let query = queries.first else { continue }
      let began = clock.now
      _ = try await worker.work(
        QueryWorker.Job(
          track: query.track,
          items: [
            QueryWorker.Job.Item(
              query: query, start: nil, trials: trials.filter { $0.length == length })
          ]))
      time += (clock.now - began).inSeconds * Double(queries.count)
    }
    return time
  }
}
