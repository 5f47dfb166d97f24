internal import AudioFiles
internal import Corpora
internal import Fingerprinting
internal import Foundation

/// Tracks that are a single piece, such as the hits of a drum: a search that was made for seconds of
/// music cannot tell whether two are the same, so their samples are compared.
struct ShortSounds: Sendable {
  let corpus: Corpus

  /// The correlation from which two sounds are the same, coded or scaled otherwise.
  private static let least = 0.9
  private static let rate = SampleRate(8_000)
  /// Tracks up to this length are looked for by their outline too.
  private static let longest = Seconds(5)
  /// Copies differ in length by what codecs add.
  private static let slack = 0.08
  private static let blocks = 32
  private static let blockLength = 250

  /// What the search found, if it holds: where one piece alone was asked for, the samples must agree.
  func confirmed(_ common: SharedAudio) throws -> SharedAudio? {
    guard common.asked == 1 else { return common }
    let start = Seconds(common.first.other.value - common.first.own.value)
    let margin = 0.1
    let begin = Seconds(max(0, start.value - margin))
    let length = min(4, common.one.duration.value)
    guard let own = try samples(of: common.one, from: .zero, length: length),
      let other = try samples(of: common.other, from: begin, length: length + 2 * margin)
    else { return nil }
    return agreed(common, Self.likeness(own, other, shifts: -800...1_600))
  }

  /// Pairs of short tracks of one length and one outline, whose samples agree.
  func copies(among tracks: [CorpusTrack]) throws -> [SharedAudio] {
    struct Sound {
      var track: CorpusTrack
      var levels: [Double]
    }
    let sounds = try tracks.filter { $0.duration <= Self.longest }
      .compactMap { track -> Sound? in
        guard let samples = try attack(of: track) else { return nil }
        return Sound(track: track, levels: Self.levels(of: samples))
      }
      .sorted { ($0.track.duration, $0.track.id) < ($1.track.duration, $1.track.id) }
    var found: [SharedAudio] = []
    for (place, one) in sounds.enumerated() {
      try Task.checkCancellation()
      for other in sounds[(place + 1)...] {
        guard other.track.duration.value - one.track.duration.value <= Self.slack else { break }
        let difference = zip(one.levels, other.levels).reduce(0) { $0 + abs($1.0 - $1.1) }
        guard difference <= 0.08 * Double(Self.blocks), one.track.sha256 != other.track.sha256,
          let own = try attack(of: one.track), let others = try attack(of: other.track)
        else { continue }
        var common = SharedAudio(one: one.track, other: other.track, first: (.zero, .zero))
        (common.found, common.asked) = (1, 1)
        if let agreed = agreed(common, Self.likeness(own, others, shifts: -160...160)) {
          found.append(agreed)
        }
      }
    }
    return found
  }

  private func agreed(_ common: SharedAudio, _ likeness: Double) -> SharedAudio? {
    guard likeness >= Self.least else { return nil }
    var common = common
    common.likeness = likeness
    return common
  }

  /// The sound from its onset on, up to a second of it.
  private func attack(of track: CorpusTrack) throws -> [Float]? {
    guard let whole = try samples(of: track, from: .zero, length: Self.longest.value) else {
      return nil
    }
    let peak = whole.reduce(0) { max($0, abs($1)) }
    guard peak > 0, let onset = whole.firstIndex(where: { abs($0) >= 0.1 * peak }) else {
      return nil
    }
    return Array(whole[onset...].prefix(Self.blocks * Self.blockLength))
  }

  /// Samples; nil where the file has none there.
  private func samples(
    of track: CorpusTrack, from start: Seconds, length: Double
  ) throws -> [Float]? {
    do {
      return try readMono(
        corpus.path(of: track), at: Self.rate, from: start, duration: Seconds(length)
      ).audio.samples
    } catch is AudioFileError {
      return nil
    }
  }

  /// The level of each block: 1 at the loudest, 0 from 30 dB below it on.
  private static func levels(of samples: [Float]) -> [Double] {
    let energies = (0..<blocks).map { block in
      samples.dropFirst(block * blockLength).prefix(blockLength)
        .reduce(0) { $0 + Double($1) * Double($1) }
    }
    let greatest = energies.max() ?? 0
    return energies.map { greatest > 0 ? max(0, 1 + 10 * log10($0 / greatest) / 30) : 0 }
  }

  /// The greatest correlation of two sounds over shifts of the second, in samples, either way up.
  static func likeness(_ one: [Float], _ other: [Float], shifts: ClosedRange<Int>) -> Double {
    func energies(_ samples: [Float]) -> [Double] {
      samples.reduce(into: [0]) { $0.append($0[$0.count - 1] + Double($1) * Double($1)) }
    }
    let (mine, others) = (energies(one), energies(other))
    guard let all = mine.last, all > 0 else { return 0 }
    var greatest = 0.0
    one.withUnsafeBufferPointer { one in
      other.withUnsafeBufferPointer { other in
        for shift in shifts {
          let common = max(0, -shift)..<max(max(0, -shift), min(one.count, other.count - shift))
          let energy = mine[common.upperBound] - mine[common.lowerBound]
          // A part that says little about the whole could agree by chance.
          guard energy >= 0.8 * all else { continue }
          let product =
            energy * (others[common.upperBound + shift] - others[common.lowerBound + shift])
          var sum: Float = 0
          for place in common { sum += one[place] * other[place + shift] }
          if product > 0 { greatest = max(greatest, abs(Double(sum)) / product.squareRoot()) }
        }
      }
    }
    return greatest
  }
}
