internal import AudioFiles
internal import Builtins
internal import CommandLineOptions
internal import Corpora
internal import Experiments
internal import Fingerprinting
internal import Foundation

extension Command {
  /// `soundmark augment`: lets one hear a condition.
  static let augment = Command(
    "augment", "Applies a condition to a file, so that it can be heard.", group: "audio",
    arguments: AugmentArguments(),
    options: [
      .value(
        "condition", short: "c", \.condition, placeholder: "NAME|JSON5", required: true,
        "A condition of --plan by its label, an environment, or a chain in JSON5."),
      .value(
        "output", short: "o", \.output, placeholder: "WAV", required: true,
        "The file to write (32-bit floating point, mono)."),
      .value(
        "plan", \.plan, placeholder: "PLAN",
        "The plan whose labels --condition may name, and whose seed, rate and noise corpus count where "
          + "the options for them are not given."),
      .value("noise", \.noise, placeholder: "CORPUS", "The corpus with recorded noise and voices."),
      .datasets(\.datasets),
      .value(
        "from", \.from, in: 0...604_800, placeholder: "SECONDS", "Where the excerpt begins."),
      .value(
        "duration", \.duration, placeholder: "SECONDS",
        "How long it is; the rest of the file unless given.", check: positive),
      .value(
        "rate", \.rate, placeholder: "HERTZ",
        "The rate at which the condition is applied; 44100 unless given.", check: augmentableRate),
      .value("seed", \.seed, "Decides everything drawn; 1 unless given."),
      .flag("json", \.json, "Prints what was drawn as JSON."),
    ],
    operands: [.one("FILE", \.file, "Any audio file.")],
    examples: [
      Example(
        "augment song.ogg --condition '{noise: {kind: \"pink\", snr: 0}}' -o noisy.wav",
        "Adds pink noise at the level of the music."),
      Example(
        "augment song.ogg --condition club --noise debian-noise --duration 10 -o club.wav",
        "Lets one hear an environment."),
      Example(
        "augment song.ogg --plan Experiments/quickstart --condition 'skew +1 %' -o skewed.wav",
        "Applies a condition of a plan."),
    ]
  ) { arguments in
    guard !isSameFile(arguments.file, arguments.output) else {
      throw UsageError("--output is FILE itself, which would be lost; name another file")
    }
    let plan = try arguments.plan.map { try Plan.read($0) }
    let chain = try ConditionChain(
      condition(arguments.condition, of: plan), entries: Builtins.augmentations,
      environments: Builtins.environments)
    let noise = try (arguments.noise ?? plan?.noise).map {
      try Corpus.open($0, datasetsFolder: arguments.datasets)
    }
    let resources = noise.map { StandardResources(corpus: $0) } ?? StandardResources()
    try chain.check(resources)
    let rate = arguments.rate.map { SampleRate($0) } ?? plan?.workingRate ?? .compactDisc
    let seed = arguments.seed.map { Seed($0) } ?? plan?.seed ?? Seed(1)
    let needed = arguments.duration.map { chain.sourceDuration(forQuery: Seconds($0)) }
    let (audio, report) = try readMono(
      arguments.file, at: rate, from: Seconds(arguments.from), duration: needed)
    for warning in report.warnings { Terminal.remark("warning: \(arguments.file): \(warning)") }
    let clean = Excerpt(source: arguments.file.description, audio: audio, truth: .absent)
    var (excerpt, draws) = try chain.apply(
      to: clean, seed: seed, resources: resources)
    if let duration = arguments.duration {
      excerpt = excerpt.prefix(Seconds(duration))
      if excerpt.audio.duration.value < duration - 0.001 {
        Terminal.remark("warning: \(arguments.file): it ends before \(duration) s are full")
      }
    }
    try writeWAV(excerpt.audio, to: arguments.output, sampleFormat: .float32)
    let made = AugmentedFile(
      output: arguments.output.description, condition: chain.condition.label, draws: draws,
      duration: excerpt.audio.duration, achievedSNR: excerpt.achievedSNR)
    if arguments.json {
      try Terminal.print(json: made)
    } else {
      let ratio = made.achievedSNR.map { ", SNR \(($0 * 100).rounded() / 100) dB" } ?? ""
      Terminal.print(
        "\(arguments.output): \((made.duration.value * 1000).rounded() / 1000) s of "
          + "'\(made.condition)'\(ratio)")
    }
    return .done
  }

  private static func isSameFile(_ one: FilePath, _ other: FilePath) -> Bool {
    var (first, second) = (stat(), stat())
    return one.withCString { stat($0, &first) } == 0 && other.withCString { stat($0, &second) } == 0
      && first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// A condition by its label in the plan, or as JSON5: a condition, a chain, or one augmentation.
  private static func condition(_ text: String, of plan: Plan?) throws -> Condition {
    if let known = plan?.conditions.first(where: { $0.label == text }) { return known }
    do {
      switch text.first(where: { !$0.isWhitespace }) {
      case "[":
        return Condition(label: text, steps: try JSON5.decode(from: text.utf8))
      case "{":
        if let whole: Condition = try? JSON5.decode(from: text.utf8) { return whole }
        return Condition(label: text, steps: [try JSON5.decode(from: text.utf8)])
      default: break
      }
    } catch let fault as JSON5Fault {
      throw ConfigurationError("the condition is no JSON5 chain: \(fault)")
    }
    if let environment = Builtins.environments.first(where: { $0.name == text }) {
      return environment.condition
    }
    if let entry = Builtins.augmentations.first(where: { $0.name == text }) {
      return Condition(label: text, steps: [Condition.Step(name: entry.name)])
    }
    let known =
      (plan?.conditions.map(\.label) ?? []) + Builtins.environments.map(\.name)
      + Builtins.augmentations.map(\.name)
    throw ConfigurationError(
      "no condition is called '\(text)'; \(nearestNames(to: text, among: known)); or give a chain "
        + "such as [{noise: {kind: \"white\", snr: 0}}]")
  }
}

/// What `soundmark augment` is told.
struct AugmentArguments {
  var file = FilePath("")
  var condition = ""
  var output = FilePath("")
  var plan: FilePath?
  var noise: String?
  var datasets = FilePath("Datasets")
  var from = 0.0
  var duration: Double?
  var rate: Double?
  var seed: UInt64?
  var json = false
}

/// Allows the rates at which conditions can be applied.
@Sendable private func augmentableRate(_ rate: Double) -> String? {
  (1_000...192_000).contains(rate) ? nil : "a number from 1000 to 192000"
}

/// What `soundmark augment` made.
private struct AugmentedFile: Encodable {
  var output: String
  var condition: String
  var draws: JSONValue
  var duration: Seconds
  var achievedSNR: Double?
}
