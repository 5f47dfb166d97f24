/// What a program that has ended left behind.
public struct ProgramResult: Hashable, Sendable {
  /// How it ended.
  ///
  /// Judge by this *and* by the output: programs fail with good output and succeed with none.
  public let status: ProgramStatus
  /// All that it wrote on its standard output.
  public let output: [UInt8]
  /// The last few kilobytes that it wrote on its error stream.
  public let errorText: String

  /// The output as text; bytes that are no UTF-8 are replaced.
  public var text: String { String(decoding: output, as: UTF8.self) }
}

/// Runs a program to its end and returns all that it wrote.
///
/// Input is `/dev/null`, arguments pass no shell, and both output streams are drained together.
///
/// - Parameters:
///   - program: a name to find on PATH, or a path.
///   - arguments: what follows the program's name.
///   - environment: variables laid over this process's own.
///   - workingDirectory: where it starts; nil is this process's own.
///   - patience: how long it may write nothing before it is stopped.
///   - outputLimit: how many bytes it may write before it is stopped.
/// - Returns: its status and output.
/// - Throws: what kept it from ending by itself; a failing exit code does not throw.
public func runProgram(
  _ program: String, _ arguments: [ProgramArgument], environment: [String: String] = [:],
  workingDirectory: ProgramArgument? = nil, patience: Duration = .seconds(60),
  outputLimit: Int = 1 << 28
) throws(ProgramError) -> ProgramResult {
  let child = try ChildProcess(
    program, arguments, environment: environment, workingDirectory: workingDirectory)
  var output: [UInt8] = []
  let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
  defer { room.deallocate() }
  while true {
    let count = try child.read(into: room, patience: patience)
    if count == 0 { break }
    guard output.count + count <= outputLimit else {
      child.stop()
      throw .outputTooLong(program: program, limit: outputLimit)
    }
    output.append(contentsOf: room[..<count])
  }
  let status = try child.finish(patience: patience)
  return ProgramResult(status: status, output: output, errorText: child.errorText)
}
