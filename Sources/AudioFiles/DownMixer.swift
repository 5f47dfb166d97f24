/// Mixes interleaved frames down to one channel, window by window.
///
/// The mix is the mean of the channels. Where the mean cancels out — its energy over a window of a
/// quarter of a second is less than a hundredth (−20 dB) of the channels' mean energy — that
/// window takes one channel instead: the first whose energy is at least half of the loudest's. At
/// a change the two are cross-faded over the window's first eighth. What a window becomes depends
/// on it and the one before alone.
///
/// Samples that are no finite number become 0 and are counted.
struct DownMixer {
  private enum Choice: Equatable {
    case mean
    case channel(Int)
  }

  let channels: Int
  /// Frames in a window; only the last one of a sound may be shorter.
  let window: Int
  private var previous: Choice?
  /// Samples replaced because they were no finite number.
  private(set) var repairedSamples: Int64 = 0
  /// Frames that took one channel because the mean cancelled out.
  private(set) var cancelledFrames: Int64 = 0

  init(channels: Int, sampleRate: Int) {
    self.channels = channels
    window = max(64, sampleRate / 4)
  }

  /// Mixes one window.
  ///
  /// - Parameters:
  ///   - frames: `count × channels` samples; those that are no finite number are overwritten by 0.
  ///   - count: frames in this window.
  ///   - output: room for `count` samples; may be `frames` itself where there is one channel.
  mutating func mix(
    _ frames: UnsafeMutablePointer<Float>, count: Int, into output: UnsafeMutablePointer<Float>
  ) {
    if channels == 1 {
      if !Self.isFinite(frames, count) { repair(frames, count) }
      if output != frames { output.update(from: frames, count: count) }
      return
    }
    var energy = mean(frames, count, output)
    if !energy.channels.isFinite {
      repair(frames, count * channels)
      energy = mean(frames, count, output)
    }
    let choice: Choice =
      energy.mean < 0.01 * energy.channels ? .channel(loudest(frames, count)) : .mean
    if choice != .mean { cancelledFrames += Int64(count) }
    let before = previous ?? choice
    previous = choice
    guard choice != .mean || before != .mean else { return }
    let fade = before == choice ? 0 : min(count, window / 8)
    for frame in 0..<count {
      let mixed = output[frame]
      let new = value(choice, frames + frame * channels, mean: mixed)
      guard frame < fade else {
        output[frame] = new
        continue
      }
      let share = Float(frame + 1) / Float(fade + 1)
      let old = value(before, frames + frame * channels, mean: mixed)
      output[frame] = old + (new - old) * share
    }
  }

  private func value(_ choice: Choice, _ frame: UnsafePointer<Float>, mean: Float) -> Float {
    switch choice {
    case .mean: mean
    case .channel(let channel): frame[channel]
    }
  }

  /// Writes the mean of the channels; returns its energy and the mean energy of the channels.
  private func mean(
    _ frames: UnsafePointer<Float>, _ count: Int, _ output: UnsafeMutablePointer<Float>
  ) -> (mean: Float, channels: Float) {
    channels == 2 ? stereoMean(frames, count, output) : generalMean(frames, count, output)
  }

  private func stereoMean(
    _ frames: UnsafePointer<Float>, _ count: Int, _ output: UnsafeMutablePointer<Float>
  ) -> (mean: Float, channels: Float) {
    var meanEnergy = SIMD8<Float>.zero
    var channelEnergy = SIMD16<Float>.zero
    let input = UnsafeRawPointer(frames)
    let target = UnsafeMutableRawPointer(output)
    let whole = count & ~7
    var frame = 0
    while frame < whole {
      let pairs = input.loadUnaligned(fromByteOffset: frame * 8, as: SIMD16<Float>.self)
      let mixed = (pairs.evenHalf + pairs.oddHalf) * 0.5
      target.storeBytes(of: mixed, toByteOffset: frame * 4, as: SIMD8<Float>.self)
      meanEnergy += mixed * mixed
      channelEnergy += pairs * pairs
      frame += 8
    }
    var sums = (mean: meanEnergy.sum(), channels: channelEnergy.sum())
    while frame < count {
      let left = frames[2 * frame]
      let right = frames[2 * frame + 1]
      let mixed = (left + right) * 0.5
      output[frame] = mixed
      sums.mean += mixed * mixed
      sums.channels += left * left + right * right
      frame += 1
    }
    return (sums.mean, sums.channels * 0.5)
  }

  private func generalMean(
    _ frames: UnsafePointer<Float>, _ count: Int, _ output: UnsafeMutablePointer<Float>
  ) -> (mean: Float, channels: Float) {
    let scale = 1 / Float(channels)
    var meanEnergy: Float = 0
    var channelEnergy: Float = 0
    for frame in 0..<count {
      var sum: Float = 0
      for channel in 0..<channels {
        let sample = frames[frame * channels + channel]
        sum += sample
        channelEnergy += sample * sample
      }
      let mixed = sum * scale
      output[frame] = mixed
      meanEnergy += mixed * mixed
    }
    return (meanEnergy, channelEnergy * scale)
  }

  /// The first channel whose energy is at least half of the loudest one's.
  private func loudest(_ frames: UnsafePointer<Float>, _ count: Int) -> Int {
    let energies = (0..<channels).map { channel in
      var sum: Float = 0
      for frame in 0..<count {
        let sample = frames[frame * channels + channel]
        sum += sample * sample
      }
      return sum
    }
    let loudest = energies.max() ?? 0
    return energies.firstIndex { $0 >= loudest / 2 } ?? 0
  }

  private mutating func repair(_ samples: UnsafeMutablePointer<Float>, _ count: Int) {
    for index in 0..<count where !samples[index].isFinite {
      samples[index] = 0
      repairedSamples += 1
    }
  }

  private static func isFinite(_ samples: UnsafePointer<Float>, _ count: Int) -> Bool {
    // 0 × x is 0 for every finite x and nothing else.
    var sum = SIMD16<Float>.zero
    let input = UnsafeRawPointer(samples)
    let whole = count & ~15
    var index = 0
    while index < whole {
      sum += input.loadUnaligned(fromByteOffset: index * 4, as: SIMD16<Float>.self) * 0
      index += 16
    }
    var rest = sum.sum()
    while index < count {
      rest += samples[index] * 0
      index += 1
    }
    return rest == 0
  }
}
