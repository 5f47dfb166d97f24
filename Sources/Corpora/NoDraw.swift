/// The draw of an augmentation that leaves nothing to chance.
public struct NoDraw: Hashable, Codable, Sendable {
  /// Nothing.
  public init() {}
}
