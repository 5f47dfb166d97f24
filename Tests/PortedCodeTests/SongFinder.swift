import Foundation
import OtherNames
import SoundmarkSH

// Code as it is written for another platform, in a module whose default isolation is the main actor:
// what differs is the import, and where the sound comes from.

/// Finds songs in what is recorded, through a delegate.
final class SongFinder: NSObject, SHSessionDelegate {
  private let session: SHSession
  private(set) var song: SHMediaItem?
  private(set) var history: [SHMediaItem] = []
  private(set) var problems: [String] = []
  /// This program's own type of that name.
  let account = Session(user: "somebody")

  init(catalog: SHCustomCatalog) {
    session = SHSession(catalog: catalog)
    super.init()
    session.delegate = self
  }

  func record(_ buffer: PCMBuffer, at time: AudioTime?) {
    session.matchStreamingBuffer(buffer, at: time)
  }

  func match(_ signature: SHSignature) { session.match(signature) }

  func session(_ session: SHSession, didFind match: SHMatch) {
    MainActor.preconditionIsolated()
    guard let item = match.mediaItems.first else { return }
    song = item
    history.append(item)
  }

  func session(
    _ session: SHSession, didNotFindMatchFor signature: SHSignature, error: (any Error)?
  ) {
    MainActor.preconditionIsolated()
    problems.append(error?.localizedDescription ?? "no match")
  }
}
