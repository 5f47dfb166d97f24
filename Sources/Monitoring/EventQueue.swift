/// Events that wait to be told, a bounded number of them: those that come when it is full are
/// dropped and counted.
struct EventQueue {
  private(set) var waiting: [String] = []
  /// Events dropped since that was last told.
  private(set) var dropped = 0
  let capacity: Int

  init(capacity: Int) { self.capacity = capacity }

  /// Takes an event.
  ///
  /// - Returns: whether it is the first that is dropped in a row.
  mutating func put(_ event: String) -> Bool {
    guard waiting.count >= capacity else {
      waiting.append(event)
      return false
    }
    dropped += 1
    return dropped == 1
  }

  /// The event to tell next, and how many were dropped before there was room again.
  mutating func take() -> (event: String, dropped: Int)? {
    guard !waiting.isEmpty else { return nil }
    defer { dropped = 0 }
    return (waiting.removeFirst(), dropped)
  }
}
