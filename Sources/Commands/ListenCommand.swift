internal import AudioFiles
internal import Catalogs
internal import CommandLineOptions
internal import Fingerprinting
internal import Foundation
internal import LiveMatching
internal import Scoring

extension Command {
  /// `soundmark listen`: says what a stream plays, while it plays.
  static let listen = Command(
    "listen", "Names what a stream of sound plays, and from when to when.", group: "recognition",
    arguments: ListenArguments(),
    options: [
      .value(
        "catalog", short: "c", \.catalog, placeholder: "FILE", required: true,
        "The catalog to ask."),
      .values(
        "source", \.sources, placeholder: "[NAME=]pulse|stdin|URL|FILE",
        "Where the sound comes from: the default microphone (pulse), another source or sink of the "
          + "sound server (pulse:NAME), what the desktop plays (pulse:monitor), standard input, a "
          + "stream on a network (http, https, rtsp, rtmp, srt; by ffmpeg), a named pipe, or a "
          + "sound file at full speed. Several are listened to at a time; events carry their names."
      ),
      .flag("real-time", \.isRealTime, "Reads a file no faster than it is heard."),
      .value("decoder", \.decoder, "Which decoder may be used for a file."),
      .list(
        "operating-point", \.operatingPoints, placeholder: "[FILE#]NAME,…",
        "The thresholds of 'soundmark tune' that a match must reach, one for each query length, in "
          + "a file or kept with the catalog; unless given those of the environment 'live' that are "
          + "kept with it."),
      .value(
        "calibration", \.calibration, placeholder: "FILE",
        "Says how confident matches are, by a file of 'soundmark calibrate' instead of what the "
          + "catalog keeps."),
      .value(
        "setlist", \.setlist, placeholder: "FILE",
        "Writes what was played, as the ending says: .csv, .json, .cue or .m3u."),
      .value(
        "minimum-duration", \.minimumDuration, in: 0...86_400, placeholder: "SECONDS",
        "Leaves out matches that are shorter."),
      .flag("once", \.once, "Ends with the first match, or the first query without one."),
      .flag(
        "follow", \.follow,
        "Prints media items with time ranges when their time has come in what is played."),
      .flag(
        "no-updates", \.hidesUpdates, "Leaves out the line a second that says how a match goes on."),
      .value(
        "skew-search", \.skewSearch,
        "The speeds at which what is not known is tried, up to RANGE faster or slower; 0 is none. "
          + "Only strategies of peaks can."),
      .flag("json", \.json, "Prints one JSON object a line, on a terminal too."),
      .value("rate", \.rate, placeholder: "HZ", "Frames a second.", check: possibleRate)
        .grouped("Bare samples on standard input"),
      .value("channels", \.channels, in: 1...8, "Samples in a frame.")
        .grouped("Bare samples on standard input"),
      .value("format", \.encoding, "How a sample is written, little-endian.")
        .grouped("Bare samples on standard input"),
      .value(
        "patience", \.patience, in: 0.1...86_400, placeholder: "SECONDS",
        "How long a source may be silent as a grave before that is an error, or a gap."
      ).grouped("All day"),
      .flag(
        "reconnect", \.reconnect, setting: true,
        "Reports a source that fails or stalls and goes on when it comes back, even one that is not "
          + "there yet. Devices and network streams that have been open once do so unless told not to."
      ).grouped("All day"),
      .flag(
        "no-reconnect", \.reconnect, setting: false, "Ends when a source fails or stalls."
      ).grouped("All day"),
      .value(
        "log", \.log, placeholder: "DIR",
        "Adds every event but updates to files in a folder, for each day in UTC one of JSON lines "
          + "and one of CSV."
      ).grouped("All day"),
      .values(
        "exec", \.commands, placeholder: "CMD",
        "A shell's line that is run for every event but updates, which it gets as JSON on standard "
          + "input."
      ).grouped("All day"),
      .values(
        "webhook", \.webhooks,
        "An address that every event but updates is sent to as JSON (by curl). A file holds it in "
          + "its first line, and headers below."
      ).grouped("All day"),
      .value(
        "time-limit", \.timeLimit, in: 0.1...3_600, placeholder: "SECONDS",
        "How long --exec and --webhook may take for an event; listening does not wait for them."
      ).grouped("All day"),
      .value(
        "start-time", \.startTime,
        "When the first sample was heard: events then carry the time of day for recordings too."
      ).grouped("All day"),
    ],
    discussion: """
      Standard input may be a WAV file, or bare samples: say how they are written. What is found \
      comes as one JSON object a line, or as words on a terminal. Times are those of the stream: 0 \
      is its first sample; utc and local say when an event was heard, where that is known. A match \
      starts once, is updated while it goes on, and ends; its start and \
      end are those of the music, not of its recognition. offset is the reference time at the \
      start; frequencySkew is what timeScale, reference seconds a second, would be of the pitch. \
      alternatives are other references that sound the same; a match that supersedes earlier ones \
      shows that they were no more than that. The same reference played again, from its beginning \
      or after its end, is another match; winding within it is a jump. Exit code 1: with --once, \
      there was no match.
      """,
    examples: [
      Example(
        "listen --catalog music.soundmark-catalog --source concert.flac --setlist set.cue",
        "Lists what a recorded concert or DJ set holds."),
      Example(
        "listen --catalog music.soundmark-catalog --source pulse:monitor",
        "Says what the desktop plays."),
      Example(
        "listen --catalog music.soundmark-catalog --source one=https://radio.example/one.mp3 "
          + "--source two=https://radio.example/two.m3u8 --log broadcasts --minimum-duration 10",
        "Keeps a log of what two stations play."),
      Example(
        "parec --format=s16le --rate=44100 --channels=1 | soundmark listen "
          + "--catalog music.soundmark-catalog --source stdin --rate 44100",
        "Listens to bare samples."),
    ]
  ) { arguments in
    try arguments.check()
    WebhookArgument.hideFromProcessList()
    return try await interruptible {
      let catalog = try Catalog(existing: arguments.catalog)
      let variant = try Variant(of: catalog.identity, configuration: catalog.configuration)
      let index = try await catalog.index(for: variant.strategy)
      let identity = variant.strategy.identity
      let decisions = try await catalog.decisions()
      var points = decisions.livePoints(of: identity)
      if !arguments.operatingPoints.isEmpty {
        points = []
        for reference in arguments.operatingPoints {
          points.append(try await PointReference.point(at: reference, in: catalog))
        }
      }
      for point in points { try point.check(identity) }
      var settings = try StreamMatcherConfiguration.standard.groupingVersions
        .accepting(at: points)
      settings.skewSearch = arguments.skewSearch.search
      let configuration = settings
      let calibration =
        try arguments.calibration.map {
          try CalibrationFile(reading: $0).calibration(of: identity, path: $0)
        } ?? decisions.calibration(of: identity)
      let titles = MediaTitles(try await catalog.tracks())
      for source in arguments.sources {
        if let setlist = arguments.setlist(of: source) { try probeWritable(setlist) }
      }
      let items = arguments.follow ? try await catalog.mediaItems() : [:]
      let sink = try ListenSink(arguments, titles: titles, items: items)
      let listening = Listening(arguments, to: sink) {
        try StreamMatcher(
          strategy: variant.strategy, index: index, configuration: configuration,
          calibration: calibration)
      }
      return try await withTaskCancellationHandler {
        try await listening.run()
      } onCancel: {
        listening.stop()
      }
    }
  }

  /// Fails now rather than after an hour of music.
  private static func probeWritable(_ path: FilePath) throws {
    let existed = path.withCString { access($0, F_OK) } == 0
    let descriptor = path.withCString { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else {
      throw AudioFileError.notWritable(path, reason: String(cString: strerror(errno)))
    }
    close(descriptor)
    if !existed { _ = path.withCString { unlink($0) } }
  }
}
