import Builtins
import Corpora
import Experiments
import Fingerprinting
import Foundation
import Testing

/// What is shown to newcomers exists: settings are renamed, and prose is not compiled.
struct DocumentedPlanTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func plansOfTheReadmeHaveSettingsThatExist() throws {
    let readme = try String(
      contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    let plans = readme.components(separatedBy: "```json5\n").dropFirst().map {
      $0.components(separatedBy: "\n```")[0]
    }
    #expect(!plans.isEmpty)
    for text in plans { try check(try Plan(text: text)) }
  }

  @Test func theTemplateHasSettingsThatExist() throws {
    try check(try Plan(text: Plan.template))
    let start = try #require(Plan.template.range(of: "space: {\""))
    let path = Plan.template[start.upperBound...].prefix { $0 != "\"" }
    let strategy = try #require(Builtins.strategies.first { $0.name == "constellation" })
    var value = try strategy.completeConfiguration(.object([:]))
    for key in path.split(separator: ".") {
      guard case .object(let members) = value, let member = members[String(key)] else {
        Issue.record("'\(path)' of the template is no setting of constellation")
        return
      }
      value = member
    }
  }

  private func check(_ plan: Plan) throws {
    for variant in plan.variants {
      let strategy = try #require(Builtins.strategies.first { $0.name == variant.strategy })
      _ = try strategy.completeConfiguration(variant.configuration)
    }
    for step in plan.conditions.flatMap(\.steps) {
      #expect(Builtins.augmentations.contains { $0.name == step.name })
    }
  }
}
