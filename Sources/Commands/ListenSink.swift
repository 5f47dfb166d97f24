internal import Catalogs
internal import Fingerprinting
internal import LiveMatching
internal import Monitoring
internal import Synchronization
internal import Tabular

/// Where everything goes that the sources have shown: the log first, then the programs that are
/// told, then the output.
final class ListenSink: Sendable {
  private struct State {
    var outputs: [ListenOutput]
    var status: ListenStatus
    /// The failure of the log that was remarked last, until it can be written again.
    var logFailure: String?
  }

  let titles: MediaTitles
  private let tellsSource: Bool
  private let hidesUpdates: Bool
  private let hasCues: Bool
  private let showsStatus: Bool
  private let names: [String]
  private let log: DayLog?
  private let tellers: [Teller]
  private let state: Mutex<State>

  init(
    _ arguments: ListenArguments, titles: MediaTitles, items: [TrackID: [MediaItem]]
  ) throws {
    self.titles = titles
    tellsSource = arguments.tellsSource
    hidesUpdates = arguments.hidesUpdates
    let isJSON = arguments.json || !Terminal.isInteractive
    hasCues = !items.isEmpty
    showsStatus = !isJSON && Terminal.showsProgress
    names = arguments.sources.map(\.name)
    log = try arguments.log.map { try DayLog($0, header: ListenRecord.header) }
    state = Mutex(
      State(
        outputs: arguments.sources.map { source in
          ListenOutput(
            titles: titles, items: items, isJSON: isJSON,
            source: arguments.tellsSource ? source.name : nil)
        }, status: ListenStatus(names: names)))
    let limit = Duration.seconds(arguments.timeLimit)
    // Remarks may come while the state is held: they go out beside it.
    tellers = try arguments.programs().map { Teller($0, limit: limit) { Terminal.remark($0) } }
  }

  /// Takes what a source has shown.
  ///
  /// - Parameters:
  ///   - events: what has happened.
  ///   - source: the source's place among the sources.
  ///   - wall: when a stream time was heard.
  /// - Throws: what writing JSON throws.
  func take(
    _ events: [ListeningEvent], of source: Int, wall: (Seconds) -> WallTime?
  ) throws {
    for event in events {
      if hidesUpdates, case .match(.updated) = event { continue }
      let record = ListenRecord(
        event, source: tellsSource ? names[source] : nil, titles: titles, wall: wall)
      let json = try record.json
      if case .match(.updated) = event {
        // Nobody wants to be told every second.
      } else {
        keep(record, json, at: wall(event.time) ?? .now)
        for teller in tellers { teller.tell(json) }
      }
      state.withLock { state in
        guard let text = state.outputs[source].text(of: event, json: json) else { return }
        state.status.clear()
        Terminal.print(text)
      }
    }
  }

  private func keep(_ record: ListenRecord, _ json: String, at time: WallTime) {
    guard let log else { return }
    do {
      try log.append(DayLog.Entry(time: time, json: json, cells: record.cells))
      noteLog(nil)
    } catch {
      noteLog("\(error)")
    }
  }

  private func noteLog(_ failure: String?) {
    let words = state.withLock { state -> String? in
      guard failure != state.logFailure else { return nil }
      state.logFailure = failure
      state.status.clear()
      return failure.map { $0 + "; entries are kept and written later" }
        ?? "the log can be written again; nothing is missing in it"
    }
    if let words { Terminal.remark(words) }
  }

  /// Shows media items whose time has come, and how it goes on.
  func show(_ listener: borrowing SourceListener, of source: Int) throws {
    guard hasCues || showsStatus else { return }
    let matches = listener.matches
    let status = ListenStatus.Source(listener, titles: titles)
    try state.withLock { state in
      if hasCues {
        let cues = try state.outputs[source].cues(of: matches, at: status.time)
        if !cues.isEmpty { state.status.clear() }
        for cue in cues { Terminal.print(cue) }
      }
      if showsStatus { state.status.show(status, of: source) }
    }
  }

  /// Shows a remark.
  func remark(_ words: String, of source: Int) {
    // What servers and files say is shown, never obeyed by the terminal.
    let words = ScreenText.oneLine(words)
    let isNamed = tellsSource && !words.hasPrefix(names[source])
    state.withLock { state in
      state.status.clear()
      Terminal.remark(isNamed ? "\(names[source]): \(words)" : words)
    }
  }

  /// Takes the status line away, waits for the programs that are told, and writes what could not be
  /// written to the log.
  ///
  /// - Returns: whether the log holds everything.
  func finish() -> Bool {
    state.withLock { $0.status.clear() }
    for teller in tellers { teller.finish() }
    guard let log else { return true }
    do {
      try log.flush()
    } catch {
      Terminal.remark("\(error); \(log.waitingCount) entries of the log are lost")
      return false
    }
    if log.lost > 0 { Terminal.remark("\(log.lost) entries of the log were lost") }
    return log.lost == 0
  }
}
