import AudioFiles
import Fingerprinting
import LiveMatching
import Synchronization
import TestSupport
import Testing

/// A source that plays what a test gives it, and keeps the book of being opened and closed.
final class StagedSource: PCMSource {
  let name = "stage"
  let samples: [Float]
  /// Whether the source stays open, silent, once its sound is over.
  let staysOpen: Bool
  let failure: PCMSourceError?
  let opens = Atomic(0)
  let closes = Atomic(0)
  let delivered = Atomic(0)
  /// Deliveries that go on at the moment, and the most that ever did.
  let running = Atomic(0)
  let mostRunning = Atomic(0)

  init(_ samples: [Float], staysOpen: Bool = false, failure: PCMSourceError? = nil) {
    self.samples = samples
    self.staysOpen = staysOpen
    self.failure = failure
  }

  func deliver(
    until stop: StopSignal, opened: () -> Void, to body: (SourcePiece) throws -> Void
  ) throws {
    if let failure { throw failure }
    opens.add(1, ordering: .relaxed)
    mostRunning.max(running.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
    defer {
      running.subtract(1, ordering: .relaxed)
      closes.add(1, ordering: .relaxed)
    }
    opened()
    for start in stride(from: 0, to: samples.count, by: 1_024) where !stop.isStopped {
      let part = Array(samples[start..<min(samples.count, start + 1_024)])
      try body(.sound(Stage.buffer(part)))
      delivered.add(part.count, ordering: .relaxed)
    }
    while staysOpen, !stop.isStopped { _ = stop.wait(for: nil, atMost: .seconds(60)) }
  }
}

struct ManagedSessionTests {
  private func session(_ source: StagedSource) throws -> ManagedSession {
    ManagedSession(catalog: try Stage.catalog(), overrun: .wait) { source }
  }

  /// One attempt: one result, then idle, and the source is closed.
  @Test @MainActor func single() async throws {
    let source = StagedSource(Stage.cut("b", 3, 20), staysOpen: true)
    let session = try session(source)
    #expect(session.state == .idle)
    #expect(await session.result().titles == ["b"])
    #expect(session.state == .idle)
    // Once more, from the beginning.
    #expect(await session.result().titles == ["b"])
    #expect(source.opens.load(ordering: .relaxed) == 2)
  }

  @Test func noMatchAndEnd() async throws {
    #expect(try await session(StagedSource(Stage.cut("stranger", 0, 15))).result().isNoMatch)
    #expect(try await session(StagedSource(Stage.cut("stranger", 0, 5))).result().isNoMatch)
    #expect(try await session(StagedSource(Stage.silence(13))).result().code == .signatureInvalid)
  }

  /// Results go on until the source ends.
  @Test @MainActor func many() async throws {
    let source = StagedSource(Stage.cut("a", 0, 9) + Stage.silence(7) + Stage.cut("c", 0, 9))
    let session = try session(source)
    var titles: [[String?]] = []
    for await result in session.results where result.titles != nil {
      titles.append(result.titles ?? [])
    }
    #expect(titles == [["a"], ["c"]])
    #expect(session.state == .idle)
    #expect(source.closes.load(ordering: .relaxed) == 1)
  }

  /// Prepared: sound is recorded before it is asked for, and the answer needs none that comes later.
  @Test @MainActor func preparing() async throws {
    let source = StagedSource(Stage.cut("d", 0, 5), staysOpen: true)
    let session = try session(source)
    await session.prepare()
    #expect(session.state == .prerecording)
    await session.prepare()
    #expect(source.opens.load(ordering: .relaxed) == 1)
    session.cancel()
    #expect(session.state == .idle)
    session.cancel()

    let second = StagedSource(Stage.cut("d", 0, 5))
    let prepared = try self.session(second)
    await prepared.prepare()
    #expect(await prepared.result().titles == ["d"])
    #expect(prepared.state == .idle)
  }

  /// Cancelling ends a result with an error and a sequence with its end, at once.
  @Test @MainActor func cancelling() async throws {
    let session = try session(StagedSource([], staysOpen: true))
    var states = session.states.makeAsyncIterator()
    async let result = session.result()
    #expect(await states.next() == .matching)
    session.cancel()
    guard case .error(let error, _) = await result else {
      Issue.record("no error")
      return
    }
    #expect(error is CancellationError)
    #expect(session.state == .idle)

    var results = session.results.makeAsyncIterator()
    // It was idle, and is matching again.
    #expect(await states.next() == .idle)
    #expect(await states.next() == .matching)
    await session.prepare()
    #expect(session.state == .matching)
    session.cancel()
    #expect(await results.next() == nil)
  }

  /// A cancelled task stops recording as well.
  @Test @MainActor func cancelledTask() async throws {
    let session = try session(StagedSource([], staysOpen: true))
    var states = session.states.makeAsyncIterator()
    let task = Task { await session.result() }
    #expect(await states.next() == .matching)
    task.cancel()
    guard case .error(let error, _) = await task.value else {
      Issue.record("no error")
      return
    }
    #expect(error is CancellationError)
    #expect(await states.next() == .idle)
  }

  /// A source that cannot be opened is an error, and no hang; the next attempt tries again.
  @Test @MainActor func refusedSource() async throws {
    let refusal = PCMSourceError.refused(source: "stage", reason: "no right")
    let session = try session(StagedSource([], failure: refusal))
    await session.prepare()
    for _ in 0..<2 {
      guard case .error(let error, _) = await session.result() else {
        Issue.record("no error")
        return
      }
      #expect(error as? PCMSourceError == refusal)
      #expect(session.state == .idle)
    }
  }

  /// A session that is let go while it records is freed, and its source closed.
  @Test func lettingGo() async throws {
    let source = StagedSource(Stage.cut("a", 0, 2), staysOpen: true)
    var session: ManagedSession? = try session(source)
    await session?.prepare()
    #expect(source.opens.load(ordering: .relaxed) == 1)
    weak let watched = session
    session = nil
    while watched != nil || source.running.load(ordering: .relaxed) > 0 { await Task.yield() }
    #expect(source.closes.load(ordering: .relaxed) == 1)
  }

  /// Starting and stopping leaves nothing behind: every source that was opened is closed, every
  /// session that was let go is freed.
  @Test func startAndStop() async throws { try await startAndStop(times: 100) }

  @Test(.tags(.slow), .enabled(if: slowTestsEnabled))
  func startAndStopThousandTimes() async throws { try await startAndStop(times: 1_000) }

  private func startAndStop(times: Int) async throws {
    let source = StagedSource(Stage.cut("a", 0, 2), staysOpen: true)
    let catalog = try Stage.catalog(["a"])
    weak var last: ManagedSession?
    for _ in 0..<times {
      let session = ManagedSession(catalog: catalog, overrun: .wait) { source }
      await session.prepare()
      session.cancel()
      last = session
    }
    // Closing happens on threads of its own, and a test that hangs here is stopped by its runner.
    while source.closes.load(ordering: .relaxed) < source.opens.load(ordering: .relaxed)
      || source.running.load(ordering: .relaxed) > 0 || last != nil
    {
      await Task.yield()
    }
    #expect(source.opens.load(ordering: .relaxed) <= times)
  }

  /// One session that is started and stopped again and again never feeds itself twice.
  @Test func noDoubleFeed() async throws {
    let source = StagedSource(Stage.cut("a", 0, 2), staysOpen: true)
    let session = try session(source)
    for _ in 0..<100 {
      await session.prepare()
      await session.prepare()
      session.cancel()
      while source.running.load(ordering: .relaxed) > 0 { await Task.yield() }
    }
    #expect(source.mostRunning.load(ordering: .relaxed) == 1)
  }
}
