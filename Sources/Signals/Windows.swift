internal import Foundation

/// The periodic Hann window: 0 at the first sample, 1 in the middle.
///
/// - Parameter count: the length of the window.
/// - Returns: `count` factors.
public func hannWindow(count: Int) -> [Float] {
  (0..<count).map { Float(0.5 - 0.5 * cos(2 * Double.pi * Double($0) / Double(count))) }
}
