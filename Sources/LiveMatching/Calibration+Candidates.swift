internal import Fingerprinting
internal import Scoring

extension Calibration {
  /// Says how probable it is for each of the candidates of one answer that it is right.
  func fill(_ candidates: inout [Candidate], queryLength: Seconds) {
    let scores = candidates.map(\.score)
    for place in candidates.indices {
      let others = scores.indices.filter { $0 != place }.map { scores[$0] }
      candidates[place].confidence = confidence(
        score: scores[place], margin: Self.margin(of: scores[place], over: others),
        queryLength: queryLength)
    }
  }
}
