internal import AudioFiles
internal import Catalogs
internal import CommandLineOptions
internal import Files
internal import Fingerprinting
internal import Foundation

extension Command {
  /// `soundmark signature`: files become signature files.
  static let signature = Command(
    "signature", "Writes the signatures of audio files.", group: "recognition",
    arguments: SignatureArguments(),
    options: [
      .value(
        "strategy", short: "s", \.strategy, placeholder: "VARIANT",
        "A strategy by name, {strategy: …, configuration: …} in JSON5, or PLAN#LABEL."),
      .value(
        "format", \.format, "Signature files, or lines as Chromaprint's fpcalc prints them."),
      .flag("raw", \.raw, "With --format chromaprint: numbers instead of the compressed form."),
      .value(
        "output", short: "o", \.output, placeholder: "DIR",
        "Where signature files go, by default beside each file."),
      .flag("query", \.queryForm, "Keeps the dense query form instead of the stored one."),
      .value("decoder", \.decoder, "Which decoder may be used."),
      .flag("json", \.json, "Prints one JSON object a line."),
    ],
    operands: [
      .many(
        "FILE|DIR|@LIST", \.inputs,
        "Audio files, folders of them, or @LIST, a file of paths, one a line.")
    ],
    discussion: """
      With --format chromaprint the fingerprint of the whole file is printed, as 'fpcalc -length 0' \
      does, and nothing is written: AcoustID takes it. For mono sound of 16 bits at 11,025 Hz every \
      bit is fpcalc's; at other rates more than 99 % are, as the resamplers differ.
      """,
    examples: [
      Example(
        "signature --format chromaprint song.ogg", "Prints a fingerprint that AcoustID takes."),
      Example(
        "signature song.ogg --output signatures", "Writes signatures/song.ogg.soundmark-signature."),
    ]
  ) { arguments in
    if let folder = arguments.output, arguments.format == .chromaprint {
      throw UsageError(
        "--format chromaprint prints its lines; leave out --output \(folder), and send them to a "
          + "file with >")
    }
    guard !arguments.raw || arguments.format == .chromaprint else {
      throw UsageError("--raw belongs to --format chromaprint")
    }
    let inputs = try InputFiles(arguments.inputs)
    if arguments.format == .chromaprint {
      let output = try ChromaprintOutput(arguments)
      return try await interruptible { try print(inputs, as: output) }
    }
    let variant = try Variant(arguments.strategy ?? "constellation")
    return try await interruptible { try write(inputs, variant, arguments) }
  }

  private static func write(
    _ inputs: InputFiles, _ variant: Variant, _ arguments: SignatureArguments
  ) throws -> ExitCode {
    if let folder = arguments.output {
      var sources: [FilePath: FilePath] = [:]
      for file in inputs.files {
        if let other = sources.updateValue(file, forKey: file.lastComponent), other != file {
          throw UsageError(
            "'\(other)' and '\(file)' would both become '\(file.lastComponent)' in --output "
              + "\(folder), and one be lost; give each a folder of its own, or leave --output out")
        }
      }
      try makeFolder(folder)
    }
    return try each(of: inputs) { try write($0, variant, arguments) }
  }

  private static func print(
    _ inputs: InputFiles, as output: ChromaprintOutput
  ) throws -> ExitCode {
    var isFirst = true
    var tooShort = false
    let code = try each(of: inputs) { file in
      let text = try output.text(of: file) { Terminal.remark("warning: \(file): \($0)") }
      guard let text else {
        Terminal.remark("soundmark signature: \(file): too short for a fingerprint")
        tooShort = true
        return
      }
      // fpcalc parts its answers in words by an empty line.
      if !isFirst, !output.json { Terminal.print("") }
      Terminal.print(text)
      isFirst = false
    }
    return tooShort ? .badData : code
  }

  /// Does something with each file; one that cannot be read does not stop the others.
  private static func each(
    of inputs: InputFiles, _ body: (FilePath) throws -> Void
  ) throws -> ExitCode {
    var (failures, missing) = (0, 0)
    for skipped in inputs.skipped { Terminal.remark("skipped: \(skipped.path): \(skipped.reason)") }
    for file in inputs.files {
      try Task.checkCancellation()
      do {
        try body(file)
      } catch let error as AudioFileError {
        Terminal.remark("soundmark signature: \(error)")
        failures += 1
        if error.isMissingInput { missing += 1 }
      }
    }
    guard failures > 0 else { return .done }
    return missing == failures ? .inputMissing : .badData
  }

  private static func write(
    _ file: FilePath, _ variant: Variant, _ arguments: SignatureArguments
  ) throws {
    let strategy = variant.strategy
    var extractor = try strategy.makeExtractor()
    var signature = try extractor.consume([Float]().span)
    let report = try decodeMono(
      file, at: strategy.requirements.sampleRate, decoder: arguments.decoder
    ) { try signature.append(extractor.consume($0)) }
    try signature.append(extractor.finish())
    if !arguments.queryForm { signature = strategy.thinned(signature) }
    for warning in report.warnings { Terminal.remark("warning: \(file): \(warning)") }
    let bytes = SignatureFile(
      identity: strategy.identity, configuration: variant.configuration,
      source: file.description, signature: signature
    ).encode()
    let name = FilePath(
      bytes: (arguments.output == nil ? file : file.lastComponent).bytes
        + Array(".\(SignatureFile.fileExtension)".utf8))
    let target = arguments.output.map { folder in
      FilePath(bytes: folder.bytes + [UInt8(ascii: "/")] + name.bytes)
    }
    try writeBytes(bytes, to: target ?? name)
    let made = MadeSignature(
      file: file.description, signature: (target ?? name).description,
      seconds: signature.duration.value, bytes: bytes.count, isEmpty: signature.isEmpty)
    if signature.isEmpty {
      Terminal.remark("warning: \(file): \(whyNothingCanBeMatched(report, strategy))")
    }
    try made.show(json: arguments.json)
  }
}

/// What `soundmark signature` is told.
struct SignatureArguments {
  /// What comes out.
  enum Format: String, CaseIterable, ArgumentValue { case soundmark, chromaprint }
  /// Absent where the format's own is meant.
  var strategy: String?
  var format = Format.soundmark
  var raw = false
  var output: FilePath?
  var queryForm = false
  var decoder = DecoderChoice.automatic
  var json = false
  var inputs: [FilePath] = []
}

/// A signature that was written.
private struct MadeSignature: Encodable {
  var file: String
  var signature: String
  var seconds: Double
  var bytes: Int
  var isEmpty: Bool

  func show(json: Bool) throws {
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      Terminal.print(String(decoding: try encoder.encode(self), as: UTF8.self))
    } else {
      Terminal.print("\(signature): \((seconds * 10).rounded() / 10) s in \(bytes) bytes")
    }
  }
}
