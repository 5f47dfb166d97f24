/// A plain reverberator: four combs side by side, then two all-passes.
struct Room {
  private static let combSeconds = [0.029_7, 0.037_1, 0.041_1, 0.043_7]
  private static let allPassSeconds = [0.005, 0.001_7]

  var wet: Float
  /// What a comb keeps each time round.
  var feedback: Float

  /// Adds the room to a dry sound.
  func apply(to buffer: UnsafeMutableBufferPointer<Float>, rate: Double) {
    guard wet > 0 else { return }
    var combs = Self.combSeconds.map { [Float](repeating: 0, count: max(1, Int($0 * rate))) }
    var allPasses = Self.allPassSeconds.map {
      [Float](repeating: 0, count: max(1, Int($0 * rate)))
    }
    let block = 256
    var late = [Float](repeating: 0, count: block)
    var heads = [0, 0, 0, 0]
    var passHeads = [0, 0]
    var start = 0
    while start < buffer.count {
      let count = min(block, buffer.count - start)
      for place in 0..<count { late[place] = 0 }
      for comb in combs.indices {
        heads[comb] = combs[comb].withUnsafeMutableBufferPointer { line in
          var head = heads[comb]
          for place in 0..<count {
            let echo = line[head]
            late[place] += 0.25 * echo
            line[head] = buffer[start + place] + feedback * echo
            head = head + 1 == line.count ? 0 : head + 1
          }
          return head
        }
      }
      for pass in allPasses.indices {
        passHeads[pass] = allPasses[pass].withUnsafeMutableBufferPointer { line in
          var head = passHeads[pass]
          for place in 0..<count {
            let echo = line[head]
            let input = late[place] + 0.6 * echo
            line[head] = input
            late[place] = echo - 0.6 * input
            head = head + 1 == line.count ? 0 : head + 1
          }
          return head
        }
      }
      for place in 0..<count { buffer[start + place] += wet * late[place] }
      start += count
    }
  }
}
