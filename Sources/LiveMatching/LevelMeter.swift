/// How loud the latest sound was.
struct LevelMeter {
  /// The mean square of the latest whole window.
  private(set) var meanSquare = 0.0
  private let window: Int
  private var sum = 0.0
  private var count = 0

  /// - Parameter window: samples that are judged together.
  init(window: Int) { self.window = max(1, window) }

  mutating func take(_ block: Span<Float>) {
    block.withUnsafeBufferPointer { samples in
      for sample in samples {
        sum += Double(sample * sample)
        count += 1
        guard count == window else { continue }
        meanSquare = sum / Double(window)
        (sum, count) = (0, 0)
      }
    }
  }
}
