import Synchronization

/// Votes per stretch of the common time line, reused from search to search.
///
/// Between searches all votes are zero.
final class VoteScratch {
  let votes: UnsafeMutablePointer<UInt8>
  /// Room for each group of eight stretches: those looked at closely, and their heights.
  let groups: UnsafeMutablePointer<UInt32>
  let heights: UnsafeMutablePointer<UInt16>
  let count: Int

  init(count: Int) {
    votes = .allocate(capacity: count)
    votes.initialize(repeating: 0, count: count)
    groups = .allocate(capacity: count / 8 + 1)
    groups.initialize(repeating: 0, count: count / 8 + 1)
    heights = .allocate(capacity: count / 8 + 1)
    heights.initialize(repeating: 0, count: count / 8 + 1)
    self.count = count
  }

  deinit {
    votes.deallocate()
    groups.deallocate()
    heights.deallocate()
  }

  func clear() { votes.update(repeating: 0, count: count) }
}

/// Lends scratch memory to searches that run at the same time.
///
/// Sendable because the lock guards the list, and a scratch belongs to one search from the moment
/// it leaves the list until it is back.
final class VoteScratchPool: @unchecked Sendable {
  private let lock = Mutex(())
  private var free: [VoteScratch] = []

  func take(count: Int) -> VoteScratch {
    let known = lock.withLock { _ in
      free.lastIndex { $0.count >= count }.map { free.remove(at: $0) }
    }
    return known ?? VoteScratch(count: count)
  }

  func give(_ scratch: VoteScratch) {
    scratch.clear()
    lock.withLock { _ in
      if free.count < 16 { free.append(scratch) }
    }
  }
}
