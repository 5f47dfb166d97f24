import Fingerprinting
import Testing

@testable import Indexing

struct ShiftCounterTests {
  @Test func countsAsSixtyFourCountersWould() {
    var generator = SplitMix64(seed: 6)
    for count in [0, 1, 7, 8, 9, 3_001] {
      let words = (0..<count).map { _ in generator.next() & generator.next() }
      var counter = ShiftCounter()
      counter.add(count: count) { words[$0] }
      var found = [Int32](repeating: -1, count: 64)
      counter.write(to: &found)
      let expected = (0..<64).map { shift in
        Int32(words.count { $0 >> UInt64(shift) & 1 == 1 })
      }
      #expect(found == expected)
    }
  }

  @Test func mapHoldsEachPeakAndItsNeighbours() {
    let peaks = [(5, 3), (70, 0), (199, 9)].map {
      SpectralPeak(frame: UInt32($0.0), bin: UInt16($0.1), salience: 1)
    }
    let map = QueryMap(peaks, rows: 10, frames: 200, frameSpread: 1, binSpread: 1)
    for row in 0..<12 {
      for from in stride(from: -300, to: 500, by: 13) {
        var expected: UInt64 = 0
        for bit in 0..<64 {
          let near = peaks.contains {
            abs(Int($0.frame) - from - bit) <= 1 && abs(Int($0.bin) - row) <= 1 && row < 10
          }
          if near { expected |= 1 << UInt64(bit) }
        }
        #expect(map.bits(rowStart: map.rowStart(row), from: from) == expected)
      }
    }
  }
}
