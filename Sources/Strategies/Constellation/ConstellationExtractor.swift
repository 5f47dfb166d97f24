import Fingerprinting
import Foundation
import Signals

/// Samples in, peaks in query form out: spectrum, logarithm, local contrast, local maxima.
final class ConstellationExtractor: SignatureExtractor {
  private let spectra: SpectrumStream
  private let contrast: LocalContrast
  private let maxima: LocalMaxima
  private let logarithms: AlignedBuffer<Int16>
  private let floor: Float
  private let lowestBin: Int
  private let binCount: Int
  private let frameDuration: Seconds
  private let lookahead: Int
  private var frames = 0
  private var peaks: [SpectralPeak] = []

  init(_ configuration: ConstellationConfiguration) throws(StrategyError) {
    let window = hannWindow(count: configuration.frameLength)
    guard let spectra = SpectrumStream(window: window, hop: configuration.hop) else {
      throw .resources("FFTW has no plan for \(configuration.frameLength) samples")
    }
    self.spectra = spectra
    lowestBin = configuration.lowestBin
    binCount = configuration.highestBin - configuration.lowestBin + 1
    contrast = LocalContrast(
      binCount: binCount, frameReach: configuration.contrastFrames,
      binReach: configuration.contrastBins)
    maxima = LocalMaxima(
      binCount: binCount, frameReach: configuration.queryFrameReach,
      binReach: configuration.queryBinReach, least: Int16(clamping: configuration.leastSalience))
    logarithms = AlignedBuffer(count: binCount, zero: 0)
    // The power that noise of this level has in each bin.
    let windowPower = window.reduce(0.0) { $0 + Double($1) * Double($1) }
    floor = Float(pow(10, configuration.floorDecibels / 10) * windowPower)
    frameDuration = SampleRate(configuration.sampleRate).duration(ofSamples: configuration.hop)
    lookahead = contrast.frameReach + maxima.frameReach
  }

  func consume(_ block: Span<Float>) throws(StrategyError) -> Signature {
    spectra.consume(block) { power in
      FixedLog2.write(of: power + lowestBin, floor: floor, into: logarithms.base, count: binCount)
      contrast.push(logarithms.base) { maxima.push($0, body: keep) }
      frames += 1
    }
    guard frames <= Int(UInt32.max) else { throw .tooLong }
    return part(frameCount: max(0, frames - lookahead))
  }

  func finish() throws(StrategyError) -> Signature {
    contrast.finish { maxima.push($0, body: keep) }
    maxima.finish(body: keep)
    return part(frameCount: frames)
  }

  private func keep(frame: Int, bin: Int, value: Int16) {
    peaks.append(
      SpectralPeak(
        frame: UInt32(truncatingIfNeeded: frame), bin: UInt16(truncatingIfNeeded: bin + lowestBin),
        salience: UInt16(truncatingIfNeeded: value)))
  }

  private func part(frameCount: Int) -> Signature {
    defer { peaks.removeAll(keepingCapacity: false) }
    return .peaks(
      PeakSignature(frameDuration: frameDuration, frameCount: frameCount, peaks: peaks))
  }
}
