public import Fingerprinting

/// The cost of a variant at one query length, a row of `cost.csv`; times are in seconds.
public struct CostRow: Hashable, Codable, Sendable {
  /// The variant's label.
  public var variant: String
  /// Nominal query length in seconds.
  public var seconds: Double
  /// Reference tracks, their sound, stored signature bytes, derived index bytes.
  public var footprint: IndexFootprint
  /// Time that all workers together spent on the references.
  ///
  /// Decoding and extraction of each, added up, and building the index. Divided into the references' duration it is the throughput of
  /// one worker.
  public var enrolment: Double
  /// Queries of the latency pass: one at a time, nothing else running, after a warm-up.
  public var latencyCount: Int
  /// Median, 95th and 99th percentile of reading the query from a WAV file of
  /// 16-bit samples at the working rate.
  public var decode: [Double]
  /// Median, 95th and 99th percentile (nearest rank) from samples to signature.
  public var extract: [Double]
  /// Median, 95th and 99th percentile from signature to candidates.
  public var search: [Double]

  /// Joins the parts.
  public init(
    variant: String, seconds: Double, footprint: IndexFootprint, enrolment: Double,
    latencyCount: Int, decode: [Double], extract: [Double], search: [Double]
  ) {
    self.variant = variant
    self.seconds = seconds
    self.footprint = footprint
    self.enrolment = enrolment
    self.latencyCount = latencyCount
    self.decode = decode
    self.extract = extract
    self.search = search
  }
}
