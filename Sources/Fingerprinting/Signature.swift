/// The two shapes a signature can have.
public enum SignatureFamily: String, Hashable, Codable, Sendable, CaseIterable {
  /// Sparse: peaks of the spectrum, each at a frame and a frequency.
  case peaks
  /// Dense: one word of bits per frame.
  case frames
}

/// What a strategy makes of sound.
///
/// Closed on purpose: an index, an encoding and a size rule exist for each family.
public enum Signature: Hashable, Codable, Sendable {
  /// A constellation of spectral peaks.
  case peaks(PeakSignature)
  /// One word of bits per frame.
  case frames(BitFrameSignature)

  /// Which of the shapes this is.
  public var family: SignatureFamily {
    switch self {
    case .peaks: .peaks
    case .frames: .frames
    }
  }

  /// The time from one frame to the next.
  public var frameDuration: Seconds {
    switch self {
    case .peaks(let signature): signature.frameDuration
    case .frames(let signature): signature.frameDuration
    }
  }

  /// The number of frames covered, those without content included.
  public var frameCount: Int {
    switch self {
    case .peaks(let signature): signature.frameCount
    case .frames(let signature): signature.words.count
    }
  }

  /// The time from the first frame to the end of the last.
  public var duration: Seconds { frameDuration * Double(frameCount) }

  /// Whether nothing in it could ever match: no peak, no frame, or in query form no reliable bit.
  public var isEmpty: Bool {
    switch self {
    case .peaks(let signature): signature.peaks.isEmpty
    case .frames(let signature):
      signature.words.isEmpty
        || !signature.unreliableBits.isEmpty
          && signature.unreliableBits.allSatisfy { $0 == .max }
    }
  }

  /// Joins the part that an extractor returned next.
  ///
  /// - Parameter part: of the same family and frame duration; its frames count on from zero of the
  ///   whole signature, as extractors give them.
  /// - Throws: `StrategyError.mismatchedParts` when the parts cannot belong together.
  public mutating func append(_ part: Signature) throws(StrategyError) {
    switch (self, part) {
    case (.peaks(var whole), .peaks(let next)) where whole.frameDuration == next.frameDuration:
      self = .peaks(PeakSignature(frameDuration: whole.frameDuration, frameCount: 0, peaks: []))
      whole.frameCount = max(whole.frameCount, next.frameCount)
      whole.peaks.append(contentsOf: next.peaks)
      self = .peaks(whole)
    case (.frames(var whole), .frames(let next)) where whole.frameDuration == next.frameDuration:
      self = .frames(
        BitFrameSignature(frameDuration: whole.frameDuration, words: [], unreliableBits: []))
      whole.words.append(contentsOf: next.words)
      whole.unreliableBits.append(contentsOf: next.unreliableBits)
      self = .frames(whole)
    default: throw .mismatchedParts
    }
  }
}

/// One local maximum of the spectrogram.
public struct SpectralPeak: Hashable, Codable, Sendable {
  /// The frame, counted from the first sample of the sound.
  public var frame: UInt32
  /// The frequency, in the steps that the strategy's configuration states.
  public var bin: UInt16
  /// How far the peak stands out of its surroundings, in the strategy's own steps; 0 in the stored
  /// form.
  public var salience: UInt16

  /// Joins the parts.
  public init(frame: UInt32, bin: UInt16, salience: UInt16) {
    self.frame = frame
    self.bin = bin
    self.salience = salience
  }
}

/// A constellation: spectral peaks in order of frame, then of bin.
public struct PeakSignature: Hashable, Codable, Sendable {
  /// The time from one frame to the next.
  public var frameDuration: Seconds
  /// The frames covered so far, counted from the first sample of the sound.
  public var frameCount: Int
  /// The peaks, sorted by frame, then bin.
  public var peaks: [SpectralPeak]

  /// Joins the parts.
  public init(frameDuration: Seconds, frameCount: Int, peaks: [SpectralPeak]) {
    self.frameDuration = frameDuration
    self.frameCount = frameCount
    self.peaks = peaks
  }
}

/// One word of 32 bits per frame (a sub-fingerprint in the words of Haitsma and Kalker 2002).
public struct BitFrameSignature: Hashable, Codable, Sendable {
  /// The time from one frame to the next.
  public var frameDuration: Seconds
  /// The sub-fingerprints in order.
  public var words: [UInt32]
  /// For each word, the bits most likely to be wrong; empty in the stored form.
  public var unreliableBits: [UInt32]

  /// Joins the parts.
  public init(frameDuration: Seconds, words: [UInt32], unreliableBits: [UInt32]) {
    self.frameDuration = frameDuration
    self.words = words
    self.unreliableBits = unreliableBits
  }
}
