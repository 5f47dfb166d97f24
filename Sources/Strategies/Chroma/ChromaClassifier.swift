import Foundation

/// One of the sixteen features of a chroma image, quantised to two bits (after Ke, Hoiem and
/// Sukthankar 2005, "Computer vision for music identification").
///
/// A feature compares two sums `a` and `b` over a rectangle of time and chroma by
/// ln((1 + a) / (1 + b)).
struct ChromaClassifier {
  /// Which parts of the rectangle are `a` and which are `b`.
  enum Shape {
    case whole, chromaHalves, timeHalves, quarters, chromaThirds, timeThirds
  }

  let shape: Shape
  /// The rectangle's lowest chroma and its extents.
  let chroma: Int
  let height: Int
  let width: Int
  /// Where the value passes from one of the four codes to the next.
  let thresholds: (Double, Double, Double)

  init(
    _ shape: Shape, _ chroma: Int, _ height: Int, _ width: Int, _ first: Double, _ second: Double,
    _ third: Double
  ) {
    self.shape = shape
    self.chroma = chroma
    self.height = height
    self.width = width
    thresholds = (first, second, third)
  }

  /// The classifiers of Chromaprint's algorithm 2; the first makes the highest two bits.
  static let all: [ChromaClassifier] = [
    ChromaClassifier(.whole, 4, 3, 15, 1.98215, 2.35817, 2.63523),
    ChromaClassifier(.chromaThirds, 4, 6, 15, -1.03809, -0.651211, -0.282167),
    ChromaClassifier(.chromaHalves, 0, 4, 16, -0.298702, 0.119262, 0.558497),
    ChromaClassifier(.quarters, 8, 2, 12, -0.105439, 0.0153946, 0.135898),
    ChromaClassifier(.quarters, 4, 4, 8, -0.142891, 0.0258736, 0.200632),
    ChromaClassifier(.chromaThirds, 0, 3, 5, -0.826319, -0.590612, -0.368214),
    ChromaClassifier(.chromaHalves, 2, 2, 9, -0.557409, -0.233035, 0.0534525),
    ChromaClassifier(.timeHalves, 7, 3, 4, -0.0646826, 0.00620476, 0.0784847),
    ChromaClassifier(.timeHalves, 6, 2, 16, -0.192387, -0.029699, 0.215855),
    ChromaClassifier(.timeHalves, 1, 3, 2, -0.0397818, -0.00568076, 0.0292026),
    ChromaClassifier(.timeThirds, 10, 1, 15, -0.53823, -0.369934, -0.190235),
    ChromaClassifier(.quarters, 6, 2, 10, -0.124877, 0.0296483, 0.139239),
    ChromaClassifier(.timeHalves, 1, 1, 14, -0.101475, 0.0225617, 0.231971),
    ChromaClassifier(.quarters, 5, 6, 4, -0.0799915, -0.00729616, 0.063262),
    ChromaClassifier(.chromaHalves, 9, 2, 12, -0.272556, 0.019424, 0.302559),
    ChromaClassifier(.quarters, 4, 2, 14, -0.164292, -0.0321188, 0.0846339),
  ]

  /// The rows of an image that one word looks at.
  static let rows = 16

  /// What becomes of an image of zeros: every feature is ln 1, and all silence has this word.
  static let wordOfSilence: UInt32 = 627_964_279

  /// The feature's value.
  ///
  /// - Parameter image: the rows from the earliest on.
  /// - Returns: ln((1 + a) / (1 + b)).
  func value(in image: borrowing ChromaImage) -> Double {
    let top = chroma + height
    let a: Double
    let b: Double
    switch shape {
    case .whole:
      a = image.sum(0, width, chroma, top)
      b = 0
    case .chromaHalves:
      let middle = chroma + height / 2
      a = image.sum(0, width, middle, top)
      b = image.sum(0, width, chroma, middle)
    case .timeHalves:
      a = image.sum(width / 2, width, chroma, top)
      b = image.sum(0, width / 2, chroma, top)
    case .quarters:
      let half = width / 2
      let middle = chroma + height / 2
      a = image.sum(0, half, middle, top) + image.sum(half, width, chroma, middle)
      b = image.sum(0, half, chroma, middle) + image.sum(half, width, middle, top)
    case .chromaThirds:
      let first = chroma + height / 3
      let second = chroma + 2 * height / 3
      a = image.sum(0, width, first, second)
      b = image.sum(0, width, chroma, first) + image.sum(0, width, second, top)
    case .timeThirds:
      let first = width / 3
      let second = 2 * width / 3
      a = image.sum(first, second, chroma, top)
      b = image.sum(0, first, chroma, top) + image.sum(second, width, chroma, top)
    }
    return log((1 + a) / (1 + b))
  }

  /// The Gray code of a value, and how far each of its two bits is from turning.
  ///
  /// - Parameter value: the feature's value.
  /// - Returns: the code; the distances of its high and its low bit to the nearest threshold at
  ///   which they turn, relative to the span of the thresholds.
  func quantise(_ value: Double) -> (code: UInt32, high: Double, low: Double) {
    let (first, second, third) = thresholds
    let code: UInt32 = value < first ? 0 : value < second ? 1 : value < third ? 3 : 2
    let span = third - first
    return (
      code, abs(value - second) / span, min(abs(value - first), abs(value - third)) / span
    )
  }
}

/// The last rows of a chroma image, as sums over chroma, so that an area costs two reads a row.
struct ChromaImage {
  static let chromas = 12
  /// For each row of a ring, the sums of its first 0 … 12 values.
  private var sums = [Double](repeating: 0, count: ChromaClassifier.rows * (chromas + 1))
  private var next = 0

  /// Appends a row of twelve values; the oldest is forgotten.
  mutating func append(_ row: [Double]) {
    let start = next * (Self.chromas + 1)
    var sum = 0.0
    for (chroma, value) in row.enumerated() {
      sum += value
      sums[start + chroma + 1] = sum
    }
    next = (next + 1) % ChromaClassifier.rows
  }

  /// The sum over rows `first` ..< `last`, counted from the oldest, and chromas `low` ..< `high`.
  func sum(_ first: Int, _ last: Int, _ low: Int, _ high: Int) -> Double {
    var sum = 0.0
    for row in first..<last {
      let start = (next + row) % ChromaClassifier.rows * (Self.chromas + 1)
      sum += sums[start + high] - sums[start + low]
    }
    return sum
  }
}
