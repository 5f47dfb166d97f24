internal import AudioFiles
internal import Corpora
internal import Fingerprinting
internal import Foundation

/// What is wrong with one file by itself: silence, clipping, a missing end.
struct TrackCheck: Sendable {
  /// The track's signature in query form; absent where the file cannot be read.
  var signature: Signature?
  /// The sound's length as it was read.
  var duration = Seconds.zero
  /// What was found, in words.
  var findings: [(kind: AuditFinding.Kind, words: String)] = []

  /// Below this level a block is silence: 60 dB under full scale.
  private static let silence = 1e-6
  /// Samples at the very same extreme, one after the other, that count as cut off.
  private static let run = 4
  /// So many runs for each minute are more than chance.
  private static let runsPerMinute = 30.0

  init(_ track: CorpusTrack, at path: FilePath, strategy: any FingerprintStrategy) throws {
    var level = LevelMeter()
    let report: DecodeReport
    do {
      report = try decodeMono(path, at: nil) { level.take($0) }
      var extractor = try strategy.makeExtractor()
      var signature = try extractor.consume([Float]().span)
      try decodeMono(path, at: strategy.requirements.sampleRate) {
        try signature.append(extractor.consume($0))
      }
      try signature.append(extractor.finish())
      self.signature = signature
    } catch {
      try Task.checkCancellation()
      findings.append((.unreadable, "\(error)"))
      return
    }
    duration = report.readDuration
    if report.isTruncated {
      findings.append((.truncated, report.warnings.joined(separator: "; ")))
    } else if abs(duration.value - track.duration.value) > max(1, 0.01 * track.duration.value) {
      findings.append(
        (
          .truncated,
          "\(seconds(duration)) were read, the manifest says \(seconds(track.duration))"
        ))
    }
    let quiet = level.quietShare(below: Self.silence)
    if quiet > 0.9 {
      findings.append((.silence, "\(percent(quiet)) of it is below −60 dB"))
    } else if level.longestQuiet(below: Self.silence) > 10 * Int(report.sampleRate.hertz) {
      let length = Double(level.longestQuiet(below: Self.silence)) / report.sampleRate.hertz
      findings.append((.gap, "\(seconds(Seconds(length))) without a break are below −60 dB"))
    }
    let runs = level.runs(atLeast: Self.run)
    if Double(runs) > Self.runsPerMinute * max(1, duration.value / 60) {
      findings.append(
        (
          .clipping,
          "\(runs) peaks are cut off at \(percent(Double(level.peak))) of full scale"
        ))
    }
  }
}

/// Levels of a sound that comes block by block.
struct LevelMeter {
  /// The mean square of each part of a tenth of a second or so.
  private var parts: [Double] = []
  private var sum = 0.0
  private var count = 0
  private(set) var peak: Float = 0
  /// Lengths of runs at the peak found so far.
  private var runLengths: [Int: Int] = [:]
  private var run = 0
  private var last: Float = 0

  private static let partLength = 4_096

  mutating func take(_ block: Span<Float>) {
    for place in block.indices {
      let sample = block[place]
      sum += Double(sample) * Double(sample)
      count += 1
      if count == Self.partLength {
        parts.append(sum / Double(count))
        (sum, count) = (0, 0)
      }
      let size = abs(sample)
      // A higher peak makes what was held before a mere plateau.
      if size > peak * 1.001 {
        peak = size
        runLengths.removeAll()
        run = 1
      } else if size >= peak * 0.999, size > 0.05, sample.sign == last.sign || run == 0 {
        run += 1
      } else if run > 0 {
        runLengths[run, default: 0] += 1
        run = size >= peak * 0.999 && size > 0.05 ? 1 : 0
      }
      last = sample
    }
  }

  /// Runs of so many samples at the peak.
  func runs(atLeast length: Int) -> Int {
    runLengths.reduce(0) { $0 + ($1.key >= length ? $1.value : 0) } + (run >= length ? 1 : 0)
  }

  /// The share of the sound below a mean square.
  func quietShare(below level: Double) -> Double {
    // A sound may be shorter than a part.
    let parts = parts.isEmpty && count > 0 ? [sum / Double(count)] : parts
    return parts.isEmpty ? 1 : Double(parts.count { $0 < level }) / Double(parts.count)
  }

  /// The longest time below a mean square, in samples.
  func longestQuiet(below level: Double) -> Int {
    var (longest, current) = (0, 0)
    for part in parts {
      current = part < level ? current + 1 : 0
      longest = max(longest, current)
    }
    return longest * Self.partLength
  }
}

func seconds(_ time: Seconds) -> String { "\((time.value * 10).rounded() / 10) s" }
func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
