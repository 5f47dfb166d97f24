#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import Synchronization

/// A running program whose output is read as it comes.
///
/// Its input is what it was given, else `/dev/null`, so that it can never take what its parent is
/// given. Every read also
/// drains what the program says on the error stream, so that neither stream can fill up and stall
/// it; the last few kilobytes of that are kept. It runs in a process group of its own, and the
/// whole group is killed when the value goes away.
public final class ChildProcess {
  private let program: String
  private let process: pid_t
  private var output: CInt
  private var errors: CInt
  private var errorTail: [UInt8] = []
  private var ending: ProgramStatus?

  /// How many lines the program has written on its error stream.
  public private(set) var errorLines = 0

  private static let keptErrorBytes = 8_192

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: a name to find on PATH, or a path.
  ///   - arguments: what follows the program's name; no shell sees them.
  ///   - environment: variables laid over this process's own.
  ///   - workingDirectory: where it starts; nil is this process's own.
  ///   - input: what it reads, no more than a pipe holds (64 KiB on Linux).
  /// - Throws: `notFound` or `cannotStart`.
  public init(
    _ program: String, _ arguments: [ProgramArgument], environment: [String: String] = [:],
    workingDirectory: ProgramArgument? = nil, input: [UInt8] = []
  ) throws(ProgramError) {
    guard var path = findProgram(program, searchPath: environment["PATH"]) else {
      throw .notFound(program: program)
    }
    var arguments = [ProgramArgument(program)] + arguments
    if let workingDirectory {
      arguments =
        ["sh", "-c", #"cd -- "$0" && exec "$@""#, workingDirectory, ProgramArgument(path)]
        + arguments.dropFirst()
      path = "/bin/sh"
    }
    let started = spawning.withLock { _ in
      Self.start(path, arguments: arguments, environment: environment, input: input)
    }
    switch started {
    case .success(let child):
      process = child.process
      output = child.output
      errors = child.errors
    case .failure(let failure):
      throw .cannotStart(program: program, reason: systemMessage(failure.code))
    }
    self.program = program
    for end in [output, errors] { _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) }
  }

  private struct SystemFailure: Error { let code: CInt }

  private static func start(
    _ path: String, arguments: [ProgramArgument], environment: [String: String], input: [UInt8]
  ) -> Result<(process: pid_t, output: CInt, errors: CInt), SystemFailure> {
    var reading: CInt?
    if !input.isEmpty {
      guard let filled = filledPipe(input) else { return .failure(SystemFailure(code: errno)) }
      reading = filled
    }
    defer { if let reading { close(reading) } }
    guard let output = closeOnExecPipe() else { return .failure(SystemFailure(code: errno)) }
    guard let errors = closeOnExecPipe() else {
      let code = errno
      close(output.read)
      close(output.write)
      return .failure(SystemFailure(code: code))
    }
    var process: pid_t = 0
    let code = spawn(
      &process, path: path, arguments: arguments, environment: environment, input: reading,
      output: output.write, errors: errors.write)
    close(output.write)
    close(errors.write)
    guard code == 0 else {
      close(output.read)
      close(errors.read)
      return .failure(SystemFailure(code: code))
    }
    return .success((process, output.read, errors.read))
  }

  deinit {
    if ending == nil {
      kill(-process, SIGKILL)
      var status: CInt = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
    if output >= 0 { close(output) }
    if errors >= 0 { close(errors) }
  }

  /// Where the program's output can be read until it is finished or stopped; it does not block.
  ///
  /// Who reads here calls `drainErrors()` now and then.
  public var outputDescriptor: CInt { output }

  /// The last that the program said on its error stream, as text.
  public var errorText: String { String(decoding: errorTail, as: UTF8.self) }

  /// Reads what the program writes next, waiting for it.
  ///
  /// - Parameters:
  ///   - buffer: room for at least one byte.
  ///   - patience: how long the program may be silent.
  /// - Returns: the number of bytes read; 0 once the program has closed its output.
  /// - Throws: `timedOut` when it stays silent, `cancelled` when the task is; it is killed then.
  public func read(
    into buffer: UnsafeMutableRawBufferPointer, patience: Duration
  ) throws(ProgramError) -> Int {
    let deadline = ContinuousClock.now + patience
    while output >= 0 {
      let count = Self.read(output, buffer)
      if count >= 0 {
        if count == 0 { closeOutput() }
        return count
      }
      drainErrors()
      let ended = status(waiting: false) != nil
      guard !wait(milliseconds: ended ? 0 : 100) else { continue }
      // What still holds the pipe after the program has gone is not the program.
      if ended {
        closeOutput()
        return 0
      }
      if Task.isCancelled {
        stop()
        throw .cancelled(program: program)
      }
      if ContinuousClock.now >= deadline {
        stop()
        throw .timedOut(program: program, limit: patience)
      }
    }
    return 0
  }

  /// Waits for the program to end, after its output has been read.
  ///
  /// - Parameter patience: how long it may take to end.
  /// - Returns: how it ended.
  /// - Throws: `timedOut` when it does not end, `cancelled` when the task is; it is killed then.
  public func finish(patience: Duration) throws(ProgramError) -> ProgramStatus {
    closeOutput()
    let deadline = ContinuousClock.now + patience
    var pause: useconds_t = 200
    while true {
      drainErrors()
      if let ending = status(waiting: false) {
        drainErrors()
        return ending
      }
      if Task.isCancelled {
        stop()
        throw .cancelled(program: program)
      }
      if ContinuousClock.now >= deadline {
        stop()
        throw .timedOut(program: program, limit: patience)
      }
      usleep(pause)
      pause = min(pause * 2, 20_000)
    }
  }

  /// Kills the program and all that it has started; does nothing where it has ended.
  public func stop() {
    guard ending == nil else { return }
    kill(-process, SIGKILL)
    _ = status(waiting: true)
    drainErrors()
  }

  private func closeOutput() {
    guard output >= 0 else { return }
    close(output)
    output = -1
  }

  /// How the program ended, or nil while it runs.
  private func status(waiting: Bool) -> ProgramStatus? {
    if let ending { return ending }
    var status: CInt = 0
    var result = waitpid(process, &status, waiting ? 0 : WNOHANG)
    while result < 0, errno == EINTR { result = waitpid(process, &status, waiting ? 0 : WNOHANG) }
    if result == process { ending = decoded(waitStatus: status) }
    if result < 0 { ending = .signalled(0) }
    return ending
  }

  /// Whether either stream has something to read, or has ended, within that time.
  private func wait(milliseconds: CInt) -> Bool {
    var ends = [pollfd(fd: output, events: Int16(POLLIN), revents: 0)]
    if errors >= 0 { ends.append(pollfd(fd: errors, events: Int16(POLLIN), revents: 0)) }
    let ready = poll(&ends, nfds_t(ends.count), milliseconds)
    if ready > 0, ends[0].revents == 0 { drainErrors() }
    return ready > 0 && ends[0].revents != 0
  }

  /// Takes what the program has said on its error stream, for those who read its output themselves.
  public func drainErrors() {
    guard errors >= 0 else { return }
    withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) { buffer in
      while true {
        let count = Self.read(errors, buffer)
        if count == 0 {
          close(errors)
          errors = -1
        }
        guard count > 0 else { return }
        errorLines += buffer[..<count].count { $0 == UInt8(ascii: "\n") }
        errorTail.append(contentsOf: buffer[..<count])
        if errorTail.count > 2 * Self.keptErrorBytes {
          errorTail.removeFirst(errorTail.count - Self.keptErrorBytes)
        }
      }
    }
  }

  /// The count read; 0 at the end, −1 when there is nothing yet.
  private static func read(_ end: CInt, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      #if canImport(Darwin)
        let count = Darwin.read(end, buffer.baseAddress, buffer.count)
      #elseif canImport(Musl)
        let count = Musl.read(end, buffer.baseAddress, buffer.count)
      #else
        let count = Glibc.read(end, buffer.baseAddress, buffer.count)
      #endif
      if count >= 0 { return count }
      if errno == EINTR { continue }
      return errno == EAGAIN || errno == EWOULDBLOCK ? -1 : 0
    }
  }
}
