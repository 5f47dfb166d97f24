internal import Fingerprinting

extension Gate {
  /// The gate as JUnit XML: a test case for each test and floor, errors for what cannot be judged.
  ///
  /// - Parameter experiment: its name, for the suite.
  /// - Returns: XML.
  public func junit(of experiment: String) -> String {
    var cases: [String] = []
    func add(_ group: String, _ name: String, _ body: String = "") {
      let head =
        "    <testcase classname=\"\(escaped("soundmark.\(experiment).\(group)"))\" "
        + "name=\"\(escaped(name))\""
      cases.append(body.isEmpty ? head + "/>" : "\(head)>\(body)</testcase>")
    }
    func element(_ kind: String, _ message: String, _ text: String = "") -> String {
      "<\(kind) message=\"\(escaped(message))\">\(escaped(text))</\(kind)>"
    }
    for obstacle in obstacles {
      add("pairing", obstacle, element("error", "unjudged: " + obstacle))
    }
    if obstacles.isEmpty, !tests.isEmpty { add("pairing", "every row has its partner") }
    for test in tests {
      let name = [
        test.variant, test.condition ?? "all conditions",
        test.seconds.map(secondsText) ?? "all lengths", test.measure.rawValue,
      ].joined(separator: ", ")
      var body = ""
      if test.hasFailed {
        let lost = flips.filter { flip in
          flip.isLost && flip.variant == test.variant
            && test.condition.map { $0 == flip.condition } ?? true
            && test.seconds.map { $0 == flip.seconds } ?? true
        }
        body = element(
          "failure",
          "\(test.lost) lost, \(test.won) won of \(test.pairs) pairs; p = \(test.pValue), level "
            + "\(test.level)",
          lost.map {
            "\($0.condition), \(secondsText($0.seconds)), query \($0.query): "
              + "\($0.before.rawValue) → \($0.after.rawValue)"
          }.joined(separator: "\n"))
      }
      add("pairs", name, body)
    }
    for floor in floors {
      let body =
        floor.holds
        ? "" : element(floor.value == nil ? "error" : "failure", Self.words(floor))
      add("floors", floor.words, body)
    }
    let failures = tests.count(where: \.hasFailed) + floors.count { !$0.holds && $0.value != nil }
    let errors = obstacles.count + floors.count { $0.value == nil }
    let counts = "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"\(errors)\""
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="soundmark gate" \(counts)>
        <testsuite name="\(escaped(experiment))" \(counts)>
      \(cases.joined(separator: "\n"))
        </testsuite>
      </testsuites>

      """
  }

  /// Text as XML holds it; characters that XML cannot hold are left out.
  private func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += "&#10;"
      case "\t": result += "&#9;"
      default:
        if scalar.value >= 0x20, scalar.value != 0xfffe, scalar.value != 0xffff {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }
}
