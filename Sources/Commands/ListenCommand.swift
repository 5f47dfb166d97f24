internal import AudioCapture
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
      .value(
        "source", \.source, placeholder: "pulse|stdin|FILE",
        "Where the sound comes from: the default microphone (pulse), another source or sink of the "
          + "sound server (pulse:NAME), what the desktop plays (pulse:monitor), standard input, or a "
          + "sound file at full speed."),
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
      .flag("once", \.once, "Ends with the first match, or the first query without one."),
      .flag(
        "follow", \.follow,
        "Prints media items with time ranges when their time has come in what is played."),
      .flag("json", \.json, "Prints one JSON object a line, on a terminal too."),
      .value("rate", \.rate, placeholder: "HZ", "Frames a second.", check: possibleRate)
        .grouped("Bare samples on standard input"),
      .value("channels", \.channels, in: 1...8, "Samples in a frame.")
        .grouped("Bare samples on standard input"),
      .value("format", \.encoding, "How a sample is written, little-endian.")
        .grouped("Bare samples on standard input"),
      .value(
        "patience", \.patience, in: 0.1...86_400, placeholder: "SECONDS",
        "How long a source may be silent as a grave before that is an error."),
    ],
    discussion: """
      Standard input may be a WAV file, or bare samples: say how they are written. What is found \
      comes as one JSON object a line, or as words on a terminal. Times are those of the stream: 0 \
      is its first sample. A match starts once, is updated while it goes on, and ends; its start and \
      end are those of the music, not of its recognition. offset is the reference time at the \
      start. Exit code 1: with --once, there was no match.
      """,
    examples: [
      Example(
        "listen --catalog music.soundmark-catalog --source concert.flac --setlist set.cue",
        "Lists what a recorded concert or DJ set holds."),
      Example(
        "listen --catalog music.soundmark-catalog --source pulse:monitor",
        "Says what the desktop plays."),
      Example(
        "parec --format=s16le --rate=44100 --channels=1 | soundmark listen "
          + "--catalog music.soundmark-catalog --source stdin --rate 44100",
        "Listens to bare samples."),
    ]
  ) { arguments in
    if let setlist = arguments.setlist, SetlistText.format(of: setlist) == nil {
      throw UsageError(
        "--setlist \(setlist): expected a name that ends in .csv, .json, .cue or .m3u")
    }
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
      let configuration = try StreamMatcherConfiguration.standard.accepting(at: points)
      let calibration =
        try arguments.calibration.map {
          try CalibrationFile(reading: $0).calibration(of: identity, path: $0)
        } ?? decisions.calibration(of: identity)
      let titles = MediaTitles(try await catalog.tracks())
      if let setlist = arguments.setlist { try probeWritable(setlist) }
      let items = arguments.follow ? try await catalog.mediaItems() : [:]
      let reader = SourceReader(
        arguments.pcmSource, overrun: arguments.isLive ? .drop : .wait)
      return try await withTaskCancellationHandler {
        let matcher = try StreamMatcher(
          strategy: variant.strategy, index: index, configuration: configuration,
          calibration: calibration)
        return try listen(
          reader, LiveStream(matcher),
          ListenOutput(
            titles: titles, items: items, isJSON: arguments.json || !Terminal.isInteractive),
          arguments)
      } onCancel: {
        reader.close()
      }
    }
  }

  private static func listen(
    _ reader: SourceReader, _ stream: consuming LiveStream, _ output: ListenOutput,
    _ arguments: ListenArguments
  ) throws -> ExitCode {
    var output = output
    var setlist = Setlist()
    var outcome: Bool?
    var failure: (any Error)?
    func take(_ events: [MatchEvent]) throws {
      for event in events where !(arguments.once && outcome != nil) {
        setlist.note(event)
        try output.show(event)
        switch event {
        case .started: outcome = true
        case .noMatch: outcome = outcome ?? false
        default: break
        }
      }
    }
    try reader.open()
    do {
      while !(arguments.once && outcome != nil), let piece = try reader.next() {
        switch piece {
        case .sound(let buffer):
          try take(try stream.take(buffer))
          try output.cues(of: stream.matches, at: stream.time)
          output.status(stream.time, level: stream.level, matches: stream.matches)
        case .lost(let duration): try take(try stream.skip(duration))
        case .remark(let words): output.remark(words)
        }
      }
    } catch {
      // What was heard before the source failed counts.
      failure = error
    }
    reader.closeAndWait()
    if !(arguments.once && outcome != nil) { try take(try stream.finish()) }
    output.clear()
    if let path = arguments.setlist, let format = SetlistText.format(of: path) {
      let text = SetlistText(
        entries: setlist.entries, title: output.titles.title(of:),
        source: arguments.source.description)
      try writeBytes(Array(try text.text(format).utf8), to: path)
    }
    if let failure { throw failure }
    return arguments.once && outcome != true ? .negative : .done
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

/// What `soundmark listen` is told.
struct ListenArguments {
  var catalog = FilePath("")
  var source = FilePath("pulse")
  var isRealTime = false
  var decoder = DecoderChoice.automatic
  var setlist: FilePath?
  var once = false
  var follow = false
  var json = false
  var rate: Double?
  var channels = 1
  var encoding = SampleEncoding.s16
  var patience = 5.0
  var operatingPoints: [FilePath] = []
  var calibration: FilePath?

  /// Whether the sound comes from a device, which cannot wait.
  var isLive: Bool { pulseDevice != nil }

  private var pulseDevice: PulseSource.Device? {
    switch source.description {
    case "pulse": .defaultSource
    case "pulse:monitor": .defaultMonitor
    case let text where text.hasPrefix("pulse:"): .named(String(text.dropFirst(6)))
    default: nil
    }
  }

  /// The source that is meant.
  var pcmSource: any PCMSource {
    if let pulseDevice { return PulseSource(pulseDevice, patience: Seconds(patience)) }
    if source == FilePath("stdin") || source == FilePath("-") {
      return DescriptorSource(
        STDIN_FILENO, name: "standard input",
        format: rate.map {
          PCMFormat(sampleRate: SampleRate($0), channels: channels, encoding: encoding)
        }, patience: Seconds(patience))
    }
    return FileSource(source, decoder: decoder, isRealTime: isRealTime)
  }
}

/// Allows the rates that sound is recognised at.
@Sendable private func possibleRate(_ rate: Double) -> String? {
  (8_000...192_000).contains(rate) ? nil : "a rate from 8000 to 192000"
}
