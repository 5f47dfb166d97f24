public import Fingerprinting

/// How long a file's sound lasts, where that is not what somebody says.
///
/// What the file's own header claims is believed only where it agrees; else the file is read to its
/// end, which takes about a second for ten minutes of sound.
///
/// - Parameters:
///   - path: a sound file.
///   - stated: what is said of it.
/// - Returns: the duration as it was read; nil where `stated` is right within half a second or a
///   hundredth, by which decoders differ.
/// - Throws: `AudioFileError` where there is no sound to be had, or `CancellationError`.
public func durationOtherThanStated(of path: FilePath, _ stated: Seconds) throws -> Seconds? {
  func agrees(_ found: Seconds) -> Bool {
    abs(found.value - stated.value) <= max(0.5, 0.01 * stated.value)
  }
  let claim = try FileDecoder(path, decoder: .automatic, track: 0).claimedDuration
  if let claim, agrees(claim) { return nil }
  let found = try decodeMono(path, at: nil) { _ in }.readDuration
  return agrees(found) ? nil : found
}
