import Processes
import Testing

@Suite struct ChildProcessTests {
  @Test func argumentsPassNoShell() throws {
    let odd = ProgramArgument(bytes: [0xe9, 0x20, 0x24, 0x48, 0x0a, 0x2a, 0x7c])
    let result = try runProgram("printf", ["%s|", odd, "$(echo no)", "", "-n"])
    #expect(result.status.isSuccess)
    #expect(result.output == odd.bytes + Array("|$(echo no)||-n|".utf8))
  }

  @Test func inputIsEmpty() throws {
    #expect(try runProgram("cat", []).output.isEmpty)
  }

  @Test func bothStreamsAreDrainedTogether() throws {
    // Far more than a pipe holds, on the stream that nobody waits for.
    let script = "head -c 3000000 /dev/zero | tr '\\0' e >&2; echo end >&2; echo out; exit 7"
    let result = try runProgram("sh", ["-c", "\(script)"], patience: .seconds(20))
    #expect(result.status == .exited(7))
    #expect(result.text == "out\n")
    #expect(result.errorText.hasSuffix("eend\n"))
    #expect(result.errorText.utf8.count < 20_000)
  }

  @Test func aSilentProgramIsStoppedWithAllItStarted() throws {
    let start = ContinuousClock.now
    #expect(throws: ProgramError.timedOut(program: "sh", limit: .milliseconds(300))) {
      try runProgram("sh", ["-c", "sleep 900 & sleep 900"], patience: .milliseconds(300))
    }
    #expect(ContinuousClock.now - start < .seconds(250))
  }

  @Test func whatOutlivesTheProgramIsNotWaitedFor() throws {
    let start = ContinuousClock.now
    let result = try runProgram("sh", ["-c", "sleep 900 & echo done"], patience: .seconds(300))
    #expect(result.text == "done\n")
    #expect(ContinuousClock.now - start < .seconds(250))
  }

  @Test func tooMuchOutputIsRefused() {
    #expect(throws: ProgramError.outputTooLong(program: "yes", limit: 1_000)) {
      try runProgram("yes", [], outputLimit: 1_000)
    }
  }

  @Test func aMissingProgramIsNamed() {
    #expect(throws: ProgramError.notFound(program: "no-such-program")) {
      try runProgram("no-such-program", [])
    }
    #expect("\(ProgramError.notFound(program: "x"))".contains("not on PATH"))
    #expect(findProgram("sh", searchPath: "/nonexistent") == nil)
    #expect(findProgram("/etc") == nil)
  }

  @Test func environmentAndFolderAreGiven() throws {
    let result = try runProgram(
      "sh", ["-c", "pwd; echo $SOUNDMARK_TEST; exit 3"], environment: ["SOUNDMARK_TEST": "é 1"],
      workingDirectory: "/usr")
    #expect(result.text == "/usr\né 1\n")
    #expect(result.status == .exited(3))
  }

  @Test func signalsAreTold() throws {
    #expect(try runProgram("sh", ["-c", "kill -9 $$"]).status == .signalled(9))
  }

  @Test func cancellingTheTaskStopsTheProgram() async {
    let start = ContinuousClock.now
    let task = Task { try runProgram("sleep", ["900"], patience: .seconds(900)) }
    try? await Task.sleep(for: .milliseconds(200))
    task.cancel()
    await #expect(throws: ProgramError.cancelled(program: "sleep")) { try await task.value }
    // Long before the program would have ended by itself, however busy the machine is.
    #expect(ContinuousClock.now - start < .seconds(600))
  }

  @Test func manyAtOnceDoNotHoldEachOthersPipes() async throws {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for index in 0..<16 {
        group.addTask {
          let slow = index % 2 == 0
          let result = try runProgram("sh", ["-c", slow ? "sleep 0.3; echo x" : "echo x"])
          return result.text == "x\n"
        }
      }
      for try await right in group { #expect(right) }
    }
  }
}
