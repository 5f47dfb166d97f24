internal import Fingerprinting

/// What is wrong with a plan, without the plan's path.
struct PlanProblem: Error { let words: String }

/// Takes the fields of one JSON object apart, naming the field in every complaint.
struct FieldReader {
  /// Where the object stands, such as `variants[0]`; empty for the plan itself.
  let place: String
  private let members: [String: JSONValue]

  /// Refuses what is no object, and any key that is not known.
  init(_ value: JSONValue, at place: String, known: [String]) throws(PlanProblem) {
    guard case .object(let members) = value else {
      throw PlanProblem(
        words: place.isEmpty
          ? "a plan is one object { … }, found \(value.kind)"
          : "'\(place)' must be an object, found \(value.kind)")
    }
    self.place = place
    self.members = members
    if let unknown = members.keys.sorted().first(where: { !known.contains($0) }) {
      throw PlanProblem(
        words: "unknown field '\(path(unknown))'; \(nearestNames(to: unknown, among: known))")
    }
  }

  /// The name of a field as complaints give it.
  func path(_ field: String) -> String { place.isEmpty ? field : "\(place).\(field)" }

  /// A field's value; `null` counts as absent.
  func value(_ field: String) -> JSONValue? {
    switch members[field] {
    case nil, .null?: nil
    case let value?: value
    }
  }

  func problem(_ field: String, expected: String) -> PlanProblem {
    guard let found = value(field) else {
      return PlanProblem(words: "'\(path(field))' is missing; expected \(expected)")
    }
    return PlanProblem(words: "'\(path(field))' must be \(expected), found \(found.plainText)")
  }

  func text(_ field: String, orElse standard: String? = nil) throws(PlanProblem) -> String {
    switch value(field) {
    case .string(let text)? where !text.isEmpty || standard == "": return text
    case nil where standard != nil: return standard ?? ""
    default: throw problem(field, expected: "a text")
    }
  }

  func number(
    _ field: String, in range: ClosedRange<Double>, orElse standard: Double? = nil
  ) throws(PlanProblem) -> Double {
    if value(field) == nil, let standard { return standard }
    guard let number = value(field)?.asNumber, range.contains(number) else {
      throw problem(
        field, expected: "a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  func count(
    _ field: String, in range: ClosedRange<Int>, orElse standard: Int
  ) throws(PlanProblem) -> Int {
    switch value(field) {
    case nil: return standard
    case .integer(let number)? where range.contains(Int(number)): return Int(number)
    default:
      throw problem(
        field, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
  }

  func list(_ field: String, of what: String) throws(PlanProblem) -> [JSONValue] {
    guard case .array(let values)? = value(field), !values.isEmpty else {
      throw problem(field, expected: "a list of at least one \(what)")
    }
    return values
  }

  /// A text that is one of the cases of an enumeration.
  func choice<Choice: RawRepresentable & CaseIterable>(
    _ field: String, orElse standard: Choice
  ) throws(PlanProblem) -> Choice where Choice.RawValue == String {
    guard value(field) != nil else { return standard }
    let written = try text(field)
    guard let choice = Choice(rawValue: written) else {
      let hint = nearestNames(to: written, among: Choice.allCases.map(\.rawValue))
      throw PlanProblem(words: "'\(path(field))' cannot be '\(written)'; \(hint)")
    }
    return choice
  }
}

extension JSONValue {
  var asNumber: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .unsigned(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// What sort of value it is, with its article.
  fileprivate var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .integer, .unsigned, .number: "a number"
    case .string: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }

  /// The value as a complaint shows it: short.
  fileprivate var plainText: String {
    switch self {
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .unsigned(let value): "\(value)"
    case .number(let value): "\(value)"
    case .string(let value): "\"\(value)\""
    case .array(let values): values.isEmpty ? "an empty list" : kind
    case .null, .object: kind
    }
  }
}
