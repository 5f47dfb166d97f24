internal import Fingerprinting
internal import Synchronization

/// An index that keeps the book of what it is asked and answers.
///
/// One stream at a time may ask it.
final class TracingIndex: SignatureIndex {
  /// One search.
  struct Entry: Sendable {
    /// Seconds of sound that were asked about.
    var queryLength: Double
    /// The best answers.
    var candidates: [Candidate]
  }

  private let base: any SignatureIndex
  private let entries = Mutex<[Entry]>([])

  init(_ base: any SignatureIndex) { self.base = base }

  var builtWith: ComponentIdentity { base.builtWith }
  var footprint: IndexFootprint { base.footprint }
  var tracks: [TrackID] { base.tracks }

  func search(_ query: Signature, limit: Int) throws(IndexError) -> SearchAnswer {
    let answer = try base.search(query, limit: limit)
    entries.withLock {
      $0.append(Entry(queryLength: query.duration.value, candidates: answer.candidates))
    }
    return answer
  }

  func duration(of track: TrackID) -> Seconds? { base.duration(of: track) }
  func sharedEvidence(
    of candidate: Candidate, with other: Candidate, in query: Signature
  ) -> Double? {
    base.sharedEvidence(of: candidate, with: other, in: query)
  }

  func write(to path: FilePath) throws(IndexError) { try base.write(to: path) }

  /// What was asked since the last time.
  func take() -> [Entry] {
    entries.withLock { entries in
      defer { entries = [] }
      return entries
    }
  }
}
