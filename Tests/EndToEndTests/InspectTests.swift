import Fingerprinting
import Foundation
import Tabular
import TestSupport
import Testing

/// `soundmark inspect` on a small run.
@Suite struct InspectTests {
  private static let plan = """
    {name: "tiny", corpus: "mine/corpus.json5", workingRate: 11025,
     variants: [{strategy: "constellation"}, {strategy: "chroma"},
       {strategy: "spectral-bands", skewSearch: {range: 0.05, step: 0.01}}],
     conditions: [{label: "clean", chain: []},
       {label: "faster", chain: [{skew: {skew: 0.03}}]}],
     queryLengths: [7], queriesPerCell: 2, negativesPerCell: 0, calibrationNegativesPerCell: 0,
     decision: {acceptAtLeast: 3}, latencyQueries: 0}
    """

  @Test func aQueryIsDrawnExplainedAndHeard() throws {
    try withTemporaryDirectory { folder in
      for number in 1...3 {
        let music = TestSound.music(
          seed: UInt64(number), seconds: 16, rate: SampleRate(11_025))
        try runTool("mkdir", ["-p", folder.appending("sounds").description])
        try folder.appending("sounds").appending("\(number).wav").write(waveFile(music))
      }
      try folder.appending("plan.json5").write(Array(Self.plan.utf8))
      let made = try SoundmarkExecutable.shell(
        """
        "$SM" corpus make mine --from sounds --datasets . --out-of-catalogue 0 --tuning 0 \
        --calibration 0 && "$SM" run plan.json5 --datasets . --output run
        """, in: folder)
      try #require(made.status == 0, "\(made.errors)")
      let bytes = try folder.appending("run").appending("excerpts.csv").read()
      let table = try CSVTable(parsing: String(decoding: bytes, as: UTF8.self))
      let row = try #require(table.rows.first)
      let query = row[try table.column("query")]
      let track = row[try table.column("source")]
      let start = try #require(Double(row[try table.column("start")]))

      for (variant, condition) in [
        ("constellation", "clean"), ("chroma", "clean"), ("spectral-bands", "faster"),
      ] {
        let seen = try SoundmarkExecutable.shell(
          """
          "$SM" inspect run \(query) --variant \(variant) --condition \(condition) --datasets . \
          --output seen --audio heard
          """, in: folder)
        #expect(seen.status == 0, "\(seen.errors)")
        #expect(seen.text.contains("Won: the right recording at the right place"), "\(seen.text)")
        #expect(seen.text.contains("At the right answer, '\(track)'"))
        let image = folder.appending("seen").appending(
          "\(query)-\(variant)-\(condition)-7-s-right.svg")
        #expect(seen.text.contains("No other place of the reference agrees as well."))
        let drawn = String(decoding: try image.read(), as: UTF8.self)
        #expect(drawn.contains("</svg>") && drawn.contains("agreement all over the reference"))
      }
      // What one hears is the file's own sound from there on; the reference's excerpt is the same.
      let figures = try python(
        """
        import sys, numpy as np, scipy.io.wavfile as w, warnings
        warnings.simplefilter("ignore")
        folder, track, query, start = sys.argv[1], sys.argv[2], sys.argv[3], float(sys.argv[4])
        whole = w.read(f"{folder}/sounds/{track}")[1]
        first = round(start * 11025)
        base = f"{folder}/heard/{query}-constellation-clean-7-s-"
        heard = w.read(base + "query.wav")[1]
        near = min(abs(whole[k:k + len(heard)] - heard).max() for k in range(first - 3, first + 4))
        right = w.read(base + "right.wav")[1]
        n = min(len(right), len(heard))
        print(len(heard), near, abs(right[:n] - heard[:n]).max())
        """, folder.description, track, query, "\(start)"
      ).split(separator: " ").compactMap { Double($0.filter { !$0.isWhitespace }) }
      try #require(figures.count == 3)
      #expect(figures[0] == 77_175)
      #expect(figures[1] == 0)
      #expect(figures[2] < 1e-6)

      let unknown = try SoundmarkExecutable.shell(
        "\"$SM\" inspect run nothing --datasets .", in: folder)
      #expect(unknown.status == 65, "\(unknown.errors)")
      #expect(unknown.errors.contains("to query 'nothing'"))
      let mistyped = try SoundmarkExecutable.shell(
        "\"$SM\" inspect run \(query) --condition claen --datasets .", in: folder)
      #expect(mistyped.status == 64 && mistyped.errors.contains("did you mean 'clean'?"))
    }
  }
}
