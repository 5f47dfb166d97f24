import Fingerprinting

/// Which pairs of peaks are made, and the cell of the table that each pair belongs to.
///
/// A cell is (anchor bin, bin difference, frame difference); the frame difference varies fastest,
/// so that a look-up with tolerance in time reads one run of postings.
struct PairHash {
  let zoneFirst: Int
  let zoneLast: Int
  let reach: Int
  let rows: Int
  let zoneLength: Int
  let rowCells: Int

  init(_ configuration: OffsetVotingConfiguration, rows: Int) {
    zoneFirst = configuration.zoneFirstFrame
    zoneLast = configuration.zoneLastFrame
    reach = configuration.zoneBinReach
    self.rows = rows
    zoneLength = zoneLast - zoneFirst + 1
    rowCells = (2 * reach + 1) * zoneLength
  }

  /// The number of cells, or nil beyond what a table may have.
  var cells: Int? {
    let (cells, overflow) = rows.multipliedReportingOverflow(by: rowCells)
    return overflow || cells >= 1 << 31 ? nil : cells
  }

  /// Calls `body` with anchor, target and the first cell of their frequencies' run, for all pairs
  /// of peaks sorted by frame whose anchor has a bin of `anchors`.
  @inline(__always)
  func forEachPair<Frame: FixedWidthInteger, Bin: FixedWidthInteger>(
    frames: UnsafePointer<Frame>, bins: UnsafePointer<Bin>, count: Int, fanOut: Int,
    anchors: Range<Int>,
    _ body: (_ anchor: Int, _ frameDifference: Int, _ run: Int) -> Void
  ) {
    var zoneStart = 0
    for anchor in 0..<count {
      let frame = Int(frames[anchor])
      let bin = Int(bins[anchor])
      guard anchors.contains(bin) else { continue }
      while zoneStart < count, Int(frames[zoneStart]) < frame + zoneFirst { zoneStart += 1 }
      var target = zoneStart
      var made = 0
      while target < count, made < fanOut {
        let difference = Int(frames[target]) - frame
        if difference > zoneLast { break }
        let binDifference = Int(bins[target]) - bin
        if difference >= zoneFirst, binDifference >= -reach, binDifference <= reach {
          body(anchor, difference, bin * rowCells + (binDifference + reach) * zoneLength)
          made += 1
        }
        target += 1
      }
    }
  }
}
