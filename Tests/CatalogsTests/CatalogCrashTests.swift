import Catalogs
import Fingerprinting
import Foundation
import TestSupport
import Testing

/// A catalog whose program is killed is whole, and holds what it was reported to hold.
struct CatalogCrashTests {
  @Test(arguments: [0, 1, 2, 3, 4])
  func killedAndBegunAgain(afterFiles count: Int) async throws {
    try await withTemporaryDirectory { folder in
      let sources = try Fixtures.write(5, into: folder).map { CatalogSource($0) }
      let log = folder.appending("log")
      try log.write([])
      let name = "\(folder)"
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [name = name as String, count = count as Int] in
        let folder = FilePath(name)
        let log = FileHandle(forWritingAtPath: "\(folder)/log")
        @Sendable func killSoon() {
          Thread.detachNewThread {
            usleep(UInt32(count * count * 1_500))
            kill(getpid(), SIGKILL)
          }
        }
        let catalog = try Fixtures.catalog(at: folder.appending("c"))
        if count == 0 { killSoon() }
        try await catalog.add(
          (0..<5).map { CatalogSource(folder.appending("\($0).wav")) }, with: Fixtures.strategy
        ) { progress in
          log?.write(Data("\(progress.latest.path)\n".utf8))
          if progress.done == count { killSoon() }
        }
        sleep(60)
      }
      let reported = String(decoding: try log.read(), as: UTF8.self).split(separator: "\n")
      let catalog = try Catalog(opening: folder.appending("c"), forWriting: true)
      let kept = try await catalog.tracks().map(\.id.rawValue)
      #expect(kept.count >= reported.count && kept.count <= reported.count + 1)
      #expect(kept.count >= count)
      try await catalog.forEachSignature { _, signature in #expect(!signature.isEmpty) }

      try await catalog.add(sources, with: Fixtures.strategy)
      #expect(try await catalog.tracks().map(\.paths) == sources.map { [$0.path] })
      #expect(try await Fixtures.answer(catalog, piece: 4) == TrackID("\(folder)/4.wav"))
    }
  }
}
