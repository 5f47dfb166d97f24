internal import AudioFiles
internal import Catalogs
public import Corpora
public import Fingerprinting
internal import Foundation

/// A plan with everything that it names found, checked and expanded: ready to run.
public struct Experiment: Sendable {
  /// The plan.
  public let plan: Plan
  /// The corpus as it is on this machine.
  public let corpus: Corpus
  /// What the reader must know before anything has run.
  public let warnings: [String]

  struct Variant: Sendable {
    let label: String
    let strategy: any FingerprintStrategy
    let skewSearch: SkewSearch?
    /// The complete configuration, the search for skew included, as canonical JSON.
    let configuration: String

    /// What answers are traced to; signatures are traced to the strategy's.
    var identity: ComponentIdentity {
      skewSearch?.identity(over: strategy.identity) ?? strategy.identity
    }
  }

  let noise: Corpus?
  let variants: [Variant]
  let chains: [ConditionChain]
  let resources: any AugmentationResources
  let queries: [PlannedQuery]
  let trials: [Trial]
  /// The digest of all that decides where queries are cut and what they are asked of.
  let source: String
  let versions: [String: String]

  /// Looks up every name of a plan, and opens and verifies its corpora.
  ///
  /// - Parameters:
  ///   - plan: what to run.
  ///   - registry: the strategies and augmentations that exist.
  ///   - datasetsFolder: where corpora are named.
  ///   - cache: where the audio of corpora is.
  /// - Throws: `ConfigurationError` naming an unknown strategy, augmentation or setting with the
  ///   nearest ones, `CorpusError`, or `ExperimentError` where no query can be cut.
  public init(
    _ plan: Plan, registry: Registry, datasetsFolder: FilePath = FilePath("Datasets"),
    cache: FilePath = AudioCache.folder()
  ) throws {
    let variants = try plan.variants.map { try Self.variant($0, registry: registry) }
    let chains = try plan.conditions.map {
      try ConditionChain(
        $0, entries: registry.augmentations, environments: registry.environments)
    }
    for chain in chains {
      for length in plan.queryLengths {
        let (needed, reach) = (
          chain.sourceDuration(forQuery: length), PlannedQuery.reach(for: length)
        )
        guard needed <= reach else {
          throw ExperimentError.unusablePlan(
            "condition '\(chain.condition.label)' needs \(needed.value) s of sound for a query of "
              + "\(length.value) s; at most \(reach.value) s are cut")
        }
      }
    }
    var corpus = try Corpus.open(plan.corpus, datasetsFolder: datasetsFolder, cache: cache)
    var warnings: [String] = []
    if let exclusions = plan.exclusions {
      let whole = corpus.present.count
      corpus = corpus.without(try ExclusionList(reading: FilePath(exclusions)))
      warnings.append(
        "\(whole - corpus.present.count) of \(whole) tracks are left out: their recordings are on the "
          + "list '\(exclusions)'")
    }
    let noise = try plan.noise.map {
      try Corpus.open($0, datasetsFolder: datasetsFolder, cache: cache)
    }
    try self.init(
      plan, variants: variants, chains: chains, corpus: corpus, noise: noise,
      versions: registry.versions, warnings: warnings)
  }

  private init(
    _ plan: Plan, variants: [Variant], chains: [ConditionChain], corpus: Corpus, noise: Corpus?,
    versions: [String: String], warnings: [String]
  ) throws {
    let resources = noise.map { StandardResources(corpus: $0) } ?? StandardResources()
    for chain in chains {
      do {
        try chain.check(resources)
      } catch {
        throw ExperimentError.unusablePlan("condition '\(chain.condition.label)': \(error)")
      }
    }
    let recorded = plan.queries == .recorded ? try RecordedQueries(of: corpus) : nil
    let selection = try QuerySelection(plan: plan, corpus: corpus, recorded: recorded)
    let source = try SourceIngredients(
      corpus: corpus.digest, noise: noise?.digest, recorded: recorded?.digest, seed: plan.seed,
      workingRate: plan.workingRate
    ).digest
    var trials: [Trial] = []
    for (variant, prepared) in variants.enumerated() {
      for (condition, chain) in chains.enumerated() {
        for length in plan.queryLengths {
          trials.append(
            try Trial(
              variant: variant, recognizer: prepared.identity, condition: condition,
              chain: chain.digest, length: length, keep: plan.keep, source: source))
        }
      }
    }
    let absences = [corpus, noise].compactMap { $0 }.flatMap { corpus in
      corpus.absent.map { "corpus '\(corpus.manifest.name)', track '\($0.track.id)': \($0.reason)" }
    }
    let misstatements = [corpus, noise].compactMap { $0 }.flatMap { corpus in
      corpus.misstatements.map {
        "corpus '\(corpus.manifest.name)', track '\($0.track)': \($0.words)"
      }
    }
    self.plan = plan
    self.corpus = corpus
    self.noise = noise
    self.variants = variants
    self.chains = chains
    self.resources = resources
    self.queries = selection.queries
    self.trials = trials
    self.source = source
    self.versions = versions.merging(decoderVersions) { own, _ in own }
    self.warnings = warnings + selection.warnings + misstatements + absences
  }

  private static func variant(_ variant: Plan.Variant, registry: Registry) throws -> Variant {
    guard let entry = registry.strategies.first(where: { $0.name == variant.strategy }) else {
      throw ConfigurationError(
        "variant '\(variant.label)': unknown strategy '\(variant.strategy)'; "
          + nearestNames(to: variant.strategy, among: registry.strategies.map(\.name)))
    }
    do {
      let complete = try entry.completeConfiguration(variant.configuration)
      return Variant(
        label: variant.label, strategy: try entry.make(variant.configuration),
        skewSearch: variant.skewSearch,
        configuration: try variant.skewSearch.map {
          try canonicalJSON(SearchingConfiguration(configuration: complete, skewSearch: $0))
        } ?? canonicalJSON(complete))
    } catch let error as ConfigurationError {
      throw ConfigurationError("variant '\(variant.label)': \(error)")
    }
  }

  private struct SearchingConfiguration: Encodable {
    var configuration: JSONValue
    var skewSearch: SkewSearch
  }

  /// Rows that the finished run will have.
  public var plannedQueries: Int {
    queries.count * variants.count * chains.count
  }

  /// The tracks to enrol, in the order of enrolment.
  var references: [CorpusTrack] { corpus.tracks(role: .reference) }

  /// Where the run's files go unless told: `<reports>/<name>/<first digits of the plan's digest>`.
  ///
  /// - Parameters:
  ///   - plan: the plan.
  ///   - reports: the folder of all reports.
  /// - Returns: the folder, which need not exist.
  /// - Throws: where the plan cannot be written as JSON.
  public static func outputFolder(
    of plan: Plan, below reports: FilePath = FilePath("Reports")
  ) throws -> FilePath {
    reports.appending(plan.name).appending(String(try plan.digest.prefix(12)))
  }

  /// What the run can be traced to, before it has any warning or time of its own.
  func provenance() throws -> Provenance {
    Provenance(
      experiment: plan.name, description: plan.description, plan: try plan.canonicalText,
      planDigest: try plan.digest, seed: plan.seed,
      corpora: [corpus, noise].compactMap { $0 }.map {
        CorpusSummary(name: $0.manifest.name, digest: $0.digest, tracks: $0.counts)
      },
      variants: variants.map {
        VariantSummary(
          label: $0.label, identity: $0.identity, configuration: $0.configuration)
      },
      conditions: chains.map {
        ConditionSummary(
          label: $0.condition.label, chain: $0.canonicalJSON, axis: $0.condition.axis,
          value: $0.condition.value)
      },
      queryLengths: plan.queryLengths.map(\.value), decision: plan.decision, warnings: warnings,
      plannedQueries: plannedQueries, versions: versions, machine: Machine.description, times: [:])
  }
}
