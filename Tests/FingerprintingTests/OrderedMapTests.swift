import Fingerprinting
import Synchronization
import Testing

private struct Failure: Error, Equatable { let place: Int }

struct OrderedMapTests {
  @Test(arguments: [0, 1, 2, 7, 100])
  func keepsTheOrderOfTheElements(width: Int) async throws {
    let elements = Array(0..<40)
    let values = try await orderedMap(elements, width: width) { element in
      // Earlier elements take longer.
      try await Task.sleep(for: .microseconds(50 * (40 - element)))
      return element * element
    }
    #expect(values == elements.map { $0 * $0 })
  }

  @Test func worksOnNoMoreThanWidthAtOnce() async throws {
    let load = Mutex((now: 0, most: 0))
    _ = try await orderedMap(Array(0..<60), width: 3) { place in
      load.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      // The first three wait for each other: three are at work at once, however busy the machine.
      while place < 3 && load.withLock({ $0.most < 3 }) { await Task.yield() }
      await Task.yield()
      load.withLock { $0.now -= 1 }
    }
    #expect(load.withLock { $0.most } == 3)
  }

  @Test func throwsTheFirstErrorInTheirOrderHoweverLateItComes() async throws {
    let error = await #expect(throws: Failure.self) {
      try await orderedMap(Array(0..<8), width: 8) { place in
        if place == 3 { try await Task.sleep(for: .milliseconds(30)) }
        if place >= 3 { throw Failure(place: place) }
      }
    }
    #expect(error == Failure(place: 3))
  }

  @Test func consumesEverythingBeforeTheFailureAndStartsLittleAfterIt() async throws {
    let started = Mutex(0)
    var consumed: [Int] = []
    await #expect(throws: Failure(place: 5)) {
      try await orderedForEach(Array(0..<1_000), width: 2) { place in
        started.withLock { $0 += 1 }
        if place == 5 { throw Failure(place: place) }
        return place
      } consume: { place, value in
        #expect(place == value)
        consumed.append(value)
      }
    }
    #expect(consumed == [0, 1, 2, 3, 4])
    #expect(started.withLock { $0 } <= 7 + 2)
  }

  @Test func aSlowFirstElementDoesNotPileUpResults() async throws {
    let started = Mutex(0)
    try await orderedForEach(Array(0..<100), width: 2) { place in
      started.withLock { $0 += 1 }
      if place == 0 { try await Task.sleep(for: .milliseconds(40)) }
    } consume: { place, _ in
      if place == 0 { #expect(started.withLock { $0 } <= 8) }
    }
    #expect(started.withLock { $0 } == 100)
  }

  @Test func stopsWhenTheTaskIsCancelled() async throws {
    let started = Mutex(0)
    let (tenth, reached) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      try await orderedMap(Array(0..<1_000), width: 2) { _ in
        let count = started.withLock {
          $0 += 1
          return $0
        }
        if count == 10 { reached.finish() }
        // From the tenth on, only the cancellation ends an element.
        if count >= 10 { try await Task.sleep(for: .seconds(900)) }
      }
    }
    for await _ in tenth {}
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(started.withLock { $0 } < 1_000)
  }
}
