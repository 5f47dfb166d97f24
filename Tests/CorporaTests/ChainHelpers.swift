import Corpora
import Fingerprinting
import Foundation
import TestSupport
import Testing

/// A chain of the given augmentations, from JSON5 such as `[{gain: {}}]`.
func chain(_ steps: String, of entries: [AugmentationEntry]) throws -> ConditionChain {
  let decoder = JSONDecoder()
  decoder.allowsJSON5 = true
  return try ConditionChain(
    Condition(label: "x", steps: decoder.decode([Condition.Step].self, from: Data(steps.utf8))),
    entries: entries)
}

/// A sound as an excerpt of track 'a' from 12.5 s on.
func presentExcerpt(_ audio: AudioBuffer) -> Excerpt {
  let alignment = Alignment(referenceStart: Seconds(12.5))
  return Excerpt(
    source: "track 'a'", audio: audio,
    truth: .present([Occurrence(track: TrackID("a"), alignment: alignment)]))
}

extension ConditionChain {
  /// What becomes of a sound.
  func apply(
    to audio: AudioBuffer, seed: UInt64 = 1,
    resources: any AugmentationResources = StandardResources()
  ) throws -> Excerpt {
    try apply(to: presentExcerpt(audio), seed: Seed(seed), resources: resources).excerpt
  }
}

extension Excerpt {
  /// The only true alignment.
  var alignment: Alignment {
    get throws {
      guard case .present(let occurrences) = truth else {
        throw CocoaError(.coderValueNotFound)
      }
      return try #require(occurrences.first).alignment
    }
  }
}

/// Numbers that a script prints, in order.
func numbers(_ script: String, _ arguments: String..., sounds: [[Float]]) throws -> [Double] {
  let header = sounds.map { "\($0.count)" }.joined(separator: ",")
  let prelude = """
    import sys, numpy as np
    x = np.frombuffer(sys.stdin.buffer.read(), "<f4").astype(float)
    sounds = np.split(x, np.cumsum([int(n) for n in sys.argv[1].split(",")])[:-1])

    """
  let output = try runTool(
    "python3", ["-c", prelude + script, header] + arguments,
    input: sounds.flatMap { bytes(of: $0) })
  return output.text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
}
