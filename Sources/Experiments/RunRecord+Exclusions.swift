public import Corpora
internal import Fingerprinting

extension RunRecord {
  /// The record without the queries of listed recordings.
  ///
  /// What was enrolled stays enrolled: a query may still be taken for a listed recording.
  ///
  /// - Parameters:
  ///   - list: the recordings.
  ///   - name: what warnings call the list.
  /// - Returns: the rest of the record, with a warning that says how much is missing.
  public func without(_ list: ExclusionList, called name: String) -> RunRecord {
    var rest = self
    rest.queries = queries.filter { !list.contains($0.recording) }
    rest.excerpts = excerpts.filter { !list.contains($0.recording) }
    let missing = queries.count - rest.queries.count
    rest.provenance.plannedQueries -= missing
    let recordings = Set(excerpts.map { TrackID($0.recording) }).count
    let left = Set(rest.excerpts.map { TrackID($0.recording) }).count
    rest.provenance.warnings.append(
      "\(missing) of \(queries.count) queries are left out: \(recordings - left) of \(recordings) "
        + "recordings are on the list '\(name)'")
    return rest
  }
}
