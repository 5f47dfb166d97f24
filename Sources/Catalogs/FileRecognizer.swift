public import AudioFiles
public import Fingerprinting

/// A recognizer that can be asked about a file.
public protocol FileRecognizer: Recognizer {
  /// Ranks the references for a file.
  ///
  /// - Parameters:
  ///   - path: a sound file.
  ///   - decoder: which decoder may be used.
  ///   - start: where the query begins in the file.
  ///   - duration: how much of it is asked about; nil for all.
  /// - Returns: the candidates, and what reading the file was like.
  /// - Throws: `AudioFileError` where there is no sound to be had, and whatever kept the recognizer
  ///   from answering.
  func identify(
    _ path: FilePath, decoder: DecoderChoice, from start: Seconds, duration: Seconds?
  ) throws -> (identification: Identification, report: DecodeReport)
}

extension FileRecognizer {
  /// Ranks the references for a file, read by any decoder.
  ///
  /// - Parameters:
  ///   - path: a sound file.
  ///   - start: where the query begins in the file.
  ///   - duration: how much of it is asked about; nil for all.
  /// - Returns: the candidates, and what reading the file was like.
  /// - Throws: `AudioFileError` where there is no sound to be had, and whatever kept the recognizer
  ///   from answering.
  public func identify(
    _ path: FilePath, from start: Seconds = .zero, duration: Seconds? = nil
  ) throws -> (identification: Identification, report: DecodeReport) {
    try identify(path, decoder: .automatic, from: start, duration: duration)
  }
}
