internal import AudioFiles
public import Experiments
public import Fingerprinting
internal import Foundation
internal import Processes
internal import Scoring

/// One query of a run drawn beside a reference, and why it won or lost, in words.
public struct Inspection: Sendable {
  /// What is to be looked at.
  public struct Subject: Sendable, Encodable {
    /// The query.
    public var query: QueryID
    /// The variant's label.
    public var variant: String
    /// The condition's label.
    public var condition: String
    /// The query's nominal length in seconds.
    public var seconds: Double

    /// Joins the parts.
    public init(query: QueryID, variant: String, condition: String, seconds: Double) {
      self.query = query
      self.variant = variant
      self.condition = condition
      self.seconds = seconds
    }
  }

  /// What was looked at.
  public let subject: Subject
  /// Why it won or lost, a sentence or two each.
  public private(set) var words: [String] = []
  /// The SVG files that were drawn.
  public private(set) var images: [FilePath] = []
  /// The WAV files that were written.
  public private(set) var sounds: [FilePath] = []
  /// What could not be done.
  public private(set) var problems: [String] = []

  private var places: [PlaceFigures] = []

  /// Looks at a query.
  ///
  /// - Parameters:
  ///   - subject: which.
  ///   - record: the run.
  ///   - report: the run, judged.
  ///   - experiment: the run's plan with its audio.
  ///   - folder: where plots go.
  ///   - audio: where the query and the references' excerpts go as WAV; nil for nowhere.
  /// - Throws: `ExperimentError` where the run has no such query, or its audio is not here.
  public init(
    _ subject: Subject, record: RunRecord, report: Report, experiment: Experiment,
    folder: FilePath, audio: FilePath?
  ) throws {
    let found = record.queries.first {
      $0.query == subject.query && $0.variant == subject.variant
        && $0.condition == subject.condition && $0.seconds == subject.seconds
    }
    guard let row = found, let (strategy, searchesForSkew) = experiment.hearing(of: subject.variant)
    else {
      throw ExperimentError.unusablePlan(
        "the run has no answer of variant '\(subject.variant)' to query '\(subject.query)' of "
          + "\(plain(subject.seconds)) s under condition '\(subject.condition)'; queries.csv names "
          + "all that it has")
    }
    let asked = try experiment.asked(
      subject.query, seconds: subject.seconds, condition: subject.condition)
    let threshold = report.thresholds.first {
      $0.variant == subject.variant && $0.seconds == subject.seconds
    }?.threshold
    let explanation = InspectionWords(
      row: row, threshold: threshold, tolerance: record.provenance.decision.offsetTolerance)
    let title =
      "\(subject.query), \(secondsText(subject.seconds)), \(subject.condition), \(subject.variant)"
    let name = [
      subject.query.rawValue, subject.variant, subject.condition, secondsText(subject.seconds),
    ].map(Self.slug).joined(separator: "-")
    self.subject = subject
    words = ["Query \(title).", explanation.outcome]
    if let ratio = asked.achievedSNR {
      words.append("The last mix has a signal-to-noise ratio of \(fixedText(ratio, 2)) dB.")
    }
    if asked.draws != "[]" { words.append("Drawn: \(asked.draws)") }
    if let audio {
      sounds.append(try Self.write(asked.audio, as: name + "-query", in: audio))
      sounds.append(try Self.write(asked.clean, as: name + "-clean", in: audio))
    }
    for place in explanation.places(truth: asked.truth) {
      // A search for skew hears the query at the speed that it answers with.
      let speed = searchesForSkew ? 1 + place.alignment.assumedFrequencySkew : 1
      let signature = try Self.signature(of: asked.audio, slowedBy: speed, by: strategy)
      let start = place.alignment.referenceStart.value
      let (excerpt, reference) = try experiment.reference(
        place.track, heardBy: strategy, from: Seconds(max(0, start)),
        duration: Seconds(subject.seconds * place.alignment.timeScale + min(0, start)),
        at: asked.audio.sampleRate)
      let evidence = Evidence(
        query: signature, salient: strategy.thinned(signature), reference: reference,
        at: place.alignment, speed: speed)
      let summary = evidence.summary(at: start)
      words.append(explanation.reading(of: evidence, summary, at: place))
      places.append(
        PlaceFigures(
          track: place.track, isRight: place.isRight, alignment: place.alignment,
          agreement: summary))
      let plot = InspectionPlot(
        title: title, subtitle: "\(explanation.heading); drawn beside \(place.words)",
        query: try Spectrogram(asked.audio), reference: try Spectrogram(excerpt),
        excerptStart: max(0, start), evidence: evidence, alignment: place.alignment,
        seconds: subject.seconds, binWidth: strategy.binWidth)
      draw(plot, as: "\(name)-\(place.slug)", in: folder)
      if let audio {
        sounds.append(try Self.write(excerpt, as: "\(name)-\(place.slug)", in: audio))
      }
    }
  }

  /// A part of a file's name that tells +1 % from −1 %.
  private static func slug(_ text: String) -> String {
    GnuplotText.slug(
      text.replacing("+", with: "plus ").replacing("−", with: "minus ")
        .replacing(" -", with: " minus "))
  }

  private static func signature(
    of sound: AudioBuffer, slowedBy speed: Double, by strategy: any FingerprintStrategy
  ) throws -> Signature {
    // A sound that is said to have another rate is as much faster or slower.
    let samples = try Resampler.resample(
      sound.samples, from: SampleRate(sound.sampleRate.hertz / speed),
      to: strategy.requirements.sampleRate)
    return try strategy.signature(of: samples.span)
  }

  private mutating func draw(_ plot: InspectionPlot, as name: String, in folder: FilePath) {
    let gnuplot = Gnuplot()
    do {
      try makeFolder(folder)
      try gnuplot.draw(plot.script(output: name + ".svg"), as: name, in: folder)
      images.append(folder.appending(name + ".svg"))
    } catch ProgramError.notFound {
      problems.append("\(name).svg was not drawn, because \(gnuplot.absence)")
    } catch {
      problems.append("\(name).svg was not drawn: \(error)")
    }
  }

  private static func write(
    _ sound: AudioBuffer, as name: String, in folder: FilePath
  ) throws -> FilePath {
    let path = folder.appending(name + ".wav")
    try makeFolder(folder)
    try writeWAV(sound, to: path, sampleFormat: .float32)
    return path
  }

  // MARK: JSON

  private struct PlaceFigures: Encodable {
    var track: TrackID
    var isRight: Bool
    var alignment: Alignment
    var agreement: Evidence.Summary
  }

  private struct Figures: Encodable {
    var subject: Subject
    var words: [String]
    var places: [PlaceFigures]
    var plots: [String]
    var sounds: [String]
  }

  /// What was found as JSON, keys sorted.
  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(
      decoding: try encoder.encode(
        Figures(
          subject: subject, words: words, places: places, plots: images.map(\.description),
          sounds: sounds.map(\.description))), as: UTF8.self)
  }
}
