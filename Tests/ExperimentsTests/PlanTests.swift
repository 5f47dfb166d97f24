import Catalogs
import Corpora
@testable import Experiments
import Fingerprinting
import Testing

struct PlanTests {
  static let minimal = """
    {name: "a", corpus: "synthetic", variants: [{strategy: "constellation"}],
     conditions: [{label: "clean", chain: []}], queryLengths: [5]}
    """

  @Test func templateIsAPlan() throws {
    let plan = try Plan(text: Plan.template)
    #expect(plan.conditions.map(\.label) == ["clean", "white 10 dB", "white 0 dB"])
    #expect(
      plan.conditions[2].steps[0].configuration
        == .object(["kind": .string("white"), "snr": .integer(0)]))
    #expect(plan.conditions[2].axis == "white SNR (dB)" && plan.conditions[2].value == 0)
    // The template says that these are the standard values.
    let standard = try Plan(text: Self.minimal)
    #expect(plan.seed == standard.seed)
    #expect(plan.workingRate == standard.workingRate)
    #expect(plan.queriesPerCell == standard.queriesPerCell)
    #expect(plan.negativesPerCell == standard.negativesPerCell)
    #expect(plan.split == standard.split)
    #expect(plan.decision == standard.decision)
    #expect(plan.keep == standard.keep)
    #expect(plan.latencyQueries == standard.latencyQueries)
  }

  @Test func canonicalTextIsThePlan() throws {
    let text = """
      {// any order, any number syntax
       seed: 18446744073709551615, queryLengths: [10, 2.5, +5], name: "b-1", corpus: "x", noise: "n",
       workingRate: 8e3, variants: [{strategy: "s", label: "one", configuration: {deep: {a: [1, 2.5]}}},
        {strategy: "s", label: "two", skewSearch: {range: 0.04, step: 0.02}}],
       conditions: [{chain: [{noise: {snr: [-5, 5]}}, {gain: {}}], label: "c", axis: "d", value: -2.5}],
       decision: {acceptAtLeast: 7, falseAlarmRate: 0.02}, split: "tuning", keep: 1,
       calibrationNegativesPerCell: 3, latencyQueries: 0, queriesPerCell: 7, negativesPerCell: 0}
      """
    let plan = try Plan(text: text)
    #expect(plan.seed == Seed(.max))
    #expect(plan.queryLengths == [Seconds(2.5), Seconds(5), Seconds(10)])
    #expect(plan.decision.acceptAtLeast == 7)
    #expect(plan.variants.map(\.skewSearch) == [nil, SkewSearch(range: 0.04, step: 0.02)])
    let again = try Plan(text: try plan.canonicalText)
    #expect(again == plan)
    #expect(try again.digest == plan.digest)
    var other = plan
    other.keep = 2
    #expect(try other.digest != plan.digest)
  }

  @Test func environmentsAreNamed() throws {
    let plan = try Plan(
      text: Self.minimal.replacing(
        "{label: \"clean\", chain: []}",
        with: "\"club\", {environment: \"car\", chain: [{gain: {}}], label: \"loud car\"}"))
    let car = Condition(
      label: "loud car", environment: "car", steps: [Condition.Step(name: "gain")])
    #expect(plan.conditions == [Condition(label: "club", environment: "club"), car])
    #expect(try Plan(text: plan.canonicalText) == plan)
  }

  @Test(arguments: [
    (
      "queriesPerCell: 5, ", "quieresPerCell: 5, ",
      "unknown field 'quieresPerCell'; did you mean 'queriesPerCell'?"
    ),
    ("strategy:", "strategie:", "unknown field 'variants[0].strategie'; did you mean 'strategy'?"),
    (
      "{strategy: \"constellation\"}", "{label: \"x\"}",
      "'variants[0].strategy' is missing; expected a text"
    ),
    (
      "{strategy:", "{skewSearch: {steps: 1}, strategy:",
      "unknown field 'variants[0].skewSearch.steps'; did you mean 'step'?"
    ),
    (
      "{strategy:", "{skewSearch: {range: 0.9}, strategy:",
      "'variants[0]': skewSearch: 'range' must be above 0 and at most 0.3, found 0.9"
    ),
    (
      "{strategy:", "{skewSearch: {step: 0.2}, strategy:",
      "'step' must be 0.001 … 0.1, twice the range, found 0.2"
    ),
    ("[5]", "[5, -1]", "'queryLengths[1]' must be a number of seconds"),
    ("[5]", "[5, 2, 5.0]", "'queryLengths' lists 5.0 twice"),
    ("[5]", "[]", "'queryLengths' must be a list of at least one length, found an empty list"),
    ("\"a\"", "\"a/b\"", "'name' must be letters, digits"),
    ("name: \"a\", ", "", "'name' is missing"),
    ("chain: []", "chain: [{a: {}, b: {}}]", "'conditions[0].chain[0]' must name one augmentation"),
    ("chain: []", "chain: [], axis: \"x\"", "'conditions[0].value' is missing"),
    ("chain: []", "", "'conditions[0].chain' is missing"),
    (
      "[{label: \"clean\", chain: []}]", "[{label: \"c\", chain: []}, {label: \"c\", chain: []}]",
      "'conditions[1].label' is 'c' again"
    ),
    ("queriesPerCell: 5", "split: \"tset\"", "'split' cannot be 'tset'; did you mean 'test'?"),
    ("queriesPerCell: 5", "seed: -1", "'seed' must be a whole number from 0"),
    ("queriesPerCell: 5", "seed: 1.5", "found 1.5"),
    ("queriesPerCell: 5", "keep: 0", "'keep' must be a whole number from 1 to 1000, found 0"),
    (
      "queriesPerCell: 5", "workingRate: \"8k\"",
      "'workingRate' must be a whole number from 4000 to 192000, found \"8k\""
    ),
    (
      "queriesPerCell: 5", "decision: {acceptAtleast: 3}",
      "'decision.acceptAtleast'; did you mean 'acceptAtLeast'?"
    ),
  ])
  func complaintsNameTheField(old: String, new: String, words: String) throws {
    let base = Self.minimal.replacing("{name", with: "{queriesPerCell: 5, name")
    try #require(base.contains(old))
    let error = #expect(throws: ExperimentError.self) {
      try Plan(text: base.replacing(old, with: new), path: FilePath("here/plan.json5"))
    }
    let text = try #require(error).description
    #expect(text.contains(words), "\(text)")
    #expect(text.hasPrefix("'here/plan.json5': "))
  }

  @Test(arguments: [
    ("{name: \"a\",\n corpus \"b\"}", "line 2, column 9: expected ':'"),
    ("{a: 1,\n b: [1, 2}", "line 2, column 10: expected ',' or ']'"),
    ("{a: [1 2]}", "line 1, column 8: expected ',' or ']'"),
    ("{a: 'x\n", "line 1, column 5: a text without its end"),
    ("// nothing\n", "line 2, column 1: expected a value"),
    ("{a: 1}\n}", "line 2, column 1: expected the end"),
    ("{a: tru}", "line 1, column 5: expected a value"),
    ("{a: 1 /* b: 2}", "line 1, column 7: a comment without its end"),
    ("{1a: 1}", "line 1, column 2: expected a field's name or '}'"),
  ])
  func syntaxErrorsSayWhere(text: String, words: String) throws {
    let error = #expect(throws: ExperimentError.self) { try Plan(text: text) }
    #expect(try #require(error).description.contains("not valid JSON5: \(words)"))
  }
}
