import Fingerprinting
import TestSupport
import Testing

/// An experiment that takes a second or two.
enum SmallExperiment {
  /// A plan of few queries on a corpus of four references and four other tracks.
  static func make(in folder: FilePath) throws -> FilePath {
    let places =
      (1...4).map { ("r\($0)", "reference", "test") } + [
        ("n1", "out_of_catalogue", "test"), ("n2", "out_of_catalogue", "test"),
        ("c1", "out_of_catalogue", "calibration"), ("c2", "out_of_catalogue", "calibration"),
      ]
    var tracks: [String] = []
    for (number, (id, role, split)) in places.enumerated() {
      let music = TestSound.music(
        seed: UInt64(number), seconds: 12, rate: SampleRate(11_025))
      let path = folder.appending("\(id).wav")
      try path.write(waveFile(music))
      let digest = try runTool("sha256sum", [path.description]).text.prefix(64)
      tracks.append(
        """
        {id: "\(id)", title: "\(id)", sha256: "\(digest)", duration: \(music.duration.value),
         licence: "CC0-1.0", file: "\(id).wav", role: "\(role)", split: "\(split)"}
        """)
    }
    let manifest = folder.appending("corpus.json5")
    try manifest.write(
      Array(
        """
        {name: "small", version: 1, description: "", audioFolder: ".",
         tracks: [\(tracks.joined(separator: ", "))]}
        """.utf8))
    let plan = folder.appending("plan.json5")
    try plan.write(
      Array(
        """
        {name: "killed", corpus: "\(manifest)", workingRate: 11025,
         variants: [{strategy: "constellation"}],
         conditions: [{label: "clean", chain: []},
                      {label: "white 0 dB", chain: [{noise: {kind: "white", snr: 0}}]},
                      {label: "skew", chain: [{skew: {skew: [-0.01, 0.01]}}]}],
         queryLengths: [2, 3], queriesPerCell: 8, negativesPerCell: 4, latencyQueries: 5}
        """.utf8))
    return plan
  }
}
