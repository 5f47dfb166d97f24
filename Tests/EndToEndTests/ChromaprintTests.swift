import Fingerprinting
import TestSupport
import Testing

/// What AcoustID's own tool prints is what the program prints.
struct ChromaprintTests {
  /// Mono, 16 bits, 11,025 Hz: nothing lies between the samples and the fingerprint.
  @Test(arguments: [
    // Beyond fpcalc's standard limit of 120 s, so that the limit would show.
    "synth 131.4 pluck C4 tremolo 0.2 80", "synth 7.93 pinknoise vol 0.5", "synth 3.1 pinknoise",
    "trim 0 20",
  ])
  func linesAreThoseOfFpcalc(sound: String) throws {
    try withTemporaryDirectory { folder in
      let output = try SoundmarkExecutable.shell(
        """
        sox -D -n -r 11025 -c 1 -b 16 sound.wav \(sound) || exit
        for form in "" -raw -json "-raw -json"; do
          # It complains of the end of the file with some versions of FFmpeg.
          fpcalc -length 0 $form sound.wav >expected 2>/dev/null
          test -s expected || exit 3
          "$SM" signature --format chromaprint ${form//-/--} sound.wav >found || exit
          cmp expected found || exit
        done
        """, in: folder)
      #expect(output.status == 0, "\(output.text) \(output.errors)")
    }
  }

  @Test func severalFilesAreAnsweredAndTheOddOnesNamed() throws {
    try withTemporaryDirectory { folder in
      let output = try SoundmarkExecutable.shell(
        """
        sox -D -n -r 11025 -c 1 -b 16 one.wav synth 5 pinknoise
        sox -D -n -r 11025 -c 1 -b 16 short.wav synth 2 pinknoise
        "$SM" signature --format chromaprint --raw one.wav short.wav gone.wav one.wav
        """, in: folder)
      #expect(output.status == 65)
      let lines = output.text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count == 6 && lines[0] == "DURATION=5" && lines[2].isEmpty)
      #expect(lines[1].hasPrefix("FINGERPRINT=") && lines[1] == lines[4])
      #expect(output.errors.contains("short.wav: too short for a fingerprint"))
      #expect(output.errors.contains("gone.wav: no such file"))
    }
  }

  @Test func whatCannotBeMeantIsRefused() throws {
    try withTemporaryDirectory { folder in
      for (options, status, words) in [
        ("--raw x.wav", 64, "--raw belongs to --format chromaprint"),
        ("--format chromaprint -o y x.wav", 64, "leave out --output"),
        ("--format chromaprint -s constellation x.wav", 65, "leave --strategy out"),
      ] {
        let output = try SoundmarkExecutable.shell(
          "sox -n -r 8000 x.wav trim 0 1; \"$SM\" signature \(options)", in: folder)
        #expect(output.status == Int32(status), "\(options): \(output.errors)")
        #expect(output.errors.contains(words), "\(output.errors)")
      }
    }
  }
}
