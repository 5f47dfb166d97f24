import Fingerprinting
import Foundation
import TestSupport
import Testing

struct KillAndResumeTests {
  /// Kills a run at many random moments, from the first signature to the last plot, and goes on
  /// each time: what comes out is what an uninterrupted run gives.
  @Test(.tags(.slow), .enabled(if: slowTestsEnabled))
  func killedAndContinuedIsUninterrupted() async throws {
    try await withTemporaryDirectory { folder in
      let plan = try SmallExperiment.make(in: folder)
      let whole = folder.appending("whole")
      let began = ContinuousClock.now
      try finish(plan, in: whole)
      let length = began.duration(to: .now) / Duration.milliseconds(1)
      let expected = try results(of: whole)
      #expect(expected.keys.contains("report.md") && expected.keys.contains("queries.csv"))

      var chance = SplitMix64(seed: 22)
      var phases: [String: Int] = [:]
      var chain = 0
      func kills() -> Int { phases.values.reduce(0, +) }
      while kills() < 24 || phases.count < 3 && kills() < 100 {
        let output = folder.appending("killed \(chain)")
        let process = try SoundmarkExecutable.start(arguments(plan, in: output))
        try await Task.sleep(for: .milliseconds(chance.uniform(in: 0...length * 0.7)))
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        if process.terminationReason == .exit {
          // It was quicker: this one is finished, and the next begins anew.
          #expect(process.terminationStatus == 0)
          #expect(try results(of: output) == expected)
          chain += 1
        } else {
          phases[try phase(of: output), default: 0] += 1
        }
      }
      let output = folder.appending("killed \(chain)")
      try finish(plan, in: output)
      #expect(try results(of: output) == expected)
      // The test has seen what it is about.
      #expect(Set(phases.keys) == ["references", "queries", "reporting"])
    }
  }

  private func arguments(_ plan: FilePath, in output: FilePath) -> [String] {
    [
      "run", plan.description, "--output", output.description, "--jobs", "2", "--datasets",
      plan.description + "/..",
    ]
  }

  private func finish(_ plan: FilePath, in output: FilePath) throws {
    try runTool(SoundmarkExecutable.path, arguments(plan, in: output))
  }

  /// What a killed run's store says it was at.
  private func phase(of run: FilePath) throws -> String {
    try python(
      """
      import os, sqlite3, sys
      path = sys.argv[1] + "/run.sqlite"
      answers, planned = 0, 1
      try:
          store = sqlite3.connect(path) if os.path.exists(path) else None
          assert store.execute("PRAGMA integrity_check").fetchone() == ("ok",)
          answers = store.execute("SELECT count(*) FROM observations").fetchone()[0]
          # Every query of a length belongs to every trial of that length: one a condition.
          planned = store.execute("SELECT count(*) FROM planned").fetchone()[0] * 3
          signatures = store.execute("SELECT count(*) FROM signatures").fetchone()[0]
      except (AttributeError, sqlite3.OperationalError):
          signatures = 0
      done = answers == planned
      print("reporting" if done else "queries" if signatures == 4 else "references", end="")
      """, run.description)
  }

  /// The files of a run without its times.
  private func results(of run: FilePath) throws -> [String: String] {
    var results: [String: String] = [:]
    for name in ["queries.csv", "excerpts.csv", "tracks.csv", "metrics.csv", "report.md"] {
      results[name] = String(decoding: try run.appending(name).read(), as: UTF8.self)
    }
    let report = results["report.md"] ?? ""
    if let cost = report.range(of: "## Cost"),
      let next = report.range(of: "\n## ", range: cost.upperBound..<report.endIndex)
    {
      results["report.md"] = report.replacingCharacters(
        in: cost.upperBound..<next.lowerBound, with: "")
    }
    let provenance = try JSONSerialization.jsonObject(
      with: Data(try run.appending("provenance.json").read()))
    var fields = try #require(provenance as? [String: Any])
    fields["times"] = nil
    let names = try runTool("ls", [run.description]).text
    #expect(!names.contains("csv.partial") && !names.contains("json.partial"), "\(names)")
    results["provenance.json"] = String(
      decoding: try JSONSerialization.data(withJSONObject: fields, options: .sortedKeys),
      as: UTF8.self)
    return results
  }
}
