import Foundation
import Observation
import SoundmarkSH

extension SHMediaItemProperty {
  static let teacher = SHMediaItemProperty("Teacher")
  static let episode = SHMediaItemProperty("Episode")
}

extension SHMediaItem {
  var teacher: String? { self[.teacher] as? String }
  var episode: Int? { self[.episode] as? Int }
}

/// A question of a lesson that is shown while its part of the film plays.
struct Question: Equatable {
  let title: String
  let offset: TimeInterval
}

/// Follows a lesson with a session that records by itself.
@Observable
final class LessonMatcher {
  private(set) var isMatching = false
  private(set) var result: SHMatchedMediaItem?
  private(set) var questions: [Question] = []
  private let session: SHManagedSession

  init(session: SHManagedSession) { self.session = session }

  func match() async {
    isMatching = true
    for await result in session.results {
      switch result {
      case .match(let match):
        self.result = match.mediaItems.first
        let question = match.mediaItems.first { $0.teacher == nil }
        if let title = question?.title, let offset = question?.predictedCurrentMatchOffset,
          questions.last?.title != title
        {
          questions.append(Question(title: title, offset: offset))
        }
      case .noMatch(_): break
      case .error(let error, _): print(error.localizedDescription)
      }
    }
    isMatching = false
  }

  func matchOnce() async -> SHMediaItem? {
    await session.prepare()
    let result = await session.result()
    guard case .match(let match) = result else { return nil }
    return match.mediaItems.first
  }

  func stop() { session.cancel() }
}

enum Lesson {
  static func catalog(of signature: SHSignature) throws -> SHCustomCatalog {
    let lesson = SHMediaItem(properties: [
      .title: "Counting", .subtitle: "Apples", .teacher: "Neil", .episode: 3, .shazamID: "77",
      .genres: ["School"], .webURL: URL(string: "https://example.org/3") as Any,
    ])
    let firstTimes: [Range<Int>] = [0..<10]
    let secondTimes: [Range<TimeInterval>] = [10..<20]
    let skews: [Range<Float>] = [-0.02..<0.02]
    let first = SHMediaItem(properties: [.title: "How many red?", .timeRanges: firstTimes])
    let second = SHMediaItem(properties: [
      .title: "How many green?", .timeRanges: secondTimes, .frequencySkewRanges: skews,
    ])
    let catalog = SHCustomCatalog()
    try catalog.addReferenceSignature(signature, representing: [lesson, first, second])
    return catalog
  }
}
