@testable import AudioFiles
import Fingerprinting
import Foundation
import Synchronization
import TestSupport
import Testing

struct SteadySourceTests {
  /// Clocks that stand still unless they are told to go on.
  private final class ManualClock: Sendable {
    private let times = Mutex<(wall: Double, elapsed: Double, awake: Double)>((1e9, 0, 0))
    var clock: SourceClock {
      SourceClock(
        wall: { WallTime(seconds: self.times.withLock { $0.wall }) },
        elapsed: { Seconds(self.times.withLock { $0.elapsed }) },
        awake: { Seconds(self.times.withLock { $0.awake }) })
    }
    func pass(_ seconds: Double, asleep: Bool = false) {
      times.withLock { times in
        times.wall += seconds
        times.elapsed += seconds
        if !asleep { times.awake += seconds }
      }
    }
    /// Somebody sets the clock on the wall.
    func set(by seconds: Double) { times.withLock { $0.wall += seconds } }
  }

  /// Each attempt does what is next in a list.
  private final class Staged: PCMSource {
    typealias Act = @Sendable ((SourcePiece) throws -> Void) throws -> Void
    let name = "stage"
    private let acts: Mutex<[Act]>
    init(_ acts: [Act]) { self.acts = Mutex(acts) }
    func deliver(
      until stop: StopSignal, opened: () -> Void, to body: (SourcePiece) throws -> Void
    ) throws {
      guard let act = acts.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else {
        return stop.stop()
      }
      opened()
      try act(body)
    }
  }

  private static let second = PCMBuffer(
    format: PCMFormat(sampleRate: SampleRate(8_000), encoding: .u8),
    bytes: [UInt8](repeating: 128, count: 8_000))

  /// The pieces in words.
  private func words(_ source: SteadySource) throws -> [String] {
    var words: [String] = []
    try source.deliver(until: StopSignal(), opened: { words.append("open") }) { piece in
      switch piece {
      case .sound: words.append("sound")
      case .lost(let duration): words.append("lost \(duration.map { "\($0)" } ?? "?")")
      case .interrupted(let reason): words.append("interrupted: \(reason)")
      case .remark(let remark): words.append("remark: \(remark)")
      }
    }
    return words
  }

  private let quick = Backoff(first: .zero, most: .zero)

  /// A failure is told once, and the sound after it is preceded by the time that has passed.
  @Test func goesOn() throws {
    let time = ManualClock()
    let gone = PCMSourceError.lost(source: "stage", reason: "pulled out")
    let absent = PCMSourceError.unavailable(source: "stage", reason: "no such device")
    let source = Staged([
      { body in
        time.pass(1)
        try body(.sound(Self.second))
        time.pass(2)
        throw gone
      },
      { _ in
        time.pass(10); throw absent
      },
      { _ in
        time.pass(10); throw absent
      },
      { body in
        time.pass(8)
        try body(.lost(nil))
        try body(.sound(Self.second))
        time.pass(1)
        try body(.sound(Self.second))
      },
    ])
    #expect(
      try words(SteadySource(source, backoff: quick, clock: time.clock)) == [
        "open", "sound", "interrupted: \(gone)", "remark: \(absent)", "lost 29.0 s", "sound",
        "sound",
      ])
  }

  /// Sleep shows although nothing failed; a clock that is set does not look like it.
  @Test func sleep() throws {
    let time = ManualClock()
    let source = Staged([
      { body in
        time.pass(1)
        try body(.sound(Self.second))
        time.set(by: 3_600)
        time.pass(1)
        try body(.sound(Self.second))
        time.pass(100, asleep: true)
        time.pass(1)
        try body(.sound(Self.second))
        time.pass(60, asleep: true)
        throw PCMSourceError.lost(source: "stage", reason: "gone")
      },
      { body in
        time.pass(2)
        try body(.sound(Self.second))
      },
    ])
    #expect(
      try words(SteadySource(source, backoff: quick, clock: time.clock)) == [
        "open", "sound", "sound", "interrupted: the computer slept for 100.0 s", "lost 100.0 s",
        "sound", "interrupted: the computer slept for 60.0 s", "lost 61.0 s", "sound",
      ])
  }

  /// What never was open is an error, unless it is to be waited for; what the receiver throws is its
  /// own affair.
  @Test func errors() throws {
    /// Cannot be opened twice, then can.
    final class Late: PCMSource {
      let name = "late"
      let attempts = Atomic(0)
      func deliver(
        until stop: StopSignal, opened: () -> Void, to body: (SourcePiece) throws -> Void
      ) throws {
        guard attempts.add(1, ordering: .relaxed).newValue > 2 else {
          throw PCMSourceError.unavailable(source: "late", reason: "not yet")
        }
        opened()
        try body(.sound(SteadySourceTests.second))
      }
    }
    #expect(throws: PCMSourceError.self) { try words(SteadySource(Late(), backoff: quick)) }
    let waited = try words(SteadySource(Late(), waitsForFirst: true, backoff: quick))
    #expect(waited.map { $0.prefix(8) } == ["open", "interrup", "lost 0.0", "sound"])
    struct Mine: Error {}
    #expect(throws: Mine.self) {
      try SteadySource(Late(), waitsForFirst: true, backoff: quick)
        .deliver(until: StopSignal(), opened: {}) { if case .sound = $0 { throw Mine() } }
    }
  }

  @Test func backoffDoubles() {
    var backoff = Backoff()
    #expect((0..<7).map { _ in backoff.take().value } == [1, 2, 4, 8, 16, 30, 30])
    backoff.reset()
    #expect(backoff.take() == Seconds(1))
  }

  /// Waiting ends at once when it is told to.
  @Test func stops() throws {
    let stop = StopSignal()
    let source = SteadySource(
      Staged([{ _ in throw PCMSourceError.lost(source: "stage", reason: "gone") }]),
      waitsForFirst: true, backoff: Backoff(first: Seconds(600), most: Seconds(600)))
    let began = ContinuousClock.now
    try source.deliver(until: stop, opened: {}) { _ in
      Thread.detachNewThread {
        usleep(50_000)
        stop.stop()
      }
    }
    #expect(ContinuousClock.now - began < .seconds(300))
  }

  /// A named pipe goes on with its next sender, whatever the first left behind.
  @Test func namedPipe() throws {
    try withTemporaryDirectory { folder in
      let path = folder.appending("pipe")
      #expect(path.withCString { mkfifo($0, 0o600) } == 0)
      let stop = StopSignal()
      let format = PCMFormat(sampleRate: SampleRate(8_000), encoding: .u8)
      let source = SteadySource(
        PipeSource(path, format: format, patience: Seconds(0.2), waits: true),
        waitsForFirst: true, backoff: quick)
      Thread.detachNewThread {
        for _ in 0..<2 {
          _ = try? runTool("bash", ["-c", "head -c 8000 /dev/zero > \"$0\"", path.description])
          usleep(500_000)
        }
        usleep(300_000)
        stop.stop()
      }
      var bytes = 0
      var gaps: [String] = []
      try source.deliver(until: stop, opened: {}) { piece in
        switch piece {
        case .sound(let buffer): bytes += buffer.bytes.count
        case .interrupted(let reason): gaps.append(reason)
        case .lost, .remark: break
        }
      }
      #expect(bytes == 16_000)
      #expect(gaps.count(where: { $0.contains("its sender has ended") }) >= 1, "\(gaps)")
    }
  }

  /// Nothing secret of an address is told.
  @Test func addresses() {
    let secret = "https://me:word@radio.example:8443/one.m3u8?token=abc#x"
    #expect(NetworkSource(secret).name == "https://radio.example:8443/one.m3u8")
    #expect(NetworkSource("http://radio.example?a=b@c").name == "http://radio.example")
    #expect(NetworkSource.scheme(of: "HTTPS://x") == "https")
    #expect(NetworkSource.scheme(of: "a/b.wav") == nil)
    #expect(NetworkSource.scheme(of: "://x") == nil)
    let words =
      "Input #0, mp3, from 'x':\n  Duration: 01:02:03.50, start: 0.025, bitrate: 96 kb/s\n"
    #expect(NetworkSource.duration(in: words) == Seconds(3_723.5))
    #expect(NetworkSource.duration(in: "  Duration: N/A, start: 0.0, bitrate: N/A") == nil)
    #expect(NetworkSource.duration(in: "") == nil)
  }
}
