/// A place or a way to listen, as a chain of augmentations with a name.
///
/// Plans name it in place of a chain (`conditions: ["club"]`), or before one.
public struct NamedEnvironment: Sendable {
  /// The name.
  public let name: String
  /// What it is like, in one sentence.
  public let summary: String
  /// The augmentations in the order in which they happen.
  public let steps: [Condition.Step]

  /// Joins the parts.
  public init(_ name: String, _ summary: String, steps: [Condition.Step]) {
    self.name = name
    self.summary = summary
    self.steps = steps
  }

  /// The environment alone as a condition, called by its name.
  public var condition: Condition { Condition(label: name, environment: name) }
}
