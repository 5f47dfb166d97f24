import Fingerprinting
import Testing

@testable import Indexing

struct ShiftCounterTests {
  @Test func countsAsSixtyFourCountersWould() {
    var generator = SplitMix64(seed: 6)
    var counter = ShiftCounter()
    var expected = [Int32](repeating: 0, count: 64)
    for _ in 0..<3_000 {
      let bits = generator.next() & generator.next()
      counter.add(bits)
      for shift in 0..<64 where bits >> UInt64(shift) & 1 == 1 { expected[shift] += 1 }
    }
    #expect(counter.values() == expected)
  }

  @Test func mapHoldsEachPeakAndItsNeighbours() {
    let peaks = [(5, 3), (70, 0), (199, 9)].map {
      SpectralPeak(frame: UInt32($0.0), bin: UInt16($0.1), salience: 1)
    }
    let map = QueryMap(peaks, rows: 10, frames: 200, frameSpread: 1, binSpread: 1)
    for row in 0..<10 {
      for from in stride(from: -300, to: 500, by: 13) {
        var expected: UInt64 = 0
        for bit in 0..<64 {
          let near = peaks.contains {
            abs(Int($0.frame) - from - bit) <= 1 && abs(Int($0.bin) - row) <= 1
          }
          if near { expected |= 1 << UInt64(bit) }
        }
        #expect(map.bits(row: row, from: from) == expected)
      }
    }
  }
}
