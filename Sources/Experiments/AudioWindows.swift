internal import AudioFiles
internal import Fingerprinting

/// Reads pieces of a file in one pass from its beginning, so that a piece does not depend on what
/// else is read, and a position is what the samples say, not what seeking says.
///
/// - Parameters:
///   - windows: the pieces, in samples at `rate`; they may overlap.
///   - path: the file.
///   - rate: the rate of the samples returned.
/// - Returns: the pieces in order; one is shorter where the file ends within it.
/// - Throws: `AudioFileError`, or `CancellationError` where the task was cancelled.
func readWindows(
  _ windows: [Range<Int>], of path: FilePath, at rate: SampleRate
) throws -> [[Float]] {
  struct Enough: Error {}
  var pieces = windows.map { window in
    var piece: [Float] = []
    piece.reserveCapacity(window.count)
    return piece
  }
  let end = windows.map(\.upperBound).max() ?? 0
  var position = 0
  do {
    _ = try decodeMono(path, at: rate) { block in
      for (place, window) in windows.enumerated() {
        let wanted = window.clamped(to: position..<position + block.count)
        for index in wanted { pieces[place].append(block[index - position]) }
      }
      position += block.count
      if position >= end { throw Enough() }
    }
  } catch is Enough {}
  return pieces
}
