public import Fingerprinting

/// A text as an editor, a disk or a wrong encoding may have spoilt it: one to three changes of bytes.
///
/// - Parameters:
///   - text: a whole file.
///   - generator: where chance comes from.
/// - Returns: the spoilt bytes.
public func damagedText(_ text: [UInt8], using generator: inout SplitMix64) -> [UInt8] {
  var damaged = text
  let pieces: [[UInt8]] = [
    Array("\"".utf8), Array("'".utf8), Array("\\u".utf8), Array("\\".utf8), Array("{".utf8),
    Array("}".utf8), Array("[".utf8), Array(",".utf8), Array(":".utf8), Array("0".utf8),
    Array("1e999".utf8), Array("-".utf8), Array(".".utf8), Array("/*".utf8), Array("\n".utf8),
    [0xfc], [0xfb, 0xc2], [0xc3], [0xed, 0xa0, 0x80], [0], [0xe2, 0x80, 0xa8],
  ]
  for _ in 0...generator.integer(below: 3) {
    let place = generator.integer(below: max(1, damaged.count))
    switch generator.integer(below: 5) {
    case 0 where !damaged.isEmpty: damaged[place] = UInt8(truncatingIfNeeded: generator.next())
    case 1 where !damaged.isEmpty: damaged.remove(at: place)
    case 2 where !damaged.isEmpty:
      let end = min(damaged.count, place + generator.integer(in: 1...40))
      damaged.insert(contentsOf: damaged[place..<end], at: place)
    case 3 where generator.integer(below: 8) == 0: damaged.removeLast(damaged.count - place)
    default:
      let piece = pieces[generator.integer(below: pieces.count)]
      damaged.insert(contentsOf: piece, at: min(place, damaged.count))
    }
  }
  return damaged
}
