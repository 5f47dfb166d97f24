// Names that many a module has, which code that imports the live matcher may use beside it.

/// Somebody else's session.
public struct Session: Sendable {
  /// Who is logged in.
  public let user: String
  /// Begins a session.
  public init(user: String) { self.user = user }
}

/// Somebody else's match.
public struct Match: Sendable {
  /// Goals of the two sides.
  public let goals: [Int]
  /// A match with a score.
  public init(goals: [Int]) { self.goals = goals }
}

/// Somebody else's catalog.
public struct Catalog: Sendable {
  /// An empty one.
  public init() {}
}

/// Somebody else's item.
public struct MediaItem: Sendable {
  /// An empty one.
  public init() {}
}

/// Somebody else's signature.
public struct Signature: Sendable {
  /// An empty one.
  public init() {}
}
