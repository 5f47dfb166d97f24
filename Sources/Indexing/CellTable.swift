/// Where the postings of each cell lie, for a table most of whose cells may be empty.
///
/// A cell without postings costs one bit and its share of a count per word, so that the index of a
/// short catalog stays small.
struct CellTable {
  /// A bit for each cell, set where it has postings.
  let bits: UnsafeMutablePointer<UInt64>
  /// Per word of bits, the cells with postings before it.
  let ranks: UnsafeMutablePointer<UInt32>
  /// Per cell with postings, where they begin; and the end of the last.
  let listStarts: UnsafeMutablePointer<UInt32>

  /// How many of the cells before this one have postings.
  @inline(__always)
  func lists(before cell: Int) -> UInt32 {
    let word = cell &>> 6
    let below = bits[word] & ((1 &<< UInt64(truncatingIfNeeded: cell & 63)) &- 1)
    return ranks[word] &+ UInt32(truncatingIfNeeded: below.nonzeroBitCount)
  }

  /// Writes the table of cells that have so many postings each.
  func fill(counts: [UInt32]) {
    var list = 0
    var total: UInt32 = 0
    for cell in counts.indices {
      if cell & 63 == 0 { ranks[cell >> 6] = UInt32(list) }
      guard counts[cell] > 0 else { continue }
      bits[cell >> 6] |= 1 << UInt64(cell & 63)
      listStarts[list] = total
      total += counts[cell]
      list += 1
    }
    if counts.count & 63 == 0 { ranks[counts.count >> 6] = UInt32(list) }
    listStarts[list] = total
  }

  /// Whether no look-up can leave the postings.
  func isConsistent(with counts: OffsetVotingImage.Counts) -> Bool {
    var lists = 0
    var fits = true
    for word in 0..<counts.cellWords {
      fits = fits && Int(ranks[word]) == lists
      lists += bits[word].nonzeroBitCount
    }
    // The bits beyond the last cell are clear.
    fits = fits && bits[counts.cells / 64] >> UInt64(counts.cells & 63) == 0
    guard fits, lists == counts.lists, listStarts[0] == 0 else { return false }
    let starts = listStarts
    var disorder: UInt32 = 0
    for list in 0..<lists { disorder |= starts[list] < starts[list + 1] ? 0 : 1 }
    return disorder == 0 && Int(starts[lists]) == counts.postings
  }
}
