internal import AudioFiles
internal import Fingerprinting
internal import Foundation

/// Fingerprints as Chromaprint's `fpcalc` prints them, of whole files.
struct ChromaprintOutput {
  let variant: Variant
  let decoder: DecoderChoice
  /// Numbers instead of the compressed form.
  let isRaw: Bool
  let json: Bool

  /// Takes the settings.
  ///
  /// - Parameter arguments: what `soundmark signature` is told.
  /// - Throws: `ConfigurationError` where the strategy is not the one that Chromaprint knows.
  init(_ arguments: SignatureArguments) throws {
    let written = arguments.strategy ?? Self.strategy
    variant = try Variant(written)
    guard variant.strategy.identity == (try Variant(Self.strategy)).strategy.identity else {
      throw ConfigurationError(
        "Chromaprint knows the strategy '\(Self.strategy)' with its standard settings only, found "
          + "'\(written)'; leave --strategy out")
    }
    decoder = arguments.decoder
    isRaw = arguments.raw
    json = arguments.json
  }

  private static let strategy = "chroma"

  /// The fingerprint of a file as one or two lines.
  ///
  /// - Parameters:
  ///   - file: a sound file.
  ///   - remark: told of what was odd in it.
  /// - Returns: the text, without a line end; nil where the file is too short for a fingerprint.
  /// - Throws: `AudioFileError` where there is no sound to be had.
  func text(of file: FilePath, remark: (String) -> Void) throws -> String? {
    var extractor = try variant.strategy.makeExtractor()
    var signature = try extractor.consume([Float]().span)
    let report = try decodeMono(
      file, at: variant.strategy.requirements.sampleRate, decoder: decoder
    ) { try signature.append(extractor.consume($0)) }
    try signature.append(extractor.finish())
    for warning in report.warnings { remark(warning) }
    guard case .frames(let frames) = signature, !frames.words.isEmpty else { return nil }
    let fingerprint =
      isRaw
      ? frames.words.map { "\($0)" }.joined(separator: ",")
      : try ChromaprintText.compressed(frames.words)
    let duration = report.readDuration.value
    guard json else { return "DURATION=\(Int(saturating: duration))\nFINGERPRINT=\(fingerprint)" }
    let value = isRaw ? "[\(fingerprint)]" : "\"\(fingerprint)\""
    return "{\"duration\": \(String(format: "%.2f", duration)), \"fingerprint\": \(value)}"
  }
}
