import Foundation

// Each example runs by itself and says whether it came out as it should.
var failed: [String] = []
for (name, run) in [
  ("party playlist", { try PartyPlaylist.run() }),
  ("concert setlist", { try ConcertSetlist.run() }),
  ("television episode", { try await TelevisionEpisode.run() }),
  ("follow along", { try FollowAlong.run() }),
] as [(String, () async throws -> Bool)] {
  print("== \(name)")
  if try await !run() { failed.append(name) }
}
if !failed.isEmpty {
  print("failed: \(failed.joined(separator: ", "))")
  exit(1)
}
