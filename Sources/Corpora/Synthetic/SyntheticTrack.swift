internal import Fingerprinting

/// One track of the synthetic corpus, from its seed to its samples.
struct SyntheticTrack {
  /// Decides everything but what is shared.
  let seed: Seed
  /// Decides the style and the first section of tracks that have a section in common.
  let sharedSeed: Seed?
  let frames: Int
  let rate: Double

  /// The order of the sections; `i` is the quiet beginning, made of the first section.
  private static let forms = ["iABACAB", "iAABBACB", "ABACABA", "iABCABCA", "iABABCA"]
  /// How long a section may ring on into the next.
  private static let tail = 1.5

  /// The samples; the loudest is 0.8.
  func render() -> [Float] {
    let style = SyntheticStyle(seed: (sharedSeed ?? seed).deriving("style"), rate: rate)
    var mix = assemble(in: style)
    finish(&mix, in: style)
    var peak: Float = 1e-6
    for sample in mix { peak = max(peak, abs(sample)) }
    let scale = 0.8 / peak
    for place in mix.indices { mix[place] *= scale }
    return mix
  }

  private func assemble(in style: SyntheticStyle) -> [Float] {
    var generator = seed.deriving("form").generator
    let form = Array(Self.forms[generator.integer(below: Self.forms.count)])
    let introduction = generator.uniform(in: 0.05...0.4)
    let count = frames
    var mix = [Float](repeating: 0, count: count)
    var known: [String: [Float]] = [:]
    var heard: [Character: Int] = [:]
    var place = 0
    let length = Int(SyntheticSection.duration(in: style) * rate)
    var index = 0
    while place < count {
      let name: Character = form[index % form.count] == "i" ? "A" : form[index % form.count]
      let isQuiet = index == 0 && form[0] == "i"
      index += 1
      let own = seed.deriving("section \(name)")
      let material = name == "A" ? sharedSeed?.deriving("section A") ?? own : own
      // What is shared, or looped, is the same sound each time.
      let isFixed = style.isLooped || (name == "A" && sharedSeed != nil)
      let variation = isFixed || isQuiet ? 0 : heard[name, default: 0]
      if !isQuiet { heard[name, default: 0] += 1 }
      let layers = isQuiet ? [.pad, .arpeggio] : Self.layers(of: material)
      let key = "\(name) \(variation) \(layers.rawValue)"
      let sound =
        known[key]
        ?? SyntheticSection(seed: material).render(
          in: style, layers: layers, variation: variation, seed: material, tail: Self.tail,
          limit: count - place, rate: rate)
      known[key] = sound
      let level: Float = isQuiet ? Float(introduction) : 1
      for sample in 0..<min(sound.count, count - place) {
        mix[place + sample] += level * sound[sample]
      }
      place += length
    }
    return mix
  }

  private static func layers(of material: Seed) -> SyntheticSection.Layers {
    var generator = material.deriving("layers").generator
    var layers = SyntheticSection.Layers.all
    if generator.unit() < 0.3 { layers.remove(.lead) }
    if generator.unit() < 0.25 { layers.remove(.drums) }
    if generator.unit() < 0.2 { layers.remove(.arpeggio) }
    return layers
  }

  /// Texture, drive, tone and the fade at the end.
  private func finish(_ mix: inout [Float], in style: SyntheticStyle) {
    var noise = seed.deriving("texture").generator
    let drive = Float(style.drive)
    let kept = Float(1 - style.openness * style.openness)
    let texture = Float(style.textureLevel)
    var low: Float = 0
    var wind: Float = 0
    let fade = min(mix.count, Int(1.5 * rate))
    mix.withUnsafeMutableBufferPointer { mix in
      for place in mix.indices {
        wind += 0.3 * (Float(noise.unit() * 2 - 1) - wind)
        let sum = mix[place] + texture * wind
        let driven = sum * (1 + drive) / (1 + drive * abs(sum))
        low += (1 - 0.9 * kept) * (driven - low)
        mix[place] = low
      }
      for place in 0..<fade {
        mix[mix.count - 1 - place] *= Float(place) / Float(fade)
      }
    }
  }
}
