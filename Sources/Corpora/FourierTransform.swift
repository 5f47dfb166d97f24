/// The discrete Fourier transform, made of + − × ÷ alone: the same bits on every machine.
///
/// Strategies use a faster one; what is heard must not depend on it.
struct FourierTransform {
  /// The number of values, a power of two.
  let count: Int
  private let cosines: [Double]
  private let sines: [Double]

  /// Prepares transforms of at least `minimum` values.
  init(atLeast minimum: Int) {
    var count = 2
    while count < minimum { count *= 2 }
    self.count = count
    cosines = (0..<count / 2).map { Arithmetic.sine(turns: 0.25 - Double($0) / Double(count)) }
    sines = (0..<count / 2).map { -Arithmetic.sine(turns: Double($0) / Double(count)) }
  }

  /// Transforms in place, without a factor: twice gives `count` times the values, reversed in time.
  func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
    precondition(real.count == count && imaginary.count == count, "as many values as prepared")
    real.withUnsafeMutableBufferPointer { real in
      imaginary.withUnsafeMutableBufferPointer { imaginary in
        reverse(real, imaginary)
        cosines.withUnsafeBufferPointer { cosines in
          sines.withUnsafeBufferPointer { sines in
            var half = 1
            while half < count {
              let step = count / 2 / half
              for start in stride(from: 0, to: count, by: 2 * half) {
                for place in 0..<half {
                  let (low, high) = (start + place, start + place + half)
                  let (cosine, sine) = (cosines[place * step], sines[place * step])
                  let r = real[high] * cosine - imaginary[high] * sine
                  let i = real[high] * sine + imaginary[high] * cosine
                  real[high] = real[low] - r
                  imaginary[high] = imaginary[low] - i
                  real[low] += r
                  imaginary[low] += i
                }
              }
              half *= 2
            }
          }
        }
      }
    }
  }

  /// Puts each value where its place's bits, read backwards, say.
  private func reverse(
    _ real: UnsafeMutableBufferPointer<Double>, _ imaginary: UnsafeMutableBufferPointer<Double>
  ) {
    var mirrored = 0
    for place in 1..<count {
      var bit = count / 2
      while mirrored & bit != 0 {
        mirrored ^= bit
        bit /= 2
      }
      mirrored |= bit
      if place < mirrored {
        real.swapAt(place, mirrored)
        imaginary.swapAt(place, mirrored)
      }
    }
  }
}

/// The convolution of two sounds: `signal.count + response.count − 1` samples.
func convolved(_ signal: [Float], with response: [Float]) -> [Float] {
  guard !signal.isEmpty, !response.isEmpty else { return [] }
  let length = signal.count + response.count - 1
  let transform = FourierTransform(atLeast: length)
  // One as the real, the other as the imaginary part: half the imaginary part of the square is
  // their product.
  let level = level(of: signal, against: response)
  var real = [Double](repeating: 0, count: transform.count)
  var imaginary = real
  for place in signal.indices { real[place] = Double(signal[place]) }
  for place in response.indices { imaginary[place] = level * Double(response[place]) }
  transform.transform(&real, &imaginary)
  for place in real.indices {
    let (r, i) = (real[place], imaginary[place])
    real[place] = r * r - i * i
    imaginary[place] = 2 * r * i
  }
  transform.transform(&real, &imaginary)
  // The second transform has reversed time.
  let scale = 0.5 / level / Double(transform.count)
  return (0..<length).map { Float(imaginary[($0 == 0 ? 0 : transform.count - $0)] * scale) }
}

/// What makes the second sound as strong as the first, so that neither drowns in the other's
/// rounding; 1 where one of them is silent.
private func level(of signal: [Float], against response: [Float]) -> Double {
  func energy(_ samples: [Float]) -> Double {
    samples.reduce(0) { $0 + Double($1) * Double($1) }
  }
  let ratio = (energy(signal) / energy(response)).squareRoot()
  return ratio.isFinite && ratio > 0 ? ratio : 1
}

/// How many samples later `heard` is than `original`, where the two agree best.
///
/// - Parameters:
///   - heard: the later sound.
///   - original: the earlier one.
///   - range: the delays that are looked at.
/// - Returns: the delay; negative where `heard` is the earlier one.
func delay(of heard: [Float], after original: [Float], within range: ClosedRange<Int>) -> Int {
  let correlation = convolved(heard, with: original.reversed())
  let zero = original.count - 1
  let legal = range.clamped(to: -zero...max(-zero, correlation.count - 1 - zero))
  var best = legal.lowerBound
  for lag in legal where correlation[zero + lag] > correlation[zero + best] { best = lag }
  return best
}
