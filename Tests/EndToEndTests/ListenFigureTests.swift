import Fingerprinting
import TestSupport
import Testing

/// What `listen` needs for long recordings; `make live-figures` prints it.
@Suite(.tags(.slow), .enabled(if: slowTestsEnabled), .serialized)
struct ListenFigureTests {
  /// Six hours through standard input: the memory at their end is that after half an hour.
  @Test func memoryIsFlatForSixHours() throws {
    try withCatalog { folder in
      let output = try SoundmarkExecutable.shell(
        #"""
        sox -V1 -D one.wav three.wav two.wav three.wav -r 8000 -c 1 -b 8 -e unsigned -t raw set.raw
        python3 - "$SM" <<'END'
        import json, os, subprocess, sys, threading
        sound = open("set.raw", "rb").read()
        hour = 3600 * 8000
        listen = subprocess.Popen(
            [sys.argv[1], "listen", "--catalog", "music.soundmark-catalog", "--source", "stdin",
             "--rate", "8000", "--format", "u8", "--json", "--patience", "600"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        def feed():
            for _ in range(6 * hour // len(sound) + 1):
                listen.stdin.write(sound)
        feeder = threading.Thread(target=feed)
        feeder.start()
        def resident():
            with open(f"/proc/{listen.pid}/statm") as file:
                return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        # Samples of every minute, of the stream's own time.
        memory, started, last = [], 0, -60
        for line in listen.stdout:
            event = json.loads(line)
            started += event["event"] == "started"
            if event["time"] - last >= 60:
                last = event["time"]
                memory.append((last, resident()))
            if last > 6 * 3600 - 60:
                break
        early = max(size for time, size in memory if 1200 <= time <= 1800)
        late = max(size for time, size in memory if time > 6 * 3600 - 1200)
        threading.Thread(target=listen.stdout.read).start()
        feeder.join()
        listen.stdin.close()
        print("status", listen.wait())
        print("started", started)
        print("growth", late - early)
        print("resident", late)
        END
        """#, in: folder)
      let figures = Dictionary(
        output.text.split(separator: "\n").compactMap { line -> (Substring, Int)? in
          let words = line.split(separator: " ")
          guard words.count == 2, let number = Int(words[1]) else { return nil }
          return (words[0], number)
        }, uniquingKeysWith: { $1 })
      #expect(figures["status"] == 0, "\(output.errors)")
      // Two known pieces in each half minute.
      #expect((figures["started"] ?? 0) > 1_200)
      let growth = try #require(figures["growth"], "\(output.text) \(output.errors)")
      #expect(growth <= 1 << 20)
      print("six hours through listen: \(output.text.split(separator: "\n"))")
    }
  }

  /// An hour of a recorded set in one file; its time is printed and not judged.
  @Test func oneHour() throws {
    try withCatalog { folder in
      let output = try SoundmarkExecutable.shell(
        #"""
        sox -V1 -D one.wav three.wav two.wav three.wav -r 44100 -c 2 hour.flac repeat 112
        TIMEFORMAT="one hour of FLAC through listen: %R s, of them processor %U s"
        time "$SM" listen --catalog music.soundmark-catalog --source hour.flac --setlist set.csv >/dev/null
        grep -c one set.csv
        """#, in: folder)
      #expect(output.text == "113\n", "\(output.text)\(output.errors)")
      print(output.errors)
    }
  }
}
