@testable import AudioCapture
import Foundation
import Observation
import SoundmarkSH
import Synchronization
import TestSupport
import Testing

/// Code as it is written for other platforms, with another import and another audio buffer.
private final class Recogniser: NSObject, SHSessionDelegate {
  private let session: SHSession
  private let results = Mutex<[String]>([])

  init(catalog: SHCustomCatalog) {
    session = SHSession(catalog: catalog)
    super.init()
    session.delegate = self
  }

  func process(_ buffer: PCMBuffer, at time: AudioTime?) {
    session.matchStreamingBuffer(buffer, at: time)
  }

  func match(_ signature: SHSignature) { session.match(signature) }

  var allResults: SHSession.Results { session.results }

  func session(_ session: SHSession, didFind match: SHMatch) {
    let title = match.mediaItems.first?.title ?? "?"
    results.withLock { $0.append("found \(title)") }
  }

  func session(
    _ session: SHSession, didNotFindMatchFor signature: SHSignature, error: (any Error)?
  ) {
    results.withLock { $0.append(error == nil ? "nothing" : "failed") }
  }

  var log: [String] { results.withLock { $0 } }
}

struct ShapeTests {
  private static let rate = SampleRate(16_000)
  private static let music = TestSound.music(seed: 7, seconds: 12, rate: rate)

  private func catalog() throws -> SHCustomCatalog {
    let generator = SHSignatureGenerator()
    try generator.append(PCMBuffer(Self.music), at: nil)
    let item = SHMediaItem(properties: [
      .title: "Song", .artist: "Somebody", .shazamID: "1234", .genres: ["Dub"],
      SHMediaItemProperty("Episode"): 2,
    ])
    let catalog = SHCustomCatalog()
    try catalog.addReferenceSignature(generator.signature(), representing: [item])
    return catalog
  }

  @Test func delegate() async throws {
    let recogniser = Recogniser(catalog: try catalog())
    let results = recogniser.allResults
    let part = Array(Self.music.samples[32_000..<112_000])
    recogniser.process(PCMBuffer(interleaved: part, sampleRate: Self.rate), at: nil)
    for await result in results {
      switch result {
      case .match(let match):
        let item = try #require(match.mediaItems.first)
        #expect(item.title == "Song")
        #expect(item[SHMediaItemProperty("Episode")] as? Int == 2)
        #expect(item[.matchOffset] as? TimeInterval == item.matchOffset)
        #expect(item.shazamID == "1234")
        #expect(abs(item.matchOffset - 2) < 0.1)
        #expect(abs(item.frequencySkew) < 0.01)
        #expect(item.predictedCurrentMatchOffset >= item.matchOffset)
      case .noMatch, .error: Issue.record("\(result)")
      }
      break
    }
    #expect(recogniser.log.allSatisfy { $0 == "found Song" })
  }

  @Test func result() async throws {
    let session = SHSession(catalog: try catalog())
    let generator = SHSignatureGenerator()
    let part = Array(Self.music.samples[48_000..<128_000])
    try generator.append(PCMBuffer(interleaved: part, sampleRate: Self.rate), at: nil)
    let result = await session.result(from: generator.signature())
    guard case .match(let match) = result else {
      Issue.record("\(result)")
      return
    }
    // Filtering by metadata.
    let episode = match.mediaItems.filter { $0[SHMediaItemProperty("Episode")] as? Int == 2 }
    #expect(episode.count == 1)
    #expect(match.mediaItems.allSatisfy { $0[SHMediaItemProperty("Nothing")] == nil })
  }

  /// A managed session in a few lines.
  @Test @MainActor func managed() async throws {
    try await withTemporaryDirectory { folder in
      let file = folder.appending("song.wav")
      try file.write(waveFile(channels: [Self.music.samples], rate: 16_000))
      let session = SHManagedSession(catalog: try catalog(), overrun: .wait) { FileSource(file) }
      switch await session.result() {
      case .match(let match): #expect(match.mediaItems.first?.artist == "Somebody")
      case .noMatch, .error: Issue.record("no match")
      }
      #expect(session.state == .idle)
      let states: [SHManagedSession.State] = [.idle, .prerecording, .matching]
      #expect(Set(states).count == 3)
    }
  }

  /// The library in the known shape: all or nothing, own entries only, observable.
  @Test @MainActor func library() async throws {
    try await withTemporaryDirectory { folder in
      let file = folder.appending("l.soundmark-library")
      let library = SHLibrary(application: "tests", at: file)
      let other = SHMediaLibrary(application: "others", at: file)
      let song = SHMediaItem(properties: [.shazamID: "1", .title: "Song", .genres: ["Dub"]])
      let nameless = SHMediaItem(properties: [.title: "No identifier"])
      await withCheckedContinuation { continuation in
        withObservationTracking {
          _ = library.items
        } onChange: {
          continuation.resume()
        }
        Task { try await library.addItems([song]) }
      }
      await #expect(throws: SHError.self) { try await library.addItems([nameless]) }
      try await other.add([SHMediaItem(properties: [.shazamID: "2"])])
      #expect(library.items == [song])
      // Reading without a window: the genre that is there most often.
      #expect(library.items.flatMap(\.genres) == ["Dub"])
      let error = await #expect(throws: SHError.self) { try await other.removeItems([song]) }
      #expect(error?.code == .mediaLibrarySyncFailed)
      #expect(other.items.map(\.shazamID) == ["2"])
      try await library.removeItems([song])
      #expect(library.items.isEmpty)
      let nowhere = SHLibrary(application: "tests", at: FilePath("/dev/null/l"))
      await #expect(throws: SHError.self) { try await nowhere.addItems([song]) }
    }
  }

  /// Recording needs libpulse; where there is none, that is an error that says what to install.
  @Test func captureLibrary() {
    #expect {
      _ = try PulseLibrary(oneOf: ["libnothing-of-that-name.so.7"])
    } throws: { "\(($0 as? PulseLibrary.Absence)?.reason ?? "")".contains("libpulse0") }
  }

  /// The state can be observed.
  @Test @MainActor func observation() async throws {
    let session = SHManagedSession(catalog: try catalog()) {
      FileSource(FilePath("/no/such/file.wav"))
    }
    await withCheckedContinuation { continuation in
      withObservationTracking {
        _ = session.state
      } onChange: {
        continuation.resume()
      }
      Task { await session.prepare() }
    }
  }

  /// Without a default catalog every attempt is an error that says where one was looked for.
  @Test func defaultCatalog() async throws {
    let nowhere = DefaultCatalog(environment: ["SOUNDMARK_CATALOG": "/no/such.soundmark-catalog"])
    let session = SHSession(catalog: nowhere)
    let result = await session.result(from: SHSignatureGenerator().signature())
    guard case .error(let error, _) = result else {
      Issue.record("\(result)")
      return
    }
    #expect((error as? SHError)?.code == .customCatalogInvalidURL)
    #expect("\(error)".contains("/no/such.soundmark-catalog"))
    #expect(
      DefaultCatalog.place(environment: ["XDG_DATA_HOME": "/data"]).path
        == "/data/soundmark/default.soundmark-catalog")
    #expect(
      DefaultCatalog.place(environment: ["HOME": "/home/me"]).path
        == "/home/me/.local/share/soundmark/default.soundmark-catalog")
  }

  /// A default catalog that cannot be read gives way to another where the program says so.
  @Test func fallingBack() throws {
    try withTemporaryDirectory { folder in
      let file = folder.appending("bad.soundmark-catalog")
      try file.write(Array("damaged".utf8))
      let url = URL(fileURLWithPath: file.description)
      var chosen: any SHCatalog = try catalog()
      do {
        chosen = try SHCustomCatalog(contentsOf: url)
        Issue.record("a damaged catalog was read")
      } catch let error as SHError {
        #expect(error.code == .customCatalogInvalid)
      }
      #expect(chosen.minimumQuerySignatureDuration == 1)
      #expect(chosen.maximumQuerySignatureDuration == 12)
    }
  }

  @Test func errorCodes() {
    let codes = SHError.Code.allCases.map(\.rawValue)
    #expect(codes == [100, 101, 200, 201, 202, 300, 301, 400, 500, 600])
  }

  /// An item without any field is legal, and its genres are none rather than missing.
  @Test func emptyItem() {
    let item = SHMediaItem(properties: [:])
    #expect(item.title == nil && item.genres.isEmpty && !item.explicitContent)
    #expect(item[.title] == nil)
    #expect(item[.genres] as? [String] == [])
  }
}
