import Fingerprinting
import Foundation
import Testing

private struct Settings: ComponentConfiguration {
  struct Window: Hashable, Codable { var length = 1_024 }
  var hop = 256
  var level = 0.5
  var name = "hann"
  var window = Window()
  var bands = [1, 2]
  static let standard = Settings()

  func validate() throws(ConfigurationError) {
    guard hop > 0 else { throw ConfigurationError("'hop' must be above 0, found \(hop)") }
  }
}

struct ConfigurationTests {
  private func overridden(_ json: String) throws -> Settings {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    return try Settings.standard(
      overriddenBy: decoder.decode(JSONValue.self, from: Data(json.utf8)))
  }

  @Test func overridesAreLaidOverTheStandard() throws {
    #expect(try overridden("{}") == .standard)
    var expected = Settings()
    expected.hop = 128
    expected.level = 1
    expected.window.length = 512
    expected.bands = []
    #expect(
      try overridden("{hop: 128, level: 1, window: {length: 512}, bands: []}") == expected)
  }

  @Test(
    arguments: [
      ("{hopp: 1}", "unknown setting 'hopp'; did you mean 'hop'?"),
      ("{window: {size: 1}}", "unknown setting 'window.size'; known are length"),
      ("{hop: {a: 1}}", "'hop' takes a plain value, found an object"),
      ("{hop: 0}", "'hop' must be above 0, found 0"),
      ("3", "a configuration must be an object such as {\"setting\": 1}"),
    ])
  func refusals(json: String, words: String) {
    #expect {
      try overridden(json)
    } throws: {
      ($0 as? ConfigurationError)?.description == words
    }
  }

  @Test func wrongTypesAreRefusedByName() {
    for json in ["{hop: \"x\"}", "{hop: 1.5}", "{hop: null}", "{bands: [\"x\"]}", "{window: 3}"] {
      #expect {
        try overridden(json)
      } throws: {
        let name = String(json.dropFirst().prefix { $0 != ":" })
        return ($0 as? ConfigurationError)?.description.contains("'\(name)") == true
      }
    }
  }

  @Test func identityFollowsTheSettingsAlone() throws {
    func identity(_ settings: Settings) -> ComponentIdentity {
      ComponentIdentity(name: "s", revision: 1, configuration: settings)
    }
    #expect(identity(.standard) == identity(try overridden("{hop: 256}")))
    #expect(identity(.standard) != identity(try overridden("{hop: 255}")))
    // `printf '%s' '{"bands":[1,2],…}' | sha256sum`: keys sorted, no spaces.
    #expect(
      String(decoding: Settings.standard.canonicalJSON, as: UTF8.self)
        == #"{"bands":[1,2],"hop":256,"level":0.5,"name":"hann","window":{"length":1024}}"#)
  }

  @Test func jsonValuesComeBackAsTheyWere() throws {
    let json = #"{"a":[null,true,-1,18446744073709551615,0.1,"é\n"],"b":{"c":{}}}"#
    let value = try JSONDecoder().decode(JSONValue.self, from: Data(json.utf8))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    #expect(String(decoding: try encoder.encode(value), as: UTF8.self) == json)
  }
}

struct SignatureTests {
  @Test func partsJoinInOrder() throws {
    var whole = SignatureSamples.of([(0, 1, 5)], frameCount: 2)
    try whole.append(SignatureSamples.of([(2, 0, 1), (3, 9, 2)], frameCount: 5))
    try whole.append(SignatureSamples.of([], frameCount: 0))
    #expect(whole == SignatureSamples.of([(0, 1, 5), (2, 0, 1), (3, 9, 2)], frameCount: 5))
    #expect(whole.frameCount == 5)
    #expect(whole.duration.value == SignatureSamples.frameDuration.value * 5)

    var frames = SignatureSamples.frames(seed: 1, count: 3, masks: true)
    try frames.append(SignatureSamples.frames(seed: 2, count: 2, masks: true))
    #expect(frames.frameCount == 5)
    #expect(!frames.isEmpty)
  }

  @Test func partsOfDifferentKindsAreRefused() {
    var peaks = SignatureSamples.of([])
    #expect(throws: StrategyError.mismatchedParts) {
      try peaks.append(SignatureSamples.frames(seed: 1, count: 1))
    }
    let slower = Signature.peaks(
      PeakSignature(frameDuration: Seconds(1), frameCount: 0, peaks: []))
    #expect(throws: StrategyError.mismatchedParts) { try peaks.append(slower) }
    #expect(peaks == SignatureSamples.of([]))
  }
}
