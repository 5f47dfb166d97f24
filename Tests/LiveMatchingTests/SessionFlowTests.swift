import AudioFiles
import Catalogs
import Fingerprinting
import Foundation
@testable import LiveMatching
import Synchronization
import TestSupport
import Testing

/// What a session tells, as words: results, and matches that end with their stream times.
private final class Words: SessionDelegate, Sendable {
  let lines = Mutex<[String]>([])

  private func add(_ line: String) { lines.withLock { $0.append(line) } }

  func session(_ session: Session, didFind match: Match) {
    add("match \(match.mediaItems.compactMap(\.title)) \(match.querySignature.duration)")
  }
  func session(
    _ session: Session, didNotFindMatchFor signature: AudioSignature, error: (any Error)?
  ) {
    add(error.map { "error \($0)" } ?? "none \(signature.duration)")
  }
  func session(_ session: Session, didEnd match: EndedMatch) {
    add("end \(match.match.mediaItems.compactMap(\.title)) \(match.start) \(match.end)")
  }
}

struct SessionFlowTests {
  private static let three =
    Stage.cut("a", 0, 30) + Stage.silence(8) + Stage.cut("b", 0, 30) + Stage.cut("stranger", 0, 27)
    + Stage.cut("c", 0, 30)

  /// Pushes sound as fast as it goes, and gives all that was told of it.
  private func told(
    _ samples: [Float], blocks: Int, catalog: CustomCatalog? = nil, isAsync: Bool = false
  ) async throws -> [String] {
    let session = Session(catalog: try catalog ?? Stage.catalog())
    let words = Words()
    session.delegate = words
    for start in stride(from: 0, to: samples.count, by: blocks) {
      let part = Stage.buffer(Array(samples[start..<min(samples.count, start + blocks)]))
      if isAsync {
        await session.stream(part)
      } else {
        session.matchStreamingBuffer(part)
      }
    }
    session.endStream()
    // The answer to a query that is too short comes last.
    session.match(try Stage.signature(Stage.cut("a", 3, 3.3)))
    while !words.lines.withLock({ $0.last?.contains("ask with slices") ?? false }) {
      try await Task.sleep(for: .milliseconds(5))
    }
    return words.lines.withLock { $0.dropLast().map { $0 } }
  }

  /// A hundred and twenty-five seconds pushed at once: all three songs are told, and the same is told
  /// however the sound is divided.
  @Test func divisionDoesNotMatter() async throws {
    let whole = try await told(Self.three, blocks: Self.three.count)
    let matches = whole.filter { $0.hasPrefix("match") }
    for title in ["a", "b", "c"] { #expect(matches.contains { $0.contains("\"\(title)\"") }) }
    #expect(whole.filter { $0.hasPrefix("end") }.count == 3)
    #expect(whole.contains { $0.hasPrefix("none") })
    for blocks in [997, 60 * 11_025] {
      #expect(try await told(Self.three, blocks: blocks) == whole)
    }
    #expect(try await told(Self.three, blocks: 4_096, isAsync: true) == whole)
  }

  /// What a session tells is what the matcher finds in the same samples.
  @Test func sameAsOffline() async throws {
    let events = try Stage.events(of: Self.three)
    let told = try await told(Self.three, blocks: Self.three.count)
    let ends = events.ended.map { "end [\"\($0.track)\"] \($0.start.value) \($0.end.value)" }
    #expect(told.filter { $0.hasPrefix("end") } == ends)
    #expect(
      told.filter { $0.hasPrefix("none") || $0.hasPrefix("error") }.count == events.failed.count)
    #expect(told.filter { $0.hasPrefix("match") }.count >= events.started.count)
  }

  /// A song that begins and ends within one piece is told, and so is its end.
  @Test func beginningAndEndInOnePiece() async throws {
    let samples = Stage.cut("d", 4, 12) + Stage.silence(20)
    let told = try await told(samples, blocks: samples.count)
    #expect(told.first?.hasPrefix("match [\"d\"]") == true, "\(told)")
    #expect(told.contains { $0.hasPrefix("end [\"d\"]") })
    // Found by the last search of a stream, it begins and ends in one step.
    let short = Stage.cut("d", 4, 5.2)
    let atEnd = try await self.told(short, blocks: short.count)
    #expect(atEnd.map { String($0.prefix(5)) } == ["match", "end ["], "\(atEnd)")
  }

  /// Who pushes from within a callback is not held up by itself.
  @Test func pushingFromWithin() async throws {
    final class Feeder: SessionDelegate, Sendable {
      let rest = Mutex(Stage.cut("b", 0, 30) + Stage.cut("b", 0, 30))
      func session(_ session: Session, didFind match: Match) {
        let samples = rest.withLock { rest in
          defer { rest = [] }
          return rest
        }
        session.matchStreamingBuffer(Stage.buffer(samples))
        session.matchStreamingBuffer(Stage.buffer(samples))
        if !samples.isEmpty { session.endStream() }
      }
    }
    let session = Session(catalog: try Stage.catalog())
    let feeder = Feeder()
    session.delegate = feeder
    let results = session.results
    session.matchStreamingBuffer(Stage.buffer(Stage.cut("a", 0, 6)))
    for await result in results where result.titles == ["b"] { break }
    let isFed = feeder.rest.withLock { $0.isEmpty }
    #expect(isFed)
  }

  /// Who only pushes and never looks is held up, and memory does not hold all of it.
  @Test func pushingIsHeldUp() async throws {
    let session = Session(catalog: try Stage.catalog())
    let entered = DispatchSemaphore(value: 0)
    let leave = DispatchSemaphore(value: 0)
    final class Sleeper: SessionDelegate, Sendable {
      let entered: DispatchSemaphore
      let leave: DispatchSemaphore
      init(_ entered: DispatchSemaphore, _ leave: DispatchSemaphore) {
        self.entered = entered
        self.leave = leave
      }
      func session(_ session: Session, didFind match: Match) {
        entered.signal()
        leave.wait()
      }
    }
    let sleeper = Sleeper(entered, leave)
    session.delegate = sleeper
    final class Count: Sendable { let value = Atomic(0) }
    let pushed = Count()
    let piece = Stage.buffer(Stage.cut("a", 0, 10))
    let pushing = Task.detached {
      for _ in 0..<20 {
        await session.stream(piece)
        pushed.value.add(1, ordering: .relaxed)
      }
    }
    await Task.detached { entered.waitForTests() }.value
    // Thirty seconds may wait, and the piece that brings them beyond.
    try? await Task.sleep(for: .milliseconds(300))
    #expect(pushed.value.load(ordering: .relaxed) <= 6)
    for _ in 0..<100 { leave.signal() }
    await pushing.value
    #expect(pushed.value.load(ordering: .relaxed) == 20)
    withExtendedLifetime(sleeper) {}
  }

  // MARK: Hidden matches

  private static let fast = MediaItem(title: "fast", frequencySkewRanges: [0.03..<0.06])

  /// What its skew hides is no match, and the attempt fails when it has lasted as long as any.
  @Test func hiddenBySkew() async throws {
    let catalog = try Stage.catalog(["a"], items: ["a": [Self.fast]])
    let session = Session(catalog: catalog)
    let results = session.results
    let samples = Stage.cut("a", 0, 30)
    var first = 0.0
    // A quarter of a second at a time, until there is an outcome.
    let outcome = Task { () -> SessionResult? in
      for await result in results { return result }
      return nil
    }
    for start in stride(from: 0, to: samples.count, by: 2_756) {
      session.matchStreamingBuffer(
        Stage.buffer(Array(samples[start..<min(samples.count, start + 2_756)])))
    }
    session.endStream()
    let result = try #require(await outcome.value)
    #expect(result.isNoMatch)
    if case .noMatch(let query) = result { first = query.duration }
    #expect(abs(first - catalog.maximumQuerySignatureDuration) < 0.5)
    let told = try await told(samples, blocks: samples.count, catalog: catalog)
    // After twelve seconds, then after each six; nothing of what was never told.
    #expect(told.count == 4 && told.allSatisfy { $0.hasPrefix("none") }, "\(told)")
  }

  /// One attempt on an endless source ends although its match is hidden.
  @Test func hiddenAttemptEnds() async throws {
    let catalog = try Stage.catalog(["a"], items: ["a": [Self.fast]])
    let source = StagedSource(Stage.cut("a", 0, 30), staysOpen: true)
    let session = ManagedSession(catalog: catalog) { source }
    #expect(await session.result().isNoMatch)
    // One that ends before that has failed, too.
    let short = StagedSource(Stage.cut("a", 0, 6) + Stage.silence(7), staysOpen: true)
    #expect(await ManagedSession(catalog: catalog) { short }.result().isNoMatch)
    // Out of its times it is still a match, with a bare item.
    let timed = MediaItem(title: "late", timeRanges: [Seconds(1_000)..<Seconds(.infinity)])
    let other = try Stage.catalog(["a"], items: ["a": [timed]])
    let again = StagedSource(Stage.cut("a", 0, 30), staysOpen: true)
    #expect(await ManagedSession(catalog: other) { again }.result().titles == [nil])
  }

  // MARK: Loops

  /// Reading `results` records nothing; leaving one loop leaves the other alone; with the last the
  /// recording ends.
  @Test @MainActor func loops() async throws {
    let source = StagedSource(
      Stage.cut("a", 0, 9) + Stage.silence(7) + Stage.cut("c", 0, 9), staysOpen: true)
    let session = ManagedSession(catalog: try Stage.catalog()) { source }
    let results = session.results
    #expect(session.state == .idle)
    #expect(source.opens.load(ordering: .relaxed) == 0)
    var endings = session.endedMatches.makeAsyncIterator()
    #expect(session.state == .idle)
    let long = Task {
      var titles: [[String?]] = []
      for await result in results {
        if let found = result.titles { titles.append(found) }
        if result.titles == ["c"] { break }
      }
      return titles
    }
    let short = Task {
      for await _ in results { break }
      let given = Task { for await _ in results {} }
      given.cancel()
      await given.value
    }
    await short.value
    let titles = await long.value
    #expect(titles.last == ["c"])
    #expect(await endings.next()?.match.mediaItems.map(\.title) == ["a"])
    while session.state != .idle { await Task.yield() }
    #expect(source.opens.load(ordering: .relaxed) <= 2)
    while source.running.load(ordering: .relaxed) > 0 { await Task.yield() }
  }

  /// A task that gives up its attempt leaves another's alone.
  @Test func attemptsAreApart() async throws {
    let source = StagedSource(Stage.cut("stranger", 0, 13), staysOpen: true)
    let session = ManagedSession(catalog: try Stage.catalog()) { source }
    let other = Task { await session.result() }
    var states = session.states.makeAsyncIterator()
    if await session.state != .matching { _ = await states.next() }
    let given = Task { await session.result() }
    given.cancel()
    _ = await given.value
    #expect(await other.value.isNoMatch)
  }

  /// Results that a listener does not come for are counted.
  @Test func lostResults() async {
    let broadcast = Broadcast<Int>(patience: 3) { -$0 }
    let stream = broadcast.subscribe()
    for number in 1...7 { broadcast.send(number) }
    var iterator = stream.makeAsyncIterator()
    var seen: [Int?] = []
    for _ in 0..<3 { seen.append(await iterator.next()) }
    broadcast.send(8)
    broadcast.finish()
    for _ in 0..<3 { seen.append(await iterator.next()) }
    #expect(seen == [1, 2, 3, -4, 8, nil])
  }
}

extension DispatchSemaphore {
  /// Waits on a thread that may be held up.
  fileprivate func waitForTests() { wait() }
}
