import Fingerprinting
import TestSupport
import Testing

struct ListenTerminalTests {
  /// Silence and music, at the rates that sound comes in, on a terminal: nothing ends the program
  /// before the sound ends.
  @Test(arguments: [8_000, 22_050, 44_100, 48_000])
  func noSoundTraps(rate: Int) throws {
    try withCatalog { folder in
      let listened = try SoundmarkExecutable.shell(
        """
        sox -V1 -D -n -r \(rate) -c 1 -b 16 silence.wav trim 0 3 || exit
        sox -V1 -D one.wav -r \(rate) -c 2 -b 16 music.wav trim 2 5 || exit
        for sound in silence music; do
          TERM=xterm script -qec \
            "'$SM' listen --catalog music.soundmark-catalog --source $sound.wav" /dev/null \
            </dev/null || exit
        done
        """, in: folder)
      #expect(listened.status == 0, "\(listened.text)")
      #expect(listened.text.contains("▯▯▯▯▯▯▯▯▯▯▯▯  listening"), "\(listened.text)")
      #expect(listened.text.contains("end of one"), "\(listened.text)")
    }
  }

  /// Samples that are no numbers, on a terminal.
  @Test func noNumberTraps() throws {
    try withCatalog { folder in
      let listened = try SoundmarkExecutable.shell(
        """
        python3 -c 'import struct; print(end="")
        for value in ("nan", "inf", "-inf"):
          open(value + ".raw", "wb").write(struct.pack("<f", float(value)) * 44100)' || exit
        for sound in nan inf -inf; do
          TERM=xterm script -qec \
            "'$SM' listen --catalog music.soundmark-catalog --source stdin --rate 44100 \\
            --format f32 < ./$sound.raw" /dev/null </dev/null
          printf '\\n%s\\n' "status $?"
        done
        python3 -c 'import math, struct, sys
        sound = [0.3 * math.sin(0.05 * n) for n in range(220500)] + [float("nan")] * 9
        sys.stdout.buffer.write(struct.pack("<%df" % len(sound), *sound))' |
          "$SM" listen --catalog music.soundmark-catalog --source stdin --rate 44100 --format f32
        """, in: folder)
      let statuses = listened.text.split(whereSeparator: \.isNewline)
        .filter { $0.hasPrefix("status") }
      #expect(statuses.count == 3)
      #expect(
        listened.errors.ranges(of: "some samples are no finite number").count == 1,
        "\(listened.errors)")
      #expect(statuses.allSatisfy { $0.hasSuffix(" 0") || $0.hasSuffix(" 65") }, "\(listened.text)")
    }
  }
}
