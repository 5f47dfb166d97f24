/// A command line that was not understood.
///
/// A command may throw it as well, for what only it can see.
public struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was expected, what was found.
  public let description: String
  /// Makes an error of its words.
  public init(_ description: String) { self.description = description }
}

/// "did you mean 'x'?" for the known names nearest to a mistyped one, if any is near.
func didYouMean(_ written: String, _ known: [String]) -> String? {
  let word = Array(written.utf8)
  let ranked = known.map { (name: $0, distance: editDistance(word, Array($0.utf8))) }
  guard let best = ranked.map(\.distance).min(), best <= max(1, word.count / 3) else { return nil }
  let nearest = ranked.filter { $0.distance == best }.map { "'\($0.name)'" }
  return "did you mean \(nearest.joined(separator: " or "))?"
}

/// The insertions, deletions, replacements and swaps of neighbours between two words.
private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
  var before: [Int] = []
  var row = Array(0...right.count)
  for i in left.indices {
    var next = [i + 1]
    for j in right.indices {
      var distance = min(row[j + 1] + 1, next[j] + 1, row[j] + (left[i] == right[j] ? 0 : 1))
      if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
        distance = min(distance, before[j - 1] + 1)
      }
      next.append(distance)
    }
    before = row
    row = next
  }
  return row[right.count]
}
