import Fingerprinting

/// A stretch of a query that is searched at once.
///
/// A query much longer than a window is searched in windows that overlap by half, so that a short
/// piece of a reference within long foreign sound scores as it would alone, and memory does not
/// grow with the query.
struct QueryWindow {
  /// Seconds of a window.
  static let length = 15.0

  /// The frame of the query at which the window begins.
  var start: Int
  /// Seconds from frame to frame.
  var frameDuration: Double
  /// Which of the query's windows it is, in steps of half a window.
  var number: Int
  /// The window's peaks in order of frame, counted from the window's beginning; never none.
  var peaks: [SpectralPeak]

  /// The frames of the longest query that is one window.
  static func longest(frameDuration: Double) -> Int {
    guard frameDuration > 0, frameDuration.isFinite else { return 3 }
    return max(2, Int(min(length / frameDuration, 1e6))) * 3 / 2
  }

  /// The windows of a query, those without a peak left out.
  static func windows(of query: PeakSignature) -> [QueryWindow] {
    let duration = query.frameDuration.value
    guard duration > 0, duration.isFinite, let last = query.peaks.last else { return [] }
    var peaks = query.peaks
    if zip(peaks, peaks.dropFirst()).contains(where: { $0.frame > $1.frame }) {
      peaks.sort { ($0.frame, $0.bin) < ($1.frame, $1.bin) }
    }
    let frames = max(2, Int(min(length / duration, 1e6)))
    guard Int(peaks.last?.frame ?? last.frame) >= longest(frameDuration: duration) else {
      return [
        QueryWindow(start: 0, frameDuration: duration, number: 0, peaks: peaks)
      ]
    }
    var windows: [QueryWindow] = []
    var next = 0
    while next < peaks.count {
      // Windows begin at multiples of half their length.
      let half = frames / 2
      let start = Int(peaks[next].frame) / half * half
      let inside = peaks[next...].prefix { Int($0.frame) < start + 2 * half }
      windows.append(
        QueryWindow(
          start: start, frameDuration: duration, number: start / half,
          peaks: inside.map {
            SpectralPeak(
              frame: $0.frame - UInt32(start), bin: $0.bin, salience: $0.salience)
          }))
      guard inside.endIndex < peaks.count else { break }
      next = peaks[next...].firstIndex { Int($0.frame) >= start + half } ?? peaks.count
    }
    return windows
  }
}
