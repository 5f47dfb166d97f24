import Fingerprinting
import Foundation
import TestSupport
import Testing

struct ExamplesTests {
  /// Every example runs, and comes out as it says it should.
  @Test(.tags(.slow), .enabled(if: slowTestsEnabled))
  func run() throws {
    let folder = SoundmarkExecutable.path.split(separator: "/").dropLast().joined(separator: "/")
    let output = try launchTool("/" + folder + "/Examples", [])
    #expect(output.status == 0, "\(output.text) \(output.errors)")
    #expect(output.text.components(separatedBy: "== ").count == 5)
  }
}
