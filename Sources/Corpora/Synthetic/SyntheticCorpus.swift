internal import AudioFiles
public import Fingerprinting

/// Makes synthetic corpora.
public enum SyntheticCorpus {
  /// Makes every track of a recipe.
  ///
  /// - Parameters:
  ///   - recipe: what to make.
  ///   - folder: where the WAV files go; it is made if need be.
  ///   - jobs: tracks made at once; the files do not depend on it.
  ///   - progress: told the number of tracks made and to be made, in order.
  /// - Returns: the manifest of what was made.
  /// - Throws: `CorpusError` where the recipe cannot be made or the files not be written.
  public static func make(
    _ recipe: SyntheticRecipe, into folder: FilePath, jobs: Int,
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws -> CorpusManifest {
    try recipe.validate(at: FilePath("recipe.json5"))
    try makeFolder(folder)
    let plans = plans(of: recipe)
    var tracks: [CorpusTrack] = []
    try await orderedForEach(plans, width: jobs) { plan in
      let path = folder.appending(plan.track.file)
      let rate = SampleRate(Double(recipe.sampleRate))
      try writeWAV(
        AudioBuffer(samples: plan.sound.render(), sampleRate: rate), to: path, sampleFormat: .pcm16)
      var track = plan.track
      track.sha256 = try fileDigest(path)
      return track
    } consume: { _, track in
      tracks.append(track)
      progress(tracks.count, plans.count)
    }
    let manifest = CorpusManifest(
      name: recipe.name, description: recipe.description, tracks: tracks)
    try manifest.validate()
    return manifest
  }

  private struct Plan {
    var track: CorpusTrack
    var sound: SyntheticTrack
  }

  private static func plans(of recipe: SyntheticRecipe) -> [Plan] {
    var plans: [Plan] = []
    for (role, counts, prefix) in [
      (TrackRole.reference, recipe.references, "reference"),
      (.outOfCatalogue, recipe.outOfCatalogue, "other"),
    ] {
      for split in Split.allCases {
        for number in 0..<counts.count(of: split) {
          let name = "\(prefix)-\(split.rawValue)-\(padded(number + 1))"
          let isShared = split == .test && number < recipe.sharedPairs
          let partner = "\(role == .reference ? "other" : "reference")-test-\(padded(number + 1))"
          let seed = recipe.seed.deriving(name)
          var generator = seed.deriving("duration").generator
          let frames = Int(
            (recipe.seconds.draw(using: &generator) * Double(recipe.sampleRate)).rounded())
          let sound = SyntheticTrack(
            seed: seed,
            sharedSeed: isShared ? recipe.seed.deriving("pair \(number)") : nil,
            frames: frames, rate: Double(recipe.sampleRate))
          let track = CorpusTrack(
            id: TrackID(name), recording: name, title: name, sha256: "",
            duration: Seconds(Double(frames) / Double(recipe.sampleRate)), licence: "CC0-1.0",
            file: name + ".wav", role: role, split: split,
            sharesAudioWith: isShared ? [partner] : [])
          plans.append(Plan(track: track, sound: sound))
        }
      }
    }
    return plans
  }

  private static func padded(_ number: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, 3 - digits.utf8.count)) + digits
  }
}
