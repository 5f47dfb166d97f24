import Fingerprinting
import Scoring
import TestSupport
import Testing

struct OperatingPointsTests {
  static func point(_ name: String) -> OperatingPoint {
    OperatingPoint(
      name: name,
      strategy: ComponentIdentity(name: "peaks", revision: 3, configurationDigest: "c0ffee"),
      queryLength: Seconds(5), acceptAtLeast: 6.125, targetFalseAlarmRate: 0.01, per: .query,
      evidence: OperatingPoint.Evidence(
        negatives: 400, recordings: 80, falseAlarms: 4, upperBound: 0.0227),
      environment: "street")
  }

  static let file = OperatingPointsFile(
    provenance: OperatingPointsFile.Provenance(
      experiment: "tuning", planDigest: "ab", corpora: ["music": "cd"], versions: ["fftw": "3"]),
    points: [point("street/5s"), point("clüb#1")])

  @Test func whatIsWrittenIsRead() throws {
    try withTemporaryDirectory { folder in
      let path = folder.appending("points.json5")
      try Self.file.write(to: path)
      #expect(try OperatingPointsFile.read(path) == Self.file)
      #expect(
        try OperatingPointsFile.point(at: FilePath("\(path)#street/5s")) == Self.file.points[0])
      // Python reads it too, below the comment.
      let text = try python(
        "import sys,json; print(json.loads(sys.stdin.read().split('\\n', 1)[1])['points'][0]['per'])",
        input: try path.read())
      #expect(text == "query\n")
    }
  }

  @Test func errorsSayWhatIsThere() throws {
    try withTemporaryDirectory { folder in
      let path = folder.appending("points.json5")
      try Self.file.write(to: path)
      func complaint(_ reference: String) -> OperatingPointsError? {
        #expect(throws: OperatingPointsError.self) {
          try OperatingPointsFile.point(at: FilePath(reference))
        }
      }
      #expect(
        complaint("\(path)#stret/5s")?.description.contains("did you mean 'street/5s'") == true)
      #expect(complaint("\(path)")?.description.contains("FILE#NAME") == true)
      #expect(complaint("\(folder)/none#x")?.isMissingInput == true)
    }
    let path = FilePath("p")
    for (text, words) in [
      ("{", "'p'"), ("{version: 1}", "is missing"),
      (try Self.file.text().replacing("\"version\" : 1", with: "\"version\" : 9"), "version 1"),
      (try Self.file.text().replacing("clüb#1", with: "street/5s"), "two operating points"),
    ] {
      let error = #expect(throws: OperatingPointsError.self) {
        try OperatingPointsFile(text: text, path: path)
      }
      #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    }
    let other = ComponentIdentity(name: "peaks", revision: 4, configurationDigest: "c0ffee")
    #expect(throws: OperatingPointsError.self) { try Self.file.points[0].check(other) }
  }
}
