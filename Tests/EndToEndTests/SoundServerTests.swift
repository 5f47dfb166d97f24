import Fingerprinting
import TestSupport
import Testing

/// A real sound server without hardware: what is played into a null sink is recorded from its
/// monitor.
struct SoundServerTests {
  /// Starts a server of its own in the folder, with a null sink called `test`.
  private static let server = """
    mkdir -m 700 run
    export XDG_RUNTIME_DIR=$PWD/run HOME=$PWD PULSE_RUNTIME_PATH=$PWD/run
    export PULSE_SERVER=unix:$PWD/run/native
    pulseaudio -n --daemonize=yes --exit-idle-time=-1 --use-pid-file=no \
      -L "module-native-protocol-unix socket=$PWD/run/native auth-anonymous=1" \
      -L "module-null-sink sink_name=test" 2>server.log || { cat server.log >&2; exit 9; }
    """

  /// Plays until a file called `over` is there; then the server is no longer needed.
  private static let player = """
    (until [ -e over ]; do paplay --device=test one.wav || exit; done) 2>/dev/null &
    """

  /// What the desktop plays is recognised from the sink's monitor, named or by default.
  @Test(.tags(.slow), .enabled(if: slowTestsEnabled))
  func monitorIsRecognised() throws {
    try withCatalog { folder in
      let heard = try SoundmarkExecutable.shell(
        """
        \(Self.server)
        \(Self.player)
        for source in pulse:test.monitor pulse:test pulse:monitor pulse; do
          mkfifo events
          "$SM" listen --catalog music.soundmark-catalog --source $source --patience 20 \
            >events & listener=$!
          exec 4<events
          while read -r line <&4; do
            case $line in *started*) echo "$line" | grep -o music/one.wav; break ;; esac
          done
          kill -INT $listener
          cat <&4 >rest
          wait $listener
          echo "= $?"
          exec 4<&-
          rm events
        done
        touch over
        pactl exit
        wait
        """, in: folder)
      let lines = heard.text.split(separator: "\n").map(String.init)
      #expect(
        lines
          == [String](repeating: "music/one.wav= 0", count: 4).flatMap {
            [String($0.prefix(13)), String($0.suffix(3))]
          }, "\(heard.text) \(heard.errors)")
    }
  }

  /// No server, no such source, a source that stops, one that is taken away and a server that ends:
  /// each is an error with words, in bounded time.
  @Test(.tags(.slow), .enabled(if: slowTestsEnabled))
  func failures() throws {
    try withCatalog { folder in
      let failed = try SoundmarkExecutable.shell(
        """
        listen() {
          timeout 60 "$SM" listen --catalog music.soundmark-catalog --patience 2 --no-reconnect "$@" 2>&1 \
            | grep soundmark
        }
        PULSE_SERVER=unix:$PWD/nowhere listen --source pulse
        \(Self.server)
        listen --source pulse:gone
        pactl suspend-sink test 1
        listen --source pulse:test
        pactl suspend-sink test 0
        opened() {
          until pactl list short source-outputs | grep -q .; do :; done
        }
        listen --source pulse:test & opened; pactl unload-module module-null-sink; wait $!
        pactl load-module module-null-sink sink_name=test >/dev/null
        listen --source pulse:test & opened; pactl exit; wait $!
        """, in: folder)
      let lines = failed.text.split(separator: "\n").map(String.init)
      try #require(lines.count == 5, "\(failed.text) \(failed.errors)")
      #expect(lines[0].contains("cannot be opened") && lines[0].contains("server running?"))
      #expect(lines[1].contains("no such source; known are test.monitor"))
      #expect(lines[2].contains("no sound for 2"))
      #expect(lines[3].contains("taken away"))
      #expect(lines[4].contains("gone"))
    }
  }

  /// A device goes on after its sink was suspended and after its server was killed and started again.
  ///
  /// All are gaps in the log, and what is played afterwards is recognised. A server that is not there
  /// yet is waited for when that is asked for.
  @Test(.tags(.slow), .enabled(if: slowTestsEnabled))
  func goesOn() throws {
    try withCatalog { folder in
      let heard = try SoundmarkExecutable.shell(
        """
        export PULSE_SERVER=unix:$PWD/run/native
        "$SM" listen --catalog music.soundmark-catalog --source desk=pulse:test --patience 1 \
          --reconnect --log log >events 2>told & listener=$!
        until grep -q '"gap"' events; do sleep 0.1; done
        \(Self.server)
        \(Self.player)
        count() { grep -c "$1" events; }
        until [ $(count resumed) = 1 ] && [ $(count started) -ge 1 ]; do sleep 0.1; done
        pactl suspend-sink test 1
        until [ $(count '"gap"') = 2 ]; do sleep 0.1; done
        pactl suspend-sink test 0
        until [ $(count resumed) = 2 ]; do sleep 0.1; done
        kill -9 $(pgrep -f "socket=$PWD/run/native")
        until [ $(count '"gap"') = 3 ]; do sleep 0.1; done
        rm -f run/native
        before=$(count started)
        pulseaudio -n --daemonize=yes --exit-idle-time=-1 --use-pid-file=no \
          -L "module-native-protocol-unix socket=$PWD/run/native auth-anonymous=1" \
          -L "module-null-sink sink_name=test" 2>>server.log
        \(Self.player)
        until [ $(count resumed) = 3 ] && [ $(count started) -gt $before ]; do sleep 0.1; done
        kill -INT $listener
        wait $listener
        echo "= $?"
        touch over
        pactl exit
        cat log/*.jsonl
        """, in: folder)
      let lines = heard.text.split(separator: "\n")
      #expect(lines.first == "= 0", "\(heard.text) \(heard.errors)")
      let reasons = lines.filter { $0.contains("\"gap\"") }
      try #require(reasons.count == 3, "\(heard.text)")
      #expect(reasons[0].contains("server running?"))
      #expect(reasons[1].contains("no sound for 1.0 s"))
      #expect(reasons[2].contains("gone: the server has ended"))
      #expect(lines.count { $0.contains("\"resumed\"") && $0.contains("\"duration\"") } == 3)
    }
  }
}
