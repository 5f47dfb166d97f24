import Fingerprinting
import TestSupport
import Testing

/// What `listen` leaves on the disk, and for players.
struct ListenSetlistTests {
  private func withSet(_ body: (FilePath) throws -> Void) throws {
    try withCatalog { folder in
      let made = try SoundmarkExecutable.shell(
        """
        sox -V1 -D one.wav three.wav two.wav set.wav
        sox -V1 -D set.wav -t raw -b 16 -e signed set.raw
        """, in: folder)
      try #require(made.status == 0, "\(made.errors)")
      try body(folder)
    }
  }

  /// Nothing that ended is lost: not when the program is killed, nor when nobody reads what it
  /// prints, nor when its terminal hangs up.
  @Test func nothingIsLost() throws {
    try withSet { folder in
      let kept = try SoundmarkExecutable.shell(
        """
        listen() {
          exec "$SM" listen --catalog music.soundmark-catalog --source stdin --rate 11025 "$@"
        }
        mkfifo pipe events
        for signal in KILL HUP; do
          exec 3<>pipe
          cat set.raw >&3 &
          listen --patience 600 --setlist $signal.csv <pipe >events & process=$!
          exec 4<events
          while read -r line <&4; do case $line in *'"ended"'*) break; esac; done
          kill -$signal $process
          cat <&4 >/dev/null
          wait $process
          echo "= $?"
          exec 3>&- 4<&-
          cut -d, -f3 $signal.csv | head -2 | tail -1
        done
        "$SM" listen --catalog music.soundmark-catalog --source set.wav --setlist head.csv | head -1 \\
          >/dev/null
        cut -d, -f3 head.csv
        """, in: folder)
      #expect(
        kept.text.split(separator: "\n") == ["= 137", "one", "= 0", "one", "title", "one"],
        "\(kept.text)\(kept.errors)")
    }
  }

  /// The files of a playlist are found from wherever it lies, whatever their names are.
  @Test func playlist() throws {
    try withSet { folder in
      let found = try SoundmarkExecutable.shell(
        #"""
        mkdir other 'a folder'
        cp one.wav 'a folder/back\slash "x" #1.wav'
        cp two.wav $'a folder/caf\xe9.wav'
        "$SM" catalog create --output c.soundmark-catalog 'a folder' 2>/dev/null >/dev/null
        "$SM" listen --catalog c.soundmark-catalog --source set.wav --setlist other/set.m3u >/dev/null
        cd other
        python3 - <<'END'
        import os, urllib.parse
        for line in open("set.m3u", encoding="utf-8"):
            line = line.rstrip("\n")
            if not line.startswith("#"):
                if line.startswith("file://"):
                    line = urllib.parse.unquote_to_bytes(line[7:])
                print(os.path.isfile(line))
        END
        """#, in: folder)
      #expect(found.text == "True\nTrue\n", "\(found.errors)")
    }
  }

  /// A cue sheet names the recording as players find it, with its type; what was live has none.
  @Test func cueSheet() throws {
    try withSet { folder in
      let written = try SoundmarkExecutable.shell(
        """
        mkdir other
        ffmpeg -v error -i set.wav set.mp3
        ffmpeg -v error -i set.wav set.aiff
        listen() { "$SM" listen --catalog music.soundmark-catalog "$@" >/dev/null; }
        listen --source set.mp3 --setlist set.cue; grep -a FILE set.cue
        listen --source set.aiff --setlist set.cue; grep -a FILE set.cue
        listen --source set.wav --setlist other/set.cue; grep -a FILE other/set.cue
        listen --source stdin --setlist set.cue <set.wav; grep -ac FILE set.cue
        """, in: folder)
      #expect(
        written.text == """
          FILE "set.mp3" MP3
          FILE "set.aiff" AIFF
          FILE "\(folder)/set.wav" WAVE
          0

          """, "\(written.errors)")
    }
  }

  /// With `--follow` a cue that ends is told too; without updates nothing comes every second.
  @Test func cuesAndUpdates() throws {
    try withSet { folder in
      let shown = try SoundmarkExecutable.shell(
        """
        printf 'reference,title,timeRanges\\nmusic/one.wav,verse,2..4\\n' >items.csv
        "$SM" catalog update music.soundmark-catalog --media-items items.csv >/dev/null 2>&1
        "$SM" listen --catalog music.soundmark-catalog --source set.wav --follow --no-updates |
          python3 -c 'import json, sys
        for line in sys.stdin:
          event = json.loads(line)
          print(event["event"], round(event.get("position", -1)))'
        """, in: folder)
      #expect(
        shown.text.split(separator: "\n").prefix(4)
          == ["started 1", "cue 2", "cue_ended 4", "ended 8"], "\(shown.text)\(shown.errors)")
      #expect(!shown.text.contains("updated"))
    }
  }
}
