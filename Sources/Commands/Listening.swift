internal import AudioFiles
internal import CommandLineOptions
internal import Files
internal import Fingerprinting
internal import Foundation
internal import LiveMatching

/// Listens to several sources at a time, each on a thread and with a matcher of its own.
///
/// The index is shared. When one ends or fails the others go on.
final class Listening: Sendable {
  private let arguments: ListenArguments
  private let sink: ListenSink
  private let readers: [SourceReader]
  private let matcher: @Sendable () throws -> StreamMatcher

  /// How listening to a source has ended.
  private struct Outcome {
    /// Whether there was a match; nil where that was not decided.
    var isMatch: Bool?
    var failure: (any Error)?
  }

  init(
    _ arguments: ListenArguments, to sink: ListenSink,
    matcher: @escaping @Sendable () throws -> StreamMatcher
  ) {
    self.arguments = arguments
    self.sink = sink
    self.matcher = matcher
    readers = arguments.sources.map { source in
      SourceReader(source.pcmSource(arguments), overrun: source.isLive ? .drop : .wait)
    }
  }

  /// Ends listening; what was heard is kept.
  func stop() { for reader in readers { reader.close() } }

  /// Listens until all sources have ended.
  ///
  /// - Returns: how the program should end.
  /// - Throws: why the only source failed; of several each failure is told when it happens.
  func run() async throws -> ExitCode {
    let outcomes = await withTaskGroup(of: Outcome.self) { group in
      for place in readers.indices {
        group.addTask {
          // Reading blocks: threads that others wait for must not be held.
          await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: self.listen(place)) }
          }
        }
      }
      return await group.reduce(into: [Outcome]()) { $0.append($1) }
    }
    let isLogged = sink.finish()
    if readers.count == 1, let failure = outcomes.first?.failure { throw failure }
    guard isLogged, outcomes.allSatisfy({ $0.failure == nil }) else { return .failed }
    return arguments.once && !outcomes.contains { $0.isMatch == true } ? .negative : .done
  }

  private func listen(_ place: Int) -> Outcome {
    var outcome = Outcome()
    do {
      try listen(place, &outcome)
    } catch {
      outcome.failure = outcome.failure ?? error
    }
    readers[place].closeAndWait()
    if let failure = outcome.failure, readers.count > 1 {
      sink.remark("\(failure); this source is given up", of: place)
    }
    return outcome
  }

  private func listen(_ place: Int, _ outcome: inout Outcome) throws {
    let source = arguments.sources[place]
    let reader = readers[place]
    try reader.open()
    var listener = SourceListener(
      LiveStream(try matcher()), wall: source.wallLine(arguments),
      minimumDuration: Seconds(arguments.minimumDuration))
    // It is there from the start, so that nobody waits for an hour to learn where it is.
    try writeSetlist(listener, of: source)
    do {
      while !isDecided(outcome), let arrival = try reader.nextArrival() {
        try take(try listener.take(arrival), &outcome, listener, of: place)
        switch arrival.piece {
        case .remark(let words): sink.remark(words, of: place)
        case .lost: break
        case .sound, .interrupted:
          try sink.show(listener, of: place)
        }
      }
    } catch {
      // What was heard before the source failed counts.
      outcome.failure = error
    }
    reader.closeAndWait()
    if !isDecided(outcome) { try take(try listener.finish(), &outcome, listener, of: place) }
    try sink.show(listener, of: place)
    try writeSetlist(listener, of: source)
  }

  private func isDecided(_ outcome: Outcome) -> Bool { arguments.once && outcome.isMatch != nil }

  private func take(
    _ events: [ListeningEvent], _ outcome: inout Outcome, _ listener: borrowing SourceListener,
    of place: Int
  ) throws {
    var told: [ListeningEvent] = []
    for event in events where !isDecided(outcome) {
      told.append(event)
      switch event {
      case .match(.started): outcome.isMatch = true
      case .match(.noMatch): outcome.isMatch = outcome.isMatch ?? false
      case .match: break
      case .gap(let gap):
        sink.remark(gap.end == nil ? "\(gap.reason); waiting" : gap.reason, of: place)
      case .resumed(let gap):
        let length = gap.duration.map { " after \(clock($0.value))" } ?? ""
        sink.remark("sound again\(length)", of: place)
      }
    }
    guard !told.isEmpty else { return }
    // The setlist comes first: the output may go to a program that has seen enough.
    let changesSetlist = told.contains { event in
      switch event {
      case .match(.started), .match(.ended): true
      default: false
      }
    }
    if changesSetlist { try writeSetlist(listener, of: arguments.sources[place]) }
    let wall = listener.wall
    try sink.take(told, of: place) { wall?.time(at: $0) }
  }

  /// Writes a source's setlist: with every match that starts or ends, so that nothing is lost.
  private func writeSetlist(
    _ listener: borrowing SourceListener, of source: ListenSource
  ) throws {
    guard let path = arguments.setlist(of: source), let format = SetlistText.format(of: path)
    else { return }
    let text = SetlistText(
      entries: listener.setlist, title: sink.titles.title(of:), source: source.place,
      recording: source.file, destination: path)
    try writeBytes(Array(try text.text(format).utf8), to: path)
  }
}
