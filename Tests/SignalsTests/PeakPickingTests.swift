import Fingerprinting
import Signals
import Testing

struct PeakPickingTests {
  private func rows(_ count: Int, _ bins: Int, seed: UInt64, levels: Int) -> [[Int16]] {
    var generator = SplitMix64(seed: seed)
    return (0..<count).map { _ in
      (0..<bins).map { _ in Int16(generator.integer(below: levels)) }
    }
  }

  @Test(arguments: [(4, 6), (1, 1), (30, 50)]) func contrastIsLevelLessAverage(
    frameReach: Int, binReach: Int
  ) {
    let rows = rows(40, 37, seed: 5, levels: 9_000)
    let contrast = LocalContrast(binCount: 37, frameReach: frameReach, binReach: binReach)
    var found: [[Int16]] = []
    for row in rows { contrast.push(row) { out in found.append((0..<37).map { out[$0] }) } }
    contrast.finish { out in found.append((0..<37).map { out[$0] }) }
    #expect(found.count == rows.count)
    for frame in rows.indices {
      for bin in 0..<37 {
        var sum = 0.0
        var count = 0.0
        for row in rows[max(0, frame - frameReach)..<min(rows.count, frame + frameReach + 1)] {
          for value in row[max(0, bin - binReach)..<min(37, bin + binReach + 1)] {
            sum += Double(value)
            count += 1
          }
        }
        #expect(abs(Double(found[frame][bin]) - (Double(rows[frame][bin]) - sum / count)) <= 0.51)
      }
    }
  }

  @Test(arguments: [1_000, 12]) func maximaAreThoseOfASearchByHand(levels: Int) {
    let rows = rows(60, 41, seed: 8, levels: levels)
    let maxima = LocalMaxima(binCount: 41, frameReach: 2, binReach: 3, least: 5)
    var found: [[Int]] = []
    for row in rows {
      row.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        maxima.push(base) { found.append([$0, $1, Int($2)]) }
      }
    }
    maxima.finish { found.append([$0, $1, Int($2)]) }
    var expected: [[Int]] = []
    for frame in rows.indices {
      var previous = -100
      for bin in 0..<41 where rows[frame][bin] >= 5 && bin - previous > 3 {
        let bins = max(0, bin - 3)..<min(41, bin + 4)
        let earlier = rows[max(0, frame - 2)..<frame].allSatisfy { row in
          row[bins].allSatisfy { $0 < rows[frame][bin] }
        }
        let later = rows[frame..<min(60, frame + 3)].allSatisfy { row in
          row[bins].allSatisfy { $0 <= rows[frame][bin] }
        }
        if earlier && later {
          expected.append([frame, bin, Int(rows[frame][bin])])
          previous = bin
        }
      }
    }
    #expect(!expected.isEmpty)
    #expect(found == expected)
  }

  @Test func anUnchangingSoundHasOnePeak() {
    let maxima = LocalMaxima(binCount: 20, frameReach: 3, binReach: 3, least: 1)
    var row = [Int16](repeating: 0, count: 20)
    row[9] = 50
    var found: [Int] = []
    for _ in 0..<100 { maxima.push(row) { frame, _, _ in found.append(frame) } }
    maxima.finish { frame, _, _ in found.append(frame) }
    #expect(found == [0])
  }
}
