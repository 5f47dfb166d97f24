public import Fingerprinting
internal import Foundation

/// What a gate holds a run to, besides the baseline: `gates.json5`.
public struct GateRules: Hashable, Sendable {
  /// A bound that a figure of the headline's split must keep.
  public struct Floor: Hashable, Sendable {
    /// The metric's name, such as `recording_recall`.
    public var metric: String
    /// The variant's label; absent for every variant.
    public var variant: String?
    /// The condition's label; absent for all conditions pooled.
    public var condition: String?
    /// The query length; absent for every length.
    public var seconds: Double?
    /// The least value that passes.
    public var atLeast: Double?
    /// The greatest value that passes.
    public var atMost: Double?

    /// Joins the parts.
    public init(
      metric: String, variant: String? = nil, condition: String? = nil, seconds: Double? = nil,
      atLeast: Double? = nil, atMost: Double? = nil
    ) {
      self.metric = metric
      self.variant = variant
      self.condition = condition
      self.seconds = seconds
      self.atLeast = atLeast
      self.atMost = atMost
    }
  }

  /// The chance that a gate of two equal versions fails.
  public var level: Double
  /// The bounds.
  public var floors: [Floor]

  /// The level where none is stated.
  public static let standardLevel = 0.001

  /// Joins the parts.
  public init(level: Double = standardLevel, floors: [Floor] = []) {
    self.level = level
    self.floors = floors
  }

  /// Reads the rules.
  ///
  /// - Parameter path: `gates.json5`.
  /// - Returns: the rules.
  /// - Throws: `ExperimentError` naming the field, what was expected and what was found.
  public static func read(_ path: FilePath) throws(ExperimentError) -> GateRules {
    let bytes = try readFile(path, orElse: "write the gate's floors there")
    do {
      return try GateRules(reader: try FieldReader(json5: bytes, known: ["level", "floors"]))
    } catch {
      throw .invalid(path: path, problem: error.words)
    }
  }

  private init(reader: FieldReader) throws(PlanProblem) {
    level = try reader.number("level", in: 1e-12...0.5, orElse: Self.standardLevel)
    floors = []
    guard reader.value("floors") != nil else { return }
    for (place, value) in try reader.list("floors", of: "floor").enumerated() {
      let fields = try FieldReader(
        value, at: "floors[\(place)]",
        known: ["metric", "variant", "condition", "seconds", "atLeast", "atMost"])
      func optional(_ field: String) throws(PlanProblem) -> Double? {
        fields.value(field) == nil ? nil : try fields.number(field, in: -1e15...1e15)
      }
      func label(_ field: String) throws(PlanProblem) -> String? {
        fields.value(field) == nil ? nil : try fields.text(field)
      }
      let floor = Floor(
        metric: try fields.text("metric"), variant: try label("variant"),
        condition: try label("condition"), seconds: try optional("seconds"),
        atLeast: try optional("atLeast"), atMost: try optional("atMost"))
      guard floor.atLeast != nil || floor.atMost != nil else {
        throw fields.problem("atLeast", expected: "a bound; give atLeast, atMost or both")
      }
      floors.append(floor)
    }
  }
}

extension FieldReader {
  /// Reads the object that a JSON5 text is.
  init(json5 bytes: [UInt8], known: [String]) throws(PlanProblem) {
    let value: JSONValue
    do {
      value = try JSON5.decode(from: bytes)
    } catch {
      throw PlanProblem(words: "it is not valid JSON5: \(error)")
    }
    try self.init(value, at: "", known: known)
  }
}
