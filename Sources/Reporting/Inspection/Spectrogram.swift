import AudioFiles
import Fingerprinting
import Foundation
import Signals

/// Levels of a sound by time and frequency, coarse enough to be drawn.
struct Spectrogram {
  /// Seconds from one column to the next.
  let step: Double
  /// Hertz from one row to the next.
  let rowHeight: Double
  /// Decibels relative to the loudest place, a list of rows for each column.
  let columns: [[Int]]

  private static let frameLength = 1_024
  private static let hop = 256
  private static let rowBins = 2
  /// What is further below the loudest place is drawn as silence.
  static let range = 60

  /// The rate at which sound is drawn.
  static let rate = SampleRate(11_025)

  init(_ audio: AudioBuffer) throws {
    let samples = try Resampler.resample(
      audio.samples, from: audio.sampleRate, to: Self.rate)
    step = Double(Self.hop) / Self.rate.hertz
    rowHeight = Double(Self.rowBins) * Self.rate.hertz / Double(Self.frameLength)
    var powers: [[Float]] = []
    // Half a frame of silence before and after, so that a column stands at its middle.
    let margin = [Float](repeating: 0, count: Self.frameLength / 2)
    if let spectra = SpectrumStream(window: hannWindow(count: Self.frameLength), hop: Self.hop) {
      spectra.consume((margin + samples + margin).span) { power in
        powers.append(
          stride(from: 0, to: Self.frameLength / 2, by: Self.rowBins).map { bin in
            max(power[bin], power[bin + 1])
          })
      }
    }
    let loudest = max(powers.reduce(0) { max($0, $1.max() ?? 0) }, 1e-20)
    columns = powers.map { column in
      column.map { power in
        let level = 10 * log10(max(Double(power) / Double(loudest), 1e-12))
        return max(-Self.range, Int(level.rounded()))
      }
    }
  }
}
