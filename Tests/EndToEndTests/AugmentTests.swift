import Fingerprinting
import TestSupport
import Testing

struct AugmentTests {
  /// A plan's seed and rate count, and options go before them.
  @Test func thePlansSeedAndRateCount() throws {
    try withTemporaryDirectory { folder in
      let music = TestSound.music(seed: 5, seconds: 1, rate: SampleRate(11_025))
      try folder.appending("a.wav").write(waveFile(music))
      let output = try SoundmarkExecutable.shell(
        """
        set -e
        for seed in 6 7; do
          echo "{name: 'p', corpus: 'c', seed: $seed, workingRate: 8000, queryLengths: [1],
            variants: [{strategy: 'chroma'}],
            conditions: [{label: 'noisy', chain: [{noise: {kind: 'white', snr: 0}}]}]}" >$seed.json5
          "$SM" augment a.wav --condition noisy --plan $seed.json5 --output $seed.wav
        done
        "$SM" augment a.wav --condition noisy --plan 6.json5 --seed 7 --output option.wav
        "$SM" augment a.wav --condition noisy --plan 6.json5 --rate 11025 --output rate.wav
        ! cmp -s 6.wav 7.wav
        cmp option.wav 7.wav
        # 44 bytes or more of header, then 4 bytes a sample.
        test $(wc -c <6.wav) -lt 33000
        test $(wc -c <rate.wav) -gt 44000
        """, in: folder)
      #expect(output.status == 0, "\(output.text)\(output.errors)")
    }
  }
}
