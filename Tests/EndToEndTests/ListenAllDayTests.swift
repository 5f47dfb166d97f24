import Fingerprinting
import Foundation
import Tabular
import TestSupport
import Testing

/// Listening that goes on: logs, several sources, programs that are told, trouble that passes.
struct ListenAllDayTests {
  private func withSet(_ body: (FilePath) throws -> Void) throws {
    try withCatalog { folder in
      let made = try SoundmarkExecutable.shell(
        "sox -V1 -D one.wav three.wav two.wav set.wav", in: folder)
      try #require(made.status == 0, "\(made.errors)")
      try body(folder)
    }
  }

  private func objects(_ text: some StringProtocol) throws -> [[String: Any]] {
    try text.split(separator: "\n").map { line in
      try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }
  }

  private func text(_ folder: FilePath, _ name: String) throws -> String {
    String(decoding: try folder.appending(name).read(), as: UTF8.self)
  }

  /// A recording that began before midnight in UTC fills the files of two days; times are those of
  /// the clock in the local zone, too.
  @Test func log() throws {
    try withSet { folder in
      let output = try SoundmarkExecutable.shell(
        """
        export TZ=CET-1CEST,M3.5.0,M10.5.0/3
        "$SM" listen --catalog music.soundmark-catalog --source studio=set.wav --log log \
          --start-time 2026-07-01T23:59:50Z
        ls log
        """, in: folder)
      #expect(output.status == 0, "\(output.errors)")
      #expect(
        output.text.hasSuffix(
          "2026-07-01.csv\n2026-07-01.jsonl\n2026-07-02.csv\n2026-07-02.jsonl\n"))
      let days = try ["2026-07-01", "2026-07-02"].map {
        try objects(text(folder, "log/\($0).jsonl"))
      }
      #expect(days[0].allSatisfy { "\($0["utc"] ?? "")".hasPrefix("2026-07-01T23:59:5") })
      #expect(days[1].allSatisfy { "\($0["utc"] ?? "")".hasPrefix("2026-07-02T00:00:") })
      let ended = (days[0] + days[1]).filter { $0["event"] as? String == "ended" }
      #expect(ended.map { $0["title"] as? String } == ["one", "two"])
      #expect(ended.allSatisfy { $0["source"] as? String == "studio" })
      #expect("\(ended[1]["startUTC"] ?? "")".hasPrefix("2026-07-02T00:00:0"))
      #expect("\(ended[1]["local"] ?? "")".hasPrefix("2026-07-02T02:00:"))
      #expect("\(ended[1]["local"] ?? "")".hasSuffix("+02:00"))
      #expect(ended[1]["zone"] as? String == "CEST")
      #expect(!(days[0] + days[1]).contains { $0["event"] as? String == "updated" })
      let rows =
        try CSV.parse(text(folder, "log/2026-07-01.csv"))
        + CSV.parse(text(folder, "log/2026-07-02.csv")).dropFirst()
      let events = try #require(rows[0].firstIndex(of: "event"))
      #expect(
        rows.dropFirst().map { $0[events] }
          == (days[0] + days[1]).map { $0["event"] as? String })
      #expect(Set(rows.map(\.count)).count == 1)
    }
  }

  /// Without a clock there is no time of day; a line that is killed has all of its log.
  @Test func killed() throws {
    try withSet { folder in
      let output = try SoundmarkExecutable.shell(
        """
        "$SM" listen --catalog music.soundmark-catalog --source set.wav | grep -c utc
        mkfifo pipe
        "$SM" listen --catalog music.soundmark-catalog --source stdin --patience 60 --log log \
          <pipe >heard & listener=$!
        exec 3>pipe
        cat set.wav >&3
        until grep -q ended log/*.jsonl 2>/dev/null; do sleep 0.05; done
        kill -9 $listener
        wait $listener 2>/dev/null
        echo $?
        """, in: folder)
      #expect(output.text == "0\n137\n", "\(output.errors)")
      let day = try SoundmarkExecutable.shell("cat log/*.jsonl", in: folder).text
      let heard = try text(folder, "heard").split(separator: "\n")
        .filter { !$0.contains("updated") }
      let kept = try objects(day)
      #expect(kept.count >= 2 && kept.count >= heard.count)
      #expect(kept.first?["event"] as? String == "started")
      #expect(kept.allSatisfy { $0["utc"] is String })
      let rows = try CSV.parse(try SoundmarkExecutable.shell("cat log/*.csv", in: folder).text)
      #expect(rows.count - 1 == kept.count || rows.count == kept.count)
    }
  }

  /// Several sources are heard at a time; one that fails is told and the others go on.
  @Test func severalSources() throws {
    try withSet { folder in
      let output = try SoundmarkExecutable.shell(
        """
        cat two.wav | "$SM" listen --catalog music.soundmark-catalog --source hall=set.wav \
          --source bar=stdin --source one.wav --source lost=gone.wav --setlist set.csv
        echo "= $?"
        head -n 9 set-*.csv
        "$SM" listen --catalog music.soundmark-catalog --source a=one.wav --source a=two.wav
        echo "= $?"
        "$SM" listen --catalog music.soundmark-catalog --source stdin --source b=stdin
        echo "= $?"
        "$SM" listen --catalog music.soundmark-catalog --source gopher://x
        echo "= $?"
        """, in: folder)
      let lines = output.text.split(separator: "\n").map(String.init)
      let started = try objects(
        lines.filter { $0.contains("\"started\"") }.joined(separator: "\n")
      )
      .map { "\($0["source"] ?? "") \($0["title"] ?? "")" }
      #expect(started.sorted() == ["bar two", "hall one", "hall two", "one.wav one"])
      #expect(lines.filter { $0.hasPrefix("= ") } == ["= 2", "= 64", "= 64", "= 64"])
      #expect(output.errors.contains("lost: ") && output.errors.contains("given up"))
      #expect(output.errors.contains("another source has this name"))
      #expect(lines.contains("==> set-hall.csv <==") && lines.contains("==> set-one.wav.csv <=="))
    }
  }

  /// Commands get each event but updates; a hanging one holds nothing up; short matches are left out.
  @Test func programs() throws {
    try withSet { folder in
      let output = try SoundmarkExecutable.shell(
        """
        "$SM" listen --catalog music.soundmark-catalog --source set.wav --exec 'cat >>told' \
          --exec 'sleep 100' --time-limit 1 >heard
        echo "= $?"
        grep -v updated heard | cmp - told && echo same
        "$SM" listen --catalog music.soundmark-catalog --source set.wav --minimum-duration 7 \
          --setlist long.csv | grep -c started
        "$SM" listen --catalog music.soundmark-catalog --source set.wav --minimum-duration 30 \
          --setlist none.csv | grep -c started
        wc -l <none.csv
        "$SM" listen --catalog music.soundmark-catalog --source set.wav --webhook ftp://x
        echo "= $?"
        mkfifo pipe
        "$SM" listen --catalog music.soundmark-catalog --source pipe --patience 60 --reconnect \
          --webhook http://127.0.0.1:9/s3cr3t --webhook=http://127.0.0.1:9/s3cr3t --log log >heard & pid=$!
        cat one.wav >pipe
        until grep -qs started log/*.jsonl; do sleep 0.1; done
        tr '\\0' ' ' </proc/$pid/cmdline | grep -c s3cr3t
        kill -INT $pid
        wait $pid
        echo "= $?"
        """, in: folder)
      #expect(
        output.text.split(separator: "\n") == ["= 0", "same", "2", "0", "1", "= 64", "0", "= 0"],
        "\(output.text) \(output.errors)")
      #expect(output.errors.contains("no end within"))
    }
  }

  /// Named pipes whose senders come and go, and one that stalls: gaps are told and logged, and
  /// listening goes on.
  @Test(.tags(.slow), .enabled(if: slowTestsEnabled))
  func pipes() throws {
    try withSet { folder in
      let output = try SoundmarkExecutable.shell(
        """
        mkfifo a b
        # A WAV file would end with its own sound: what comes in parts is bare samples.
        for name in one two; do sox -V1 -D $name.wav -e signed -b 16 -t raw $name.raw; done
        "$SM" listen --catalog music.soundmark-catalog --source a=a --source b=b --reconnect \
          --rate 11025 --patience 1 --log log >heard 2>told & listener=$!
        cat one.wav >a
        cat two.wav >a
        exec 3>b
        cat one.raw >&3
        sleep 3
        cat two.raw >&3
        exec 3>&-
        until [ $(grep -c started heard) = 4 ]; do sleep 0.1; done
        until [ $(grep -c resumed heard) -ge 2 ]; do sleep 0.1; done
        kill -INT $listener
        wait $listener
        echo "= $?"
        cat told >&2
        cat log/*.jsonl
        """, in: folder)
      let lines = output.text.split(separator: "\n")
      #expect(lines.first == "= 0", "\(output.errors)")
      let events = try objects(lines.dropFirst().joined(separator: "\n"))
      let reasons = events.filter { $0["event"] as? String == "gap" }
        .map { "\($0["source"] ?? "") \($0["reason"] ?? "")" }
      #expect(reasons.contains("a a: gone: its sender has ended"), "\(reasons)")
      #expect(reasons.contains { $0.hasPrefix("b b: no sound for 1.0 s") }, "\(reasons)")
      let stalled = events.first {
        $0["event"] as? String == "resumed" && $0["source"] as? String == "b"
          && "\($0["reason"] ?? "")".contains("no sound")
      }
      #expect(stalled != nil)
      // Before a source's first sample there is no clock to tell.
      #expect(events.allSatisfy { $0["utc"] is String || $0["time"] as? Double == 0 })
    }
  }

  /// On a terminal of 40 columns no line that is drawn again is wider than that.
  @Test func narrowTerminal() throws {
    try withSet { folder in
      let shown = try SoundmarkExecutable.shell(
        #"""
        for columns in 40 80; do
          python3 - "$SM" $columns <<'END'
        import fcntl, os, pty, struct, sys, termios, unicodedata
        process, terminal = pty.fork()
        if process == 0:
            fcntl.ioctl(2, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(sys.argv[2]), 0, 0))
            os.execv(sys.argv[1], [sys.argv[1], "listen", "--catalog", "music.soundmark-catalog",
                "--source", "first=set.wav", "--source", "second=one.wav", "--source", "three.wav"])
        sound = b""
        while True:
            try: more = os.read(terminal, 65536)
            except OSError: break
            if not more: break
            sound += more
        print(os.waitpid(process, 0)[1])
        drawn = [part.split("\n")[0].rstrip("\r") for part in sound.decode().split("\r\x1b[K")[1:]]
        print(max(len(line) for line in drawn) < int(sys.argv[2]))
        print(any("first" in line for line in drawn) or any("3 sources" in line for line in drawn))
        END
        done
        """#, in: folder)
      #expect(
        shown.text.split(separator: "\n") == ["0", "True", "True", "0", "True", "True"],
        "\(shown.text) \(shown.errors)")
    }
  }
}
