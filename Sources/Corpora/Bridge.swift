// Stands in until the decoders are there.
internal import Fingerprinting
enum ResamplerQuality { case quick, standard, high }
struct DecodeReport { var readFrames: Int64; var sampleRate: SampleRate; var warnings: [String] }
enum Resampler {
  static func resample(
    _ samples: [Float], from: SampleRate, to: SampleRate, quality: ResamplerQuality
  ) throws -> [Float] { samples }
}
func readMono(
  _ path: FilePath, at rate: SampleRate?, from: Seconds = .zero, duration: Seconds? = nil
) throws -> (audio: AudioBuffer, report: DecodeReport) {
  throw CorpusError.missing(path: path, remedy: "")
}
