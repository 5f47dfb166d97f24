import Builtins
import Corpora
import Fingerprinting
import TestSupport
import Testing

/// Laws of every registered environment.
@Suite struct EnvironmentTests {
  private static let noises = [("speech", 1), ("speech", 2), ("traffic", 3)].map { kind, number in
    NoiseRecording(
      id: "\(kind) \(number)", kind: kind,
      audio: TestSound.noise(seed: UInt64(number), seconds: 6, level: 0.2))
  }

  @Test(arguments: Builtins.environments.map(\.name))
  func anEnvironmentCanBeHeardAndKeepsTheTruth(name: String) throws {
    let environment = try #require(Builtins.environments.first { $0.name == name })
    #expect(environment.summary.hasSuffix("."))
    let chain = try ConditionChain(
      environment.condition, entries: Builtins.augmentations, environments: Builtins.environments)
    let resources = StandardResources(recordings: Self.noises)
    try chain.check(resources)
    // What is cut for a query of 2 s must suffice: half as much again and a second.
    let needed = chain.sourceDuration(forQuery: Seconds(2))
    #expect(needed <= Seconds(4))
    let alignment = Alignment(referenceStart: Seconds(30))
    let clean = Excerpt(
      source: "a", audio: TestSound.music(seed: 1, seconds: needed.value),
      truth: .present([Occurrence(track: TrackID("a"), alignment: alignment)]))
    let (heard, draws) = try chain.apply(to: clean, seed: Seed(3), resources: resources)
    #expect(heard.audio.duration.value >= 2 - 1e-4)
    #expect(heard.prefix(Seconds(2)).audio.meanSquare > 1e-6)
    #expect(heard.audio.samples.allSatisfy { $0.isFinite })
    #expect(draws != .array([]))
    guard case .present(let answers) = heard.truth, let answer = answers.first else {
      Issue.record("the truth is gone")
      return
    }
    #expect(abs(answer.alignment.referenceStart.value - 30) < 1.1)
    #expect(abs(answer.alignment.timeScale - 1) < 0.001)
    let again = try chain.apply(to: clean, seed: Seed(3), resources: resources)
    #expect(again.excerpt.audio == heard.audio && again.draws == draws)
  }

  @Test func anUnknownEnvironmentIsNamedWithTheNearest() {
    let error = #expect(throws: ConfigurationError.self) {
      try ConditionChain(
        Condition(label: "x", environment: "clubb"), entries: Builtins.augmentations,
        environments: Builtins.environments)
    }
    #expect(error?.description.contains("did you mean 'club'?") == true)
  }
}
