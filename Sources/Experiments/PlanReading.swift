internal import Catalogs
internal import Corpora
internal import Files
public import Fingerprinting
internal import Foundation

extension Plan {
  /// Reads a plan.
  ///
  /// - Parameter path: the file, or a folder that holds `plan.json5`.
  /// - Returns: the plan; names of strategies and augmentations are not looked up yet.
  /// - Throws: `ExperimentError` naming the field, what was expected and what was found.
  public static func read(_ path: FilePath) throws(ExperimentError) -> Plan {
    let file = isFolder(path) ? path.appending("plan.json5") : path
    let bytes = try readFile(
      file, orElse: "name a plan or its folder; 'soundmark run --template' prints one to start from"
    )
    do {
      return try Plan(decoding: bytes)
    } catch {
      throw .invalid(path: file, problem: error.words)
    }
  }

  /// Reads the text of a plan.
  ///
  /// - Parameters:
  ///   - text: JSON5, comments allowed.
  ///   - path: the file to name in errors.
  /// - Throws: `ExperimentError` naming the field, what was expected and what was found.
  public init(text: String, path: FilePath = FilePath("plan.json5")) throws(ExperimentError) {
    do {
      try self.init(decoding: Array(text.utf8))
    } catch {
      throw .invalid(path: path, problem: error.words)
    }
  }

  private init(decoding bytes: [UInt8]) throws(PlanProblem) {
    let reader = try FieldReader(
      json5: bytes,
      known: [
        "name", "description", "corpus", "exclusions", "noise", "seed", "workingRate", "variants",
        "conditions",
        "queryLengths", "queriesPerCell", "negativesPerCell", "calibrationNegativesPerCell",
        "split", "queries", "decision", "keep", "latencyQueries", "tuning",
      ])
    let variants = try Self.variants(from: reader)
    let conditions = try Self.conditions(from: reader)
    let negatives = try reader.count("negativesPerCell", in: 0...1_000_000, orElse: 50)
    self.init(
      name: try Self.name(from: reader),
      description: try reader.text("description", orElse: ""),
      corpus: try reader.text("corpus"),
      exclusions: reader.value("exclusions") == nil ? nil : try reader.text("exclusions"),
      noise: reader.value("noise") == nil ? nil : try reader.text("noise"),
      seed: try Self.seed(from: reader),
      workingRate: SampleRate(
        Double(try reader.count("workingRate", in: 4_000...192_000, orElse: 44_100))),
      variants: variants, conditions: conditions,
      queryLengths: try Self.lengths(from: reader),
      queriesPerCell: try reader.count("queriesPerCell", in: 0...1_000_000, orElse: 100),
      negativesPerCell: negatives,
      calibrationNegativesPerCell: try reader.count(
        "calibrationNegativesPerCell", in: 0...1_000_000, orElse: negatives),
      split: try reader.choice("split", orElse: Split.test),
      queries: try reader.choice("queries", orElse: QuerySource.excerpts),
      decision: try Self.decision(from: reader),
      keep: try reader.count("keep", in: 1...1_000, orElse: 5),
      latencyQueries: try reader.count("latencyQueries", in: 0...100_000, orElse: 50))
    if let value = reader.value("tuning") {
      tuning = try TuningPlan(
        from: value, conditions: conditions.map(\.label), variants: variants.map(\.label))
    }
  }

  private static func name(from reader: FieldReader) throws(PlanProblem) -> String {
    let name = try reader.text("name")
    let legal = name.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0)
        || [0x2d, 0x2e, 0x5f].contains($0)
    }
    guard legal, !name.hasPrefix(".") else {
      throw reader.problem(
        "name", expected: "letters, digits, '-', '_' and '.' only, as it names a folder")
    }
    return name
  }

  private static func seed(from reader: FieldReader) throws(PlanProblem) -> Seed {
    switch reader.value("seed") {
    case nil: return Seed(1)
    case .integer(let number)? where number >= 0: return Seed(UInt64(number))
    case .unsigned(let number)?: return Seed(number)
    default: throw reader.problem("seed", expected: "a whole number from 0 to 2^64 − 1")
    }
  }

  private static func variants(from reader: FieldReader) throws(PlanProblem) -> [Variant] {
    var variants: [Variant] = []
    for (place, value) in try reader.list("variants", of: "variant").enumerated() {
      let fields = try FieldReader(
        value, at: "variants[\(place)]",
        known: ["label", "strategy", "configuration", "skewSearch"])
      let strategy = try fields.text("strategy")
      let configuration = fields.value("configuration") ?? .object([:])
      guard case .object = configuration else {
        throw fields.problem("configuration", expected: "an object such as {setting: 1}")
      }
      variants.append(
        Variant(
          label: try fields.text("label", orElse: strategy), strategy: strategy,
          configuration: configuration,
          skewSearch: try skewSearch(from: fields)))
    }
    try refuseTwins(variants.map(\.label), in: "variants")
    return variants
  }

  private static func skewSearch(from variant: FieldReader) throws(PlanProblem) -> SkewSearch? {
    guard let value = variant.value("skewSearch") else { return nil }
    let fields = try FieldReader(
      value, at: variant.path("skewSearch"), known: ["range", "step"])
    let search = SkewSearch(
      range: try fields.number("range", in: 0...1, orElse: SkewSearch.standard.range),
      step: try fields.number("step", in: 0...1, orElse: SkewSearch.standard.step))
    do {
      try search.validate()
    } catch {
      throw PlanProblem(words: "'\(variant.place)': \(error)")
    }
    return search
  }

  private static func conditions(from reader: FieldReader) throws(PlanProblem) -> [Condition] {
    var conditions: [Condition] = []
    for (place, value) in try reader.list("conditions", of: "condition").enumerated() {
      let here = "conditions[\(place)]"
      if case .string(let name) = value {
        conditions.append(Condition(label: name, environment: name))
        continue
      }
      let fields = try FieldReader(
        value, at: here, known: ["label", "environment", "chain", "axis", "value"])
      let environment =
        fields.value("environment") == nil ? nil : try fields.text("environment")
      let written = fields.value("chain") ?? (environment == nil ? nil : .array([]))
      guard case .array(let chain)? = written else {
        throw fields.problem(
          "chain", expected: "a list of augmentations such as [{gain: {decibels: -6}}], or []")
      }
      var steps: [Condition.Step] = []
      for (position, step) in chain.enumerated() {
        guard case .object(let members) = step, members.count == 1,
          let (name, configuration) = members.first, case .object = configuration
        else {
          throw PlanProblem(
            words: "'\(here).chain[\(position)]' must name one augmentation with its settings, "
              + "such as {gain: {decibels: -6}}")
        }
        steps.append(Condition.Step(name: name, configuration: configuration))
      }
      let axis = fields.value("axis") == nil ? nil : try fields.text("axis")
      let amount =
        fields.value("value") == nil ? nil : try fields.number("value", in: -1e9...1e9)
      if (axis == nil) != (amount == nil) {
        throw fields.problem(
          axis == nil ? "axis" : "value", expected: "given together: axis and value place a point")
      }
      conditions.append(
        Condition(
          label: try fields.text("label", orElse: environment), environment: environment,
          steps: steps, axis: axis, value: amount))
    }
    try refuseTwins(conditions.map(\.label), in: "conditions")
    return conditions
  }

  private static func lengths(from reader: FieldReader) throws(PlanProblem) -> [Seconds] {
    var lengths: [Seconds] = []
    for (place, value) in try reader.list("queryLengths", of: "length").enumerated() {
      guard let length = value.asNumber, (0.1...600).contains(length),
        Rounding.fine(length) == length
      else {
        throw PlanProblem(
          words: "'queryLengths[\(place)]' must be a number of seconds from 0.1 to 600 with at "
            + "most four decimals")
      }
      lengths.append(Seconds(length))
    }
    lengths.sort()
    if let (twin, _) = zip(lengths, lengths.dropFirst()).first(where: { $0 == $1 }) {
      throw PlanProblem(words: "'queryLengths' lists \(twin.value) twice")
    }
    return lengths
  }

  private static func decision(from reader: FieldReader) throws(PlanProblem) -> DecisionPlan {
    guard let value = reader.value("decision") else { return DecisionPlan() }
    let fields = try FieldReader(
      value, at: "decision", known: ["acceptAtLeast", "falseAlarmRate", "offsetTolerance"])
    return DecisionPlan(
      acceptAtLeast: fields.value("acceptAtLeast") == nil
        ? nil : try fields.number("acceptAtLeast", in: -1e12...1e12),
      falseAlarmRate: try fields.number("falseAlarmRate", in: 0...1, orElse: 0.01),
      offsetTolerance: Seconds(try fields.number("offsetTolerance", in: 0...60, orElse: 0.25)))
  }

  private static func refuseTwins(_ labels: [String], in list: String) throws(PlanProblem) {
    for (place, label) in labels.enumerated()
    where labels[..<place].contains(where: { $0.utf8.elementsEqual(label.utf8) }) {
      throw PlanProblem(
        words: "'\(list)[\(place)].label' is '\(label)' again; labels must differ")
    }
  }
}
