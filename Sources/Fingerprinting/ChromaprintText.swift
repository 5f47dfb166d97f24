internal import Foundation

/// Chromaprint's fingerprints as text: the compressed form that AcoustID takes, and plain numbers.
///
/// The compressed form is the URL-safe base64, without padding, of these bytes: the algorithm's
/// number less one; the word count in three bytes, most significant first; a list of 3-bit numbers
/// packed from the lowest bit up and padded to a byte; a list of 5-bit numbers packed likewise.
/// Each word, combined by exclusive or with the one before, is told by the places of its set bits
/// counted from 1, each as its distance from the one before: a distance below 7 is a 3-bit number;
/// another is a 7, and the rest of it the next 5-bit number. A 0 ends each word.
public enum ChromaprintText {
  /// The most words that the compressed form can count.
  public static let largestCount = 0xff_ffff

  /// The words as `fpcalc` prints them.
  ///
  /// - Parameters:
  ///   - words: the fingerprint; at most `largestCount` words.
  ///   - algorithm: Chromaprint's number of the algorithm, 1 … 256.
  /// - Throws: `ChromaprintTextError` for what the form cannot hold.
  /// - Returns: URL-safe base64 without padding.
  public static func compressed(
    _ words: [UInt32], algorithm: Int = 2
  ) throws(ChromaprintTextError) -> String {
    guard words.count <= largestCount else { throw .tooManyWords(words.count) }
    guard (1...256).contains(algorithm) else { throw .unknownAlgorithm(algorithm) }
    var short = LowBitWriter()
    var long = LowBitWriter()
    var previous: UInt32 = 0
    for word in words {
      var changed = word ^ previous
      previous = word
      var place = 0
      while changed != 0 {
        let next = changed.trailingZeroBitCount + 1
        let distance = next - place
        place = next
        changed &= changed - 1
        short.write(UInt8(min(distance, 7)), bits: 3)
        if distance >= 7 { long.write(UInt8(distance - 7), bits: 5) }
      }
      short.write(0, bits: 3)
    }
    let count = words.count
    let head = [algorithm - 1, count >> 16, (count >> 8) & 255, count & 255].map { UInt8($0) }
    return Data(head + short.bytes + long.bytes).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// The words and the algorithm of a compressed fingerprint.
  ///
  /// - Parameter text: URL-safe base64; padding is tolerated.
  /// - Throws: `ChromaprintTextError` where the text is not exactly one fingerprint.
  /// - Returns: the algorithm's number and the words.
  public static func parse(
    compressed text: String
  ) throws(ChromaprintTextError) -> (algorithm: Int, words: [UInt32]) {
    var base64 = text.replacing("-", with: "+").replacing("_", with: "/").replacing("=", with: "")
    base64 += String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: base64) else { throw .notBase64 }
    let bytes = Array(data)
    guard bytes.count >= 4 else { throw .truncated }
    let count = Int(bytes[1]) << 16 | Int(bytes[2]) << 8 | Int(bytes[3])
    guard count * 3 <= (bytes.count - 4) * 8 else { throw .truncated }
    // The 5-bit list begins where the 3-bit list ends, so the ends of all words come first.
    var short = LowBitReader(bytes: bytes, from: 4)
    var ended = 0
    var longCount = 0
    var shortCount = 0
    while ended < count {
      guard let number = short.read(bits: 3) else { throw .truncated }
      shortCount += 1
      if number == 0 { ended += 1 }
      if number == 7 { longCount += 1 }
    }
    let longStart = 4 + (shortCount * 3 + 7) / 8
    guard bytes.count >= longStart + (longCount * 5 + 7) / 8 else { throw .truncated }
    guard bytes.count == longStart + (longCount * 5 + 7) / 8 else { throw .trailingBytes }
    short = LowBitReader(bytes: bytes, from: 4)
    var long = LowBitReader(bytes: bytes, from: longStart)
    var words: [UInt32] = []
    words.reserveCapacity(count)
    var word: UInt32 = 0
    var place = 0
    for _ in 0..<shortCount {
      guard let number = short.read(bits: 3) else { throw .truncated }
      guard number != 0 else {
        words.append(word)
        place = 0
        continue
      }
      place += Int(number)
      if number == 7 {
        guard let rest = long.read(bits: 5) else { throw .truncated }
        place += Int(rest)
      }
      guard place <= 32 else { throw .bitOutsideWord(place) }
      word ^= 1 << UInt32(place - 1)
    }
    return (Int(bytes[0]) + 1, words)
  }

  /// The words as unsigned decimal numbers with commas, as `fpcalc -raw` prints them.
  ///
  /// - Parameter words: the fingerprint.
  /// - Returns: the numbers; empty for no words.
  public static func raw(_ words: [UInt32]) -> String {
    words.map { String($0) }.joined(separator: ",")
  }

  /// The words of decimal numbers with commas, signed or unsigned.
  ///
  /// - Parameter text: what `fpcalc -raw`, with or without `-signed`, prints.
  /// - Throws: `ChromaprintTextError.notANumber`.
  /// - Returns: the words.
  public static func parse(raw text: String) throws(ChromaprintTextError) -> [UInt32] {
    var words: [UInt32] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: !text.contains(",")) {
      if let word = UInt32(part) {
        words.append(word)
      } else if let word = Int32(part) {
        words.append(UInt32(bitPattern: word))
      } else {
        throw .notANumber(String(part))
      }
    }
    return words
  }
}

/// Why a text is no fingerprint, or a fingerprint no text.
public enum ChromaprintTextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// More words than three bytes can count.
  case tooManyWords(Int)
  /// An algorithm that one byte cannot name.
  case unknownAlgorithm(Int)
  /// The text is not URL-safe base64.
  case notBase64
  /// The bytes end before the words do.
  case truncated
  /// Bytes follow the last word.
  case trailingBytes
  /// A bit beyond the thirty-second is set.
  case bitOutsideWord(Int)
  /// A part between commas is no number of 32 bits.
  case notANumber(String)

  /// The error in words.
  public var description: String {
    switch self {
    case .tooManyWords(let count):
      "the compressed form counts at most \(ChromaprintText.largestCount) words, found \(count); "
        + "split the sound"
    case .unknownAlgorithm(let number): "expected an algorithm 1 … 256, found \(number)"
    case .notBase64: "expected a fingerprint in URL-safe base64, found other characters"
    case .truncated: "the fingerprint ends before its last word: it was cut off"
    case .trailingBytes: "bytes follow the fingerprint's last word: it is not one fingerprint"
    case .bitOutsideWord(let place): "the fingerprint sets bit \(place) of a word of 32: damaged"
    case .notANumber(let part): "expected whole numbers with commas, found '\(part)'"
    }
  }
}

/// Packs small numbers from the lowest bit of each byte up.
private struct LowBitWriter {
  var bytes: [UInt8] = []
  private var used = 8

  mutating func write(_ number: UInt8, bits: Int) {
    for bit in 0..<bits {
      if used == 8 {
        bytes.append(0)
        used = 0
      }
      bytes[bytes.count - 1] |= ((number >> UInt8(bit)) & 1) << UInt8(used)
      used += 1
    }
  }
}

/// Reads what `LowBitWriter` packed.
private struct LowBitReader {
  private let bytes: [UInt8]
  private var position: Int

  init(bytes: [UInt8], from firstByte: Int) {
    self.bytes = bytes
    position = firstByte * 8
  }

  mutating func read(bits: Int) -> UInt8? {
    guard position + bits <= bytes.count * 8 else { return nil }
    var number: UInt8 = 0
    for bit in 0..<bits {
      number |= ((bytes[position / 8] >> UInt8(position % 8)) & 1) << UInt8(bit)
      position += 1
    }
    return number
  }
}
