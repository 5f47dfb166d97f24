import Fingerprinting
import Foundation
@testable import Monitoring
import Synchronization
import TestSupport
import Testing

struct TellerTests {
  /// Words for people, as they come.
  private final class Remarks: Sendable {
    private let kept = Mutex<[String]>([])
    func add(_ words: String) { kept.withLock { $0.append(words) } }
    var all: [String] { kept.withLock { $0 } }
  }

  private func tell(
    _ events: [String], to program: EventProgram, limit: Duration = .seconds(20),
    capacity: Int = 256
  ) -> [String] {
    let remarks = Remarks()
    let teller = Teller(program, limit: limit, capacity: capacity) { remarks.add($0) }
    let began = ContinuousClock.now
    for event in events { teller.tell(event) }
    #expect(ContinuousClock.now - began < .seconds(1))
    teller.finish()
    return remarks.all
  }

  /// A command gets each event on its input, in order, and no shell sees a letter of it.
  @Test func eventsAreInput() throws {
    try withTemporaryDirectory { folder in
      let path = folder.appending("heard")
      let events = [#"{"title":"a' \"b\" $(touch nono) `touch nono`; touch nono"}"#, "{}"]
      let remarks = tell(events, to: .command("cat >> \(path); echo words; echo more >&2"))
      #expect(remarks == [])
      let heard = try String(decoding: path.read(), as: UTF8.self)
      #expect(heard == events.joined(separator: "\n") + "\n")
    }
  }

  /// A failing and an absent command are told once, with the reason, however often they fail.
  @Test func failures() {
    let failing = tell(
      ["{}", "{}", "{}"], to: .command("echo 'no such lamp' >&2; exit 3"))
    #expect(
      failing == ["--exec: exit code 3: no such lamp", "--exec: failed for 3 events"])
    let absent = tell(["{}"], to: .command("soundmark-no-such-program"))
    #expect(absent.count == 1)
    #expect(absent[0].contains("exit code 127") && absent[0].contains("not found"))
  }

  /// A command that hangs is stopped with all that it started; the one who hands over never waits.
  @Test func hanging() throws {
    try withTemporaryDirectory { folder in
      let path = folder.appending("later")
      let began = ContinuousClock.now
      let remarks = tell(
        ["{}"], to: .command("(sleep 3; touch \(path)) & sleep 60"), limit: .milliseconds(300))
      #expect(ContinuousClock.now - began < .seconds(30))
      #expect(remarks.count == 1 && remarks[0].contains("no end within"), "\(remarks)")
      // One that writes without end does not get more time.
      let writing = tell(["{}"], to: .command("yes"), limit: .milliseconds(300))
      #expect(writing.count == 1 && writing[0].contains("no end within"), "\(writing)")
      usleep(3_200_000)
      #expect(path.withCString { access($0, F_OK) } != 0)
    }
  }

  /// A command that is too slow loses events, never the order of the others, and the count is told.
  @Test func slow() throws {
    try withTemporaryDirectory { folder in
      let path = folder.appending("heard")
      let remarks = tell(
        (0..<20).map(String.init), to: .command("sleep 0.1; cat >> \(path)"), capacity: 3)
      let heard = try String(decoding: path.read(), as: UTF8.self).split(separator: "\n")
        .compactMap { Int($0) }
      #expect(heard == heard.sorted())
      #expect((3...4).contains(heard.count), "\(heard)")
      #expect(remarks.first == "--exec: too slow; events are dropped")
      #expect(
        remarks.dropFirst().contains { $0.contains("\(20 - heard.count) events were dropped") },
        "\(remarks)")
    }
  }

  @Test func queueIsBounded() {
    var queue = EventQueue(capacity: 2)
    #expect(["a", "b", "c", "d"].map { queue.put($0) } == [false, false, true, false])
    #expect(queue.take()?.event == "a")
    #expect(queue.put("e") == false)
    #expect(queue.take()?.event == "b")
    #expect(queue.take()?.event == "e")
    #expect(queue.take() == nil)
  }

  /// An address gets each event as it is; neither address nor headers stand in the list of processes.
  @Test func webhook() throws {
    try withTemporaryDirectory { folder in
      let server = try runTool(
        "bash",
        [
          "-c",
          #"""
          cat > "$0/server.py" <<'END'
          import http.server, sys
          folder = sys.argv[1]
          class Handler(http.server.BaseHTTPRequestHandler):
              def do_POST(self):
                  body = self.rfile.read(int(self.headers["Content-Length"]))
                  arguments = ""
                  import glob
                  for name in glob.glob("/proc/[0-9]*/cmdline"):
                      try: arguments += open(name, "rb").read().decode(errors="replace")
                      except OSError: pass
                  with open(folder + "/got", "ab") as file:
                      file.write(body + b"\n")
                      file.write((self.headers["Authorization"] or "none").encode() + b"\n")
                      file.write(b"seen\n" if "s3cr3t" in arguments else b"hidden\n")
                  self.send_response(500 if b"refuse" in body else 204)
                  self.end_headers()
              def log_message(self, *words): pass
          server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
          with open(folder + "/port.new", "w") as file: file.write(str(server.server_port))
          import os; os.rename(folder + "/port.new", folder + "/port")
          for _ in range(3): server.handle_request()
          END
          python3 "$0/server.py" "$0" >/dev/null 2>&1 &
          for _ in $(seq 500); do [ -e "$0/port" ] && break; sleep 0.02; done
          cat "$0/port"
          """#, folder.description,
        ])
      let event = "{\"title\":\"a \\\"b\\\" \\\\ \u{e9} @x\\n\"}"
      let program = EventProgram.address(
        "http://127.0.0.1:\(server.text)/s3cr3t?x=1",
        headers: ["Authorization: Bearer s3cr3t \"q\""],
        limit: .seconds(20))
      let remarks = tell([event, "{\"refuse\":1}", "{}"], to: program)
      #expect(remarks.count == 1 && remarks[0].contains("500"), "\(remarks)")
      #expect(!remarks.joined().contains("s3cr3t"))
      let got = try String(decoding: folder.appending("got").read(), as: UTF8.self)
        .split(separator: "\n").map(String.init)
      #expect(got.count == 9, "\(got)")
      #expect(got[0] == event)
      #expect(got[1] == "Bearer s3cr3t \"q\"")
      #expect(got[2] == "hidden" && got[5] == "hidden" && got[8] == "hidden")
      // Nobody listens there any more.
      let refused = tell(["{}"], to: program)
      #expect(refused.count == 1 && refused[0].contains("exit code"), "\(refused)")
    }
  }
}
