internal import AudioFiles
internal import CommandLineOptions
internal import Fingerprinting
internal import LiveMatching
internal import Monitoring
internal import Scoring

/// What `soundmark listen` is told.
struct ListenArguments {
  var catalog = FilePath("")
  var sources = [ListenSource(FilePath("pulse"))]
  var isRealTime = false
  var decoder = DecoderChoice.automatic
  var setlist: FilePath?
  var once = false
  var follow = false
  var json = false
  var hidesUpdates = false
  var skewSearch = ListenSkewSearch(StreamMatcherConfiguration.standard.skewSearch)
  var rate: Double?
  var channels = 1
  var encoding = SampleEncoding.s16
  var patience = 5.0
  /// Whether sources are opened again when they fail; nil leaves that to each.
  var reconnect: Bool?
  var startTime: StartTime?
  var minimumDuration = 0.0
  var operatingPoints: [FilePath] = []
  var calibration: FilePath?
  var log: FilePath?
  var commands: [String] = []
  var webhooks: [WebhookArgument] = []
  var timeLimit = 10.0

  /// Fails where what was said cannot be meant.
  func check() throws(UsageError) {
    if let setlist, SetlistText.format(of: setlist) == nil {
      throw UsageError(
        "--setlist \(setlist): expected a name that ends in .csv, .json, .cue or .m3u")
    }
    var names: Set<String> = []
    for source in sources where !names.insert(source.name).inserted {
      throw UsageError(
        "--source \(source.argumentText): another source has this name; give each one of its own, "
          + "as in --source kitchen=pulse:NAME")
    }
    if sources.count(where: { $0.kind == .standardInput }) > 1 {
      throw UsageError("--source stdin: standard input can be listened to once")
    }
  }

  /// Whether events say which source they are of.
  var tellsSource: Bool { sources.count > 1 || sources.contains { $0.givenName != nil } }

  /// Where a source's setlist goes: to a file of its own where there are several.
  func setlist(of source: ListenSource) -> FilePath? {
    guard let setlist, sources.count > 1 else { return setlist }
    let bytes = setlist.bytes
    let dot = bytes.lastIndex(of: UInt8(ascii: ".")) ?? bytes.endIndex
    // What would lead to another folder has no place in a file's name.
    let name = source.name.utf8.map { byte in
      byte == UInt8(ascii: "/") || byte == UInt8(ascii: ":") ? UInt8(ascii: "_") : byte
    }
    return FilePath(bytes: Array(bytes[..<dot]) + [UInt8(ascii: "-")] + name + Array(bytes[dot...]))
  }

  /// The programs that are told of events.
  func programs() throws -> [EventProgram] {
    try commands.map(EventProgram.command)
      + webhooks.map { try $0.program(limit: .seconds(timeLimit)) }
  }
}

/// Allows the rates that sound is recognised at.
@Sendable func possibleRate(_ rate: Double) -> String? {
  (8_000...192_000).contains(rate) ? nil : "a rate from 8000 to 192000"
}
