internal import Fingerprinting
internal import Tabular

extension Gate {
  /// How many queries a summary lists before it only counts them.
  private static let listed = 100

  /// A summary for a pull request.
  ///
  /// - Parameter experiment: its name, for the title.
  /// - Returns: Markdown.
  public func markdown(of experiment: String) -> String {
    var text = "## Match quality of \(Markdown.escape(experiment)): \(judgement.rawValue)\n\n"
    text += verdict + "\n\n"
    text += list("The pairs cannot be judged:", obstacles)
    text += list("Floors that do not hold:", floors.filter { !$0.holds }.map(Self.words))
    let pooled = tests.filter { $0.condition == nil }
    let cells = tests.filter { $0.condition != nil && ($0.hasFailed || $0.lost + $0.won > 0) }
    if !pooled.isEmpty { text += table(pooled) + "\n" }
    if !cells.isEmpty {
      let failed = cells.filter(\.hasFailed)
      if !failed.isEmpty { text += "Cells with a real loss:\n\n" + table(failed) + "\n" }
      text += details("All cells that differ (\(grouped(cells.count)))", table(cells))
    }
    if changes.isEmpty {
      if !tests.isEmpty {
        text += "Revision, settings, thresholds and versions are those of the baseline.\n\n"
      }
    } else {
      text += list("Changed since the baseline:", changes)
    }
    for (title, flips) in [
      ("Queries lost", flips.filter(\.isLost)), ("Queries won", flips.filter { !$0.isLost }),
    ] where !flips.isEmpty {
      let shown = flips.prefix(Self.listed)
      let rows = shown.map {
        [
          $0.variant, $0.condition, secondsText($0.seconds), $0.query.rawValue, $0.recording,
          "\($0.before.rawValue) → \($0.after.rawValue)",
        ]
      }
      let rest =
        flips.count > shown.count ? "\nand \(grouped(flips.count - shown.count)) more\n" : ""
      text += details(
        "\(title) (\(grouped(flips.count)))",
        Markdown.table(
          header: ["variant", "condition", "length", "query", "recording", "outcome"], rows: rows)
          + rest)
    }
    return text
  }

  private var verdict: String {
    switch judgement {
    case .unjudged:
      "**Unjudged**: run the baseline's plan on the baseline's audio, or, where the change is "
        + "meant, write the baseline again."
    case .failed:
      "**Failed**: \(grouped(tests.count(where: \.hasFailed))) tests and "
        + "\(grouped(floors.count { !$0.holds })) floors."
    case .passed:
      tests.isEmpty
        ? "Every floor holds."
        : "No loss that chance would not explain, at level \(plain(level)) for the whole gate"
          + (floors.isEmpty ? "." : "; every floor holds.")
    }
  }

  static func words(_ floor: FloorResult) -> String {
    "\(floor.words), found \(floor.value.map { Digits.significant($0) } ?? undefinedText)"
  }

  private func table(_ tests: [Test]) -> String {
    Markdown.table(
      header: [
        "variant", "condition", "length", "measure", "pairs", "before, %", "now, %", "lost", "won",
        "recordings that differ", "p of the loss", "level", "",
      ],
      rows: tests.map { test in
        [
          test.variant, test.condition ?? "all", test.seconds.map(secondsText) ?? "all",
          test.measure.rawValue, grouped(test.pairs), Self.share(test, test.goodBefore),
          Self.share(test, test.goodAfter), grouped(test.lost), grouped(test.won),
          grouped(test.recordings), test.lost > test.won ? Self.chance(test.pValue) : undefinedText,
          test.level > 0 ? Self.chance(test.level) : undefinedText,
          test.hasFailed ? "**failed**" : "",
        ]
      }, numericColumns: Set(4...11)
    ).replacing("\\*\\*failed\\*\\*", with: "**failed**")
  }

  /// Of wrong claims their share, of the others the share that is good.
  private static func share(_ test: Test, _ good: Int) -> String {
    let hits = test.measure == .wrongClaims ? test.pairs - good : good
    return Digits.fixed(100 * Double(hits) / Double(max(1, test.pairs)), 2)
  }

  static func chance(_ value: Double) -> String {
    value < 1e-4 ? "< 0.0001" : Digits.significant(Double(Digits.fixed(value, 5)) ?? value)
  }

  private func list(_ title: String, _ lines: [String]) -> String {
    lines.isEmpty
      ? "" : title + "\n\n" + lines.map { "- \(Markdown.escape($0))\n" }.joined() + "\n"
  }

  private func details(_ title: String, _ body: String) -> String {
    "<details><summary>\(title)</summary>\n\n\(body)\n</details>\n\n"
  }
}
