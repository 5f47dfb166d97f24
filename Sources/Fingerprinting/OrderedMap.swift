/// Applies `body` to every element, at most `width` at once, and returns the results in the order
/// of the elements whatever order they finished in.
///
/// - Parameters:
///   - elements: what to work on.
///   - width: how many may be in work at once; values below 1 count as 1.
///   - progress: told how many are done, in the order of the elements.
///   - body: the work. It must not depend on what the work on other elements does.
/// - Returns: one value an element, in the order of the elements.
/// - Throws: the error of the first element, in their order, whose work failed, or
///   `CancellationError` where the task was cancelled.
public func orderedMap<Element: Sendable, Value: Sendable>(
  _ elements: [Element], width: Int, progress: @Sendable (Int) -> Void = { _ in },
  _ body: @escaping @Sendable (Element) async throws -> Value
) async throws -> [Value] {
  var values: [Value] = []
  values.reserveCapacity(elements.count)
  try await orderedForEach(elements, width: width, body) { place, value in
    values.append(value)
    progress(place + 1)
  }
  return values
}

/// Applies `body` to every element, at most `width` at once, and hands each result to `consume` in
/// the order of the elements as soon as its turn has come.
///
/// At most `4 × width` results wait for their turn, so that memory does not grow with the number
/// of elements. When work fails, nothing more is started; the elements before it are still
/// finished and consumed, so which error is thrown, and what was consumed before it, does not
/// depend on timing.
///
/// - Parameters:
///   - elements: what to work on.
///   - width: how many may be in work at once; values below 1 count as 1.
///   - body: the work. It must not depend on what the work on other elements does.
///   - isolation: the caller's actor, where `consume` runs.
///   - consume: takes an element's place and value; called one at a time.
/// - Throws: the error of the first element, in their order, whose work failed, what `consume`
///   throws, or `CancellationError` where the task was cancelled.
public func orderedForEach<Element: Sendable, Value: Sendable>(
  _ elements: [Element], width: Int,
  _ body: @escaping @Sendable (Element) async throws -> Value,
  isolation: isolated (any Actor)? = #isolation,
  consume: (Int, Value) async throws -> Void
) async throws {
  let width = max(1, width)
  try await withThrowingTaskGroup(of: (Int, Result<Value, any Error>).self) { group in
    var finished: [Int: Result<Value, any Error>] = [:]
    var started = 0
    var running = 0
    var consumed = 0
    var failed = false
    while consumed < elements.count {
      while !failed, running < width, started < elements.count, started - consumed < 4 * width {
        try Task.checkCancellation()
        let place = started
        let element = elements[place]
        group.addTask {
          do {
            return (place, .success(try await body(element)))
          } catch {
            return (place, .failure(error))
          }
        }
        started += 1
        running += 1
      }
      guard let (place, result) = try await group.next() else { return }
      running -= 1
      if case .failure = result { failed = true }
      finished[place] = result
      while let next = finished.removeValue(forKey: consumed) {
        // Throwing leaves the group, which cancels what is still running.
        try await consume(consumed, try next.get())
        consumed += 1
      }
    }
  }
}
