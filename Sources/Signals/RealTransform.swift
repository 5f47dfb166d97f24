internal import CFFTW
internal import Synchronization

/// The discrete Fourier transform of real sequences of one length.
///
/// Plans are made once per length, under one lock (only execution is thread-safe in FFTW), by
/// `FFTW_ESTIMATE`: measured plans depend on timing, and with them the rounding. They are kept for
/// the life of the process, so none is ever destroyed.
public struct RealTransform: Sendable {
  /// Samples per transform.
  public let length: Int
  private let plan: Plan

  /// A plan may be executed by many threads at once on arrays of their own: FFTW documents
  /// `fftwf_execute_dft_r2c` as thread-safe, and nothing else is ever done with the pointer.
  private struct Plan: @unchecked Sendable {
    let pointer: fftwf_plan
  }

  private static let plans = Mutex<[Int: Plan]>([:])

  /// The version text of the library.
  public static var libraryVersion: String { String(cString: fftwf_version_text()) }

  /// Takes or makes the plan of a length; nil when FFTW can make no such plan.
  ///
  /// - Parameter length: a positive, even number of samples.
  public init?(length: Int) {
    guard length > 0, length.isMultiple(of: 2), let size = Int32(exactly: length) else {
      return nil
    }
    let plan = Self.plans.withLock { plans -> Plan? in
      if let known = plans[length] { return known }
      let input = AlignedBuffer<Float>(count: length, zero: 0)
      let output = AlignedBuffer<Float>(count: length + 2, zero: 0)
      let made = output.base.withMemoryRebound(to: fftwf_complex.self, capacity: length / 2 + 1) {
        fftwf_plan_dft_r2c_1d(size, input.base, $0, UInt32(1 << 6) /* FFTW_ESTIMATE */)
      }
      guard let made else { return nil }
      let plan = Plan(pointer: made)
      plans[length] = plan
      return plan
    }
    guard let plan else { return nil }
    self.length = length
    self.plan = plan
  }

  /// Transforms `input` (`length` samples, overwritten at will) to `output` (`length` + 2 floats:
  /// real and imaginary parts of bins 0 … `length` / 2).
  ///
  /// - Parameters:
  ///   - input: memory of an `AlignedBuffer`, from its first element.
  ///   - output: memory of another `AlignedBuffer`, from its first element.
  public func forward(
    _ input: UnsafeMutablePointer<Float>, into output: UnsafeMutablePointer<Float>
  ) {
    output.withMemoryRebound(to: fftwf_complex.self, capacity: length / 2 + 1) {
      fftwf_execute_dft_r2c(plan.pointer, input, $0)
    }
  }
}
