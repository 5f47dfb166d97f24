import Fingerprinting
import Foundation

/// Stored peaks and their pairs, frozen: pairs of a query vote for places, places are verified
/// peak by peak.
struct OffsetVotingIndex: SignatureIndex {
  let image: OffsetVotingImage
  let configuration: OffsetVotingConfiguration
  let hash: PairHash
  let builtWith: ComponentIdentity
  let tracks: [TrackID]
  let scratch = VoteScratchPool()

  init(_ image: OffsetVotingImage, _ text: OffsetVotingImage.Text) {
    self.image = image
    configuration = text.configuration
    hash = PairHash(text.configuration, rows: image.counts.rows)
    builtWith = text.identity
    tracks = text.tracks
  }

  init(
    mapping path: FilePath, builtWith: ComponentIdentity, configuration: OffsetVotingConfiguration
  ) throws(IndexError) {
    func unusable(_ reason: String) -> IndexError {
      .unusableFile(path: path.description, reason: reason + "; build the index again")
    }
    let image = try OffsetVotingImage(checking: MappedFile(path), path: path)
    let text: OffsetVotingImage.Text
    do {
      text = try JSONDecoder().decode(OffsetVotingImage.Text.self, from: Data(image.text))
    } catch {
      throw unusable("its list of tracks cannot be read")
    }
    guard text.identity == builtWith else {
      throw .identityMismatch(index: text.identity, strategy: builtWith)
    }
    guard text.configuration == configuration else {
      throw unusable("it was built with other settings of the index")
    }
    guard text.tracks.count == image.counts.tracks,
      (try? configuration.validate()) != nil,
      PairHash(configuration, rows: image.counts.rows).cells == image.counts.cells
    else { throw unusable("its sections contradict each other") }
    self.init(image, text)
  }

  var footprint: IndexFootprint {
    IndexFootprint(
      tracks: tracks.count, duration: Seconds(image.counts.duration),
      signatureBytes: image.counts.signatureBytes, indexBytes: image.memory.count)
  }

  func search(_ query: Signature, limit: Int) throws(IndexError) -> SearchAnswer {
    guard case .peaks(let peaks) = query else {
      throw .familyMismatch(expected: .peaks, found: query.family)
    }
    guard limit > 0, !tracks.isEmpty else {
      return SearchAnswer(candidates: [], work: WorkCounters())
    }
    let windows = QueryWindow.windows(of: peaks)
    var tracing = LineTracing(self, windows, offered: peaks.peaks.count)
    return tracing.answer(limit: limit)
  }

  func write(to path: FilePath) throws(IndexError) { try image.memory.write(to: path) }
}
