import Synchronization

/// A number that several tasks may change.
final class Counter: Sendable {
  private let number = Mutex(0)
  var value: Int { number.withLock { $0 } }
  func next() -> Int {
    number.withLock {
      $0 += 1
      return $0
    }
  }
  func set(_ value: Int) { number.withLock { $0 = value } }
}
