import Foundation
import OtherNames
import SoundmarkSH
import TestSupport
import Testing

/// Code of tutorials compiles and runs, with the main actor as default isolation and warnings as
/// errors.
struct PortedCodeTests {
  private static let rate = SampleRate(16_000)
  private static let music = TestSound.music(seed: 17, seconds: 24, rate: rate).samples

  private func buffer(_ from: Double, _ to: Double) -> PCMBuffer {
    let range = Int(from * 16_000)..<Int(to * 16_000)
    return PCMBuffer(interleaved: Array(Self.music[range]), sampleRate: Self.rate)
  }

  private func signature(_ from: Double, _ to: Double) throws -> SHSignature {
    let generator = SHSignatureGenerator()
    try generator.append(buffer(from, to), at: nil)
    return generator.signature()
  }

  /// The delegate of a main-actor class is called on the main actor.
  @Test func delegate() async throws {
    let finder = SongFinder(catalog: try Lesson.catalog(of: signature(0, 24)))
    for start in 0..<8 {
      finder.record(buffer(Double(start), Double(start + 1)), at: nil)
    }
    while finder.song == nil { try await Task.sleep(for: .milliseconds(5)) }
    #expect(finder.history.first?.title == "How many red?")
    #expect(finder.history.first?.teacher == nil)
    finder.match(SHSignatureGenerator().signature())
    while finder.problems.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    #expect(finder.problems.first?.contains("no usable audio") == true)
    #expect(finder.account.user == "somebody")
    #expect(Match(goals: [1, 0]).goals.count == 2)
  }

  /// A delegate that belongs to no actor is called as well.
  @Test func delegateOfNoActor() async throws {
    let session = SHSession(catalog: try Lesson.catalog(of: signature(0, 24)))
    let (titles, continuation) = AsyncStream.makeStream(of: String.self)
    let listener = Listener(continuation)
    session.delegate = listener
    session.matchStreamingBuffer(buffer(2, 8), at: nil)
    var first: String?
    for await title in titles {
      first = title
      break
    }
    #expect(first == "How many red?")
    withExtendedLifetime(listener) {}
  }

  @Test func managedSession() async throws {
    try await withTemporaryDirectory { folder in
      let file = folder.appending("lesson.wav")
      try file.write(waveFile(channels: [Self.music], rate: 16_000))
      let catalog = try Lesson.catalog(of: signature(0, 24))
      let matcher = LessonMatcher(
        session: SHManagedSession(catalog: catalog) { FileSource(file) })
      await matcher.match()
      #expect(matcher.questions.map(\.title) == ["How many red?", "How many green?"])
      #expect(!matcher.isMatching)
      let item = try #require(await matcher.matchOnce())
      #expect(item.title == "How many red?")
    }
  }

  /// What was found is kept: a matched item is an item.
  @Test func library() async throws {
    try await withTemporaryDirectory { folder in
      let catalog = try Lesson.catalog(of: signature(0, 24))
      let session = SHSession(catalog: catalog)
      guard case .match(let match) = await session.result(from: try signature(11, 17)) else {
        Issue.record("no match")
        return
      }
      let lesson = try #require(match.mediaItems.first { $0.teacher == "Neil" })
      #expect(lesson.episode == 3)
      let file = folder.appending("l.soundmark-library")
      let library = SHLibrary(application: "lessons", at: file)
      try await library.addItems(match.mediaItems.filter { $0.shazamID != nil })
      let failure = await withCheckedContinuation { continuation in
        library.add([SHMediaItem(properties: [.title: "without"])]) { error in
          continuation.resume(returning: error?.localizedDescription)
        }
      }
      #expect(failure?.contains("no identifier") == true)
      // What is kept is there as soon as the next program starts.
      let next = SHLibrary(application: "lessons", at: file)
      #expect(next.items.map(\.title) == ["Counting"])
      #expect(next.items.first?.teacher == "Neil")
      #expect(next.items.first?.id == lesson.id)
    }
  }

  /// Errors are caught by their kind.
  @Test func errors() throws {
    do {
      _ = try SHSignature(dataRepresentation: Data([1, 2, 3]))
      Issue.record("no error")
    } catch SHError.signatureInvalid {
    }
  }

  /// A value of a wrong type is refused, and filters nothing.
  @Test func wrongTypes() throws {
    try expectRefusal(of: .frequencySkewRanges, ["-0.01..0.01"])
    try expectRefusal(of: .timeRanges, 3)
    try expectRefusal(of: .title, 7)
    try expectRefusal(of: .genres, "Dub")
    try expectRefusal(of: .creationDate, "today")
    try expectRefusal(of: .explicitContent, "yes")
    try expectRefusal(of: .webURL, 3)
    try expectRefusal(of: .teacher, { 3 } as () -> Int)
    try expectRefusal(of: .episode, Double.nan)
  }

  @Test func rightTypes() throws {
    // What is optional and not there is left out.
    let subtitle: String? = nil
    let artist: String? = "Somebody"
    let item = SHMediaItem(properties: [.subtitle: subtitle as Any, .artist: artist as Any])
    #expect(item.subtitle == nil && item.artist == "Somebody")
    try item.validate()
    let asDouble: [Range<Double>] = [-0.25..<0.5]
    let asFloat: [Range<Float>] = [-0.25..<0.5]
    for value in [asDouble as Any, asFloat as Any] {
      let item = SHMediaItem(properties: [.frequencySkewRanges: value])
      #expect(item.frequencySkewRanges == asDouble)
      #expect(item[.frequencySkewRanges] as? [Range<Float>] == asFloat)
    }
  }

  private func expectRefusal(of property: SHMediaItemProperty, _ value: Any) throws {
    let item = SHMediaItem(properties: [property: value])
    let error = #expect(throws: SHError.self) {
      try SHCustomCatalog().addReferenceSignature(signature(0, 4), representing: [item])
    }
    #expect(error?.code == .customCatalogInvalid)
    #expect(error?.localizedDescription.contains("'\(property.rawValue)'") == true)
  }

  @Test func completionHandlers() async throws {
    try await withTemporaryDirectory { folder in
      let file = folder.appending("lesson.wav")
      try file.write(waveFile(channels: [Self.music], rate: 16_000))
      let url = URL(fileURLWithPath: file.description)
      let (made, problem) = await withCheckedContinuation { continuation in
        SHSignatureGenerator.signature(from: url) { signature, error in
          continuation.resume(returning: (signature, error?.localizedDescription))
        }
      }
      #expect(problem == nil)
      #expect(abs((made?.duration ?? 0) - 24) < 0.3)
      let missing = await withCheckedContinuation { continuation in
        SHMediaItem.fetch(shazamID: "no such item") { item, error in
          continuation.resume(returning: (item == nil, error?.localizedDescription ?? ""))
        }
      }
      #expect(missing.0 && missing.1.contains("no such item"))
    }
  }
}

/// Sends on titles from whatever thread it is called on.
nonisolated final class Listener: SHSessionDelegate, Sendable {
  private let continuation: AsyncStream<String>.Continuation
  init(_ continuation: AsyncStream<String>.Continuation) { self.continuation = continuation }
  func session(_ session: SHSession, didFind match: SHMatch) {
    continuation.yield(match.mediaItems.first?.title ?? "?")
  }
}
