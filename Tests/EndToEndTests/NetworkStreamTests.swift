import Fingerprinting
import Foundation
import TestSupport
import Testing

/// Streams from a server on this machine, received by ffmpeg.
@Suite(.tags(.slow), .enabled(if: slowTestsEnabled))
struct NetworkStreamTests {
  /// A server: `/live` is a broadcast with titles between the sound, as stations send it, which
  /// breaks off after its first half when it is asked for the first time; everything else is a file.
  private static let server = #"""
    cat >server.py <<'END'
    import http.server, os, sys, time
    asked = [0]
    class Handler(http.server.SimpleHTTPRequestHandler):
        def do_GET(self):
            if self.path.split("?")[0] != "/live":
                return super().do_GET()
            asked[0] += 1
            sound = open("set.mp3", "rb").read()
            half = len(sound) // 2
            sound = sound[:half] if asked[0] == 1 else sound[half:]
            every = 4096
            self.send_response(200)
            self.send_header("Content-Type", "audio/mpeg")
            self.send_header("icy-name", "A station")
            self.send_header("icy-metaint", str(every))
            self.end_headers()
            title = b"StreamTitle='a; b';"
            block = bytes([(len(title) + 15) // 16]) + title.ljust((len(title) + 15) // 16 * 16, b"\0")
            try:
                for start in range(0, len(sound), every):
                    part = sound[start:start + every]
                    self.wfile.write(part + (block if len(part) == every else b""))
                    time.sleep(0.05)
                # The second time the station goes silent without an end.
                if asked[0] > 1: time.sleep(600)
            except OSError: pass
        def log_message(self, *words): pass
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    open("port.new", "w").write(str(server.server_port))
    os.rename("port.new", "port")
    server.serve_forever()
    END
    export no_proxy=127.0.0.1
    ffmpeg -nostdin -v error -i set.wav -ar 44100 -b:a 96k set.mp3
    ffmpeg -nostdin -v error -i set.wav -ar 44100 -c:a aac -f hls -hls_time 3 -hls_list_size 0 \
      -hls_playlist_type vod set.m3u8
    python3 server.py >/dev/null 2>&1 & server=$!
    until [ -e port ]; do sleep 0.05; done
    at=127.0.0.1:$(cat port)
    listen() { "$SM" listen --catalog music.soundmark-catalog "$@"; }
    """#

  private func withServer(_ script: String, _ body: (ToolOutput) throws -> Void) throws {
    try withCatalog { folder in
      let output = try SoundmarkExecutable.shell(
        """
        sox -V1 -D one.wav three.wav two.wav set.wav
        \(Self.server)
        \(script)
        kill $server
        """, in: folder)
      try body(output)
    }
  }

  /// A file and a playlist of segments end by themselves; what is not there is an error; a playlist
  /// cannot lead to files of this machine; no user, password or query is told.
  @Test func addresses() throws {
    try withServer(
      """
      for name in set.mp3 set.m3u8; do
        listen --source http://me:s3cr3t@$at/$name?key=s3cr3t | grep started | grep -o music/.*wav
        echo "= ${PIPESTATUS[0]}"
      done
      listen --source http://me:s3cr3t@$at/gone.mp3?key=s3cr3t
      echo "= $?"
      printf '#EXTM3U\\n#EXT-X-TARGETDURATION:24\\n#EXTINF:24,\\nfile://%s/set.mp3\\n#EXT-X-ENDLIST\\n' \
        "$PWD" >local.m3u8
      listen --source http://$at/local.m3u8 --patience 1 --no-reconnect
      echo "= $?"
      PATH=/nowhere "$SM" listen --catalog music.soundmark-catalog --source http://$at/set.mp3
      echo "= $?"
      """
    ) { output in
      #expect(
        output.text.split(separator: "\n") == [
          "music/one.wav", "music/two.wav", "= 0", "music/one.wav", "music/two.wav", "= 0", "= 2",
          "= 2", "= 2",
        ], "\(output.text) \(output.errors)")
      #expect(output.errors.contains("404"))
      #expect(output.errors.contains("'ffmpeg' is not on PATH"))
      #expect(!output.errors.contains("s3cr3t"), "\(output.errors)")
    }
  }

  /// A broadcast that breaks off, and one that goes silent, are reported and asked for again.
  @Test func broadcast() throws {
    try withServer(
      """
      (listen() { exec "$SM" listen --catalog music.soundmark-catalog "$@"; }
      listen --source station=http://$at/live?key=s3cr3t --patience 1 --log log) >heard 2>told &
      listener=$!
      until [ $(grep -c '"gap"' heard) -ge 2 ]; do sleep 0.1; done
      kill -INT $listener
      wait $listener
      echo "= $?"
      cat log/*.jsonl
      cat told >&2
      """
    ) { output in
      let lines = output.text.split(separator: "\n")
      #expect(lines.first == "= 0", "\(output.errors)")
      let events = try lines.dropFirst().map { line in
        try #require(
          try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
      }
      let started = events.filter { $0["event"] as? String == "started" }
      #expect(Set(started.map { "\($0["title"] ?? "")" }) == ["one", "two"])
      #expect(events.count { $0["event"] as? String == "gap" } == 2)
      #expect(output.errors.contains("gone: the broadcast has ended"))
      #expect(output.errors.contains("no sound for"))
      let resumed = events.first { $0["event"] as? String == "resumed" }
      #expect((resumed?["duration"] as? Double ?? 0) > 0.5)
      #expect(events.allSatisfy { $0["utc"] is String && $0["source"] as? String == "station" })
      #expect(!output.errors.contains("s3cr3t"))
    }
  }
}
