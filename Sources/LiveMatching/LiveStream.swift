public import AudioFiles
public import Fingerprinting

/// A stream matcher for sound as sources deliver it: conversion and recognition, still a pure value.
///
/// Stream time counts the sound that was delivered, in the source's own frames; what is known to
/// be lost counts too.
public struct LiveStream: ~Copyable {
  private var pcm: PCMStream
  private var matcher: StreamMatcher
  private var meter: LevelMeter

  /// Starts a stream.
  ///
  /// - Parameters:
  ///   - matcher: recognises the converted sound.
  ///   - isStrict: whether only the four classic rates are allowed, and no change of the format.
  public init(_ matcher: consuming StreamMatcher, isStrict: Bool = false) {
    pcm = PCMStream(to: matcher.strategy.requirements.sampleRate, isStrict: isStrict)
    meter = LevelMeter(window: Int(pcm.outputRate.hertz / 4))
    self.matcher = matcher
  }

  /// The stream time up to which sound has been converted.
  public var time: Seconds { matcher.time }
  /// The matches that go on, in the order of their start.
  public var matches: [LiveMatch] { matcher.matches }
  /// Searches made so far.
  public var searches: Int { matcher.searches }
  /// The root of the mean square of the latest quarter of a second; 1 is full scale.
  public var level: Double { meter.meanSquare.squareRoot() }

  /// The signature of the stream from a stream time on; see `StreamMatcher.signature(from:)`.
  public func signature(from start: Seconds) -> Signature { matcher.signature(from: start) }

  /// Takes the next piece.
  ///
  /// - Parameter piece: sound in any format.
  /// - Returns: what has happened, in order of stream time.
  /// - Throws: `PCMFormatError`, or what strategy and index throw.
  public mutating func take(_ piece: PCMBuffer) throws -> [MatchEvent] {
    var events: [MatchEvent] = []
    try take(piece) { events += $0.events }
    return events
  }

  /// Takes the next piece, and says after every step how things are; see
  /// `StreamMatcher.consume(_:eachStep:)`.
  ///
  /// - Parameters:
  ///   - piece: sound in any format.
  ///   - body: is told of each step that ends within the piece.
  /// - Throws: `PCMFormatError`, or what strategy, index and `body` throw.
  public mutating func take(
    _ piece: PCMBuffer, eachStep body: (StreamStep) throws -> Void
  ) throws {
    try piece.bytes.withUnsafeBytes { bytes in
      try pcm.process(bytes, as: piece.format) { block in
        meter.take(block)
        try matcher.consume(block, eachStep: body)
      }
    }
  }

  /// Goes on after sound that nobody heard.
  ///
  /// - Parameter lost: how much, where that is known; nothing then moves positions by what is
  ///   missing, which matches that go on find out.
  /// - Returns: what has happened.
  /// - Throws: what strategy and index throw.
  public mutating func skip(_ lost: Seconds?) throws -> [MatchEvent] {
    var events: [MatchEvent] = []
    try pcm.finish { events += try matcher.consume($0) }
    return events + (try matcher.resume(at: matcher.time + (lost ?? .zero)))
  }

  /// Ends the stream: what is left is searched once more, and everything ends.
  ///
  /// - Returns: what has happened, in order of stream time.
  /// - Throws: what strategy and index throw.
  public mutating func finish() throws -> [MatchEvent] {
    var events: [MatchEvent] = []
    try pcm.finish { events += try matcher.consume($0) }
    return events + (try matcher.finish())
  }
}
