public import Fingerprinting
import Foundation

/// What a tool printed.
public struct ToolOutput: Sendable {
  /// Its exit status; 128 + n where signal n ended it.
  public var status: Int32
  /// The bytes it wrote to standard output.
  public var bytes: [UInt8]
  /// What it wrote to standard error.
  public var errors: String
  /// Standard output as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// A tool that a test needs and that did not do its work.
public struct ToolFailure: Error, CustomStringConvertible {
  /// The tool, its status and its words.
  public let description: String
}

/// Runs a program and waits for its end, whatever its status is.
///
/// - Parameters:
///   - name: a program on `PATH`, or a path.
///   - arguments: bytes, so that names that are no UTF-8 can be given.
///   - input: what it reads on standard input.
/// - Returns: all that it printed, with its status.
/// - Throws: `ToolFailure` where it could not be started.
public func launchTool(
  _ name: String, _ arguments: [FilePath], input: [UInt8] = []
) throws -> ToolOutput {
  // Files instead of pipes: nobody has to read while somebody else writes.
  guard let stdin = tmpfile(), let stdout = tmpfile(), let stderr = tmpfile() else {
    throw ToolFailure(description: "no temporary file for \(name)")
  }
  defer { for file in [stdin, stdout, stderr] { fclose(file) } }
  fwrite(input, 1, input.count, stdin)
  rewind(stdin)

  #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
  #else
    var actions = posix_spawn_file_actions_t()
  #endif
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  for (number, file) in [stdin, stdout, stderr].enumerated() {
    posix_spawn_file_actions_adddup2(&actions, fileno(file), Int32(number))
  }
  var words: [UnsafeMutablePointer<CChar>?] = ([FilePath(name)] + arguments).map {
    $0.withCString { strdup($0) }
  }
  words.append(nil)
  defer { for word in words { free(word) } }
  var process = pid_t()
  let refusal = posix_spawnp(&process, name, &actions, nil, words, environ)
  guard refusal == 0 else {
    throw ToolFailure(
      description: "\(name) cannot be started: \(String(cString: strerror(refusal)))")
  }
  var status: Int32 = 0
  while waitpid(process, &status, 0) < 0, errno == EINTR {}
  let signal = status & 0x7f
  return ToolOutput(
    status: signal == 0 ? (status >> 8) & 0xff : 128 + signal,
    bytes: contents(of: stdout), errors: String(decoding: contents(of: stderr), as: UTF8.self))
}

/// Runs a program that must succeed.
///
/// - Parameters:
///   - name: a program on `PATH`, or a path.
///   - arguments: its arguments.
///   - input: what it reads on standard input.
/// - Returns: all that it printed.
/// - Throws: `ToolFailure` with the program's words where its status is not 0.
@discardableResult
public func runTool(
  _ name: String, _ arguments: [String], input: [UInt8] = []
) throws -> ToolOutput {
  let output = try launchTool(name, arguments.map { FilePath($0) }, input: input)
  guard output.status == 0 else {
    throw ToolFailure(
      description: "\(name) \(arguments.joined(separator: " ")): \(output.status) \(output.errors)")
  }
  return output
}

/// Writes a shell script that can be started at once.
///
/// A child process writes it: were it this one, a process started meanwhile by another test could hold the
/// file open for writing until its own `exec`, and starting the script would fail with "Text file busy".
///
/// - Parameters:
///   - script: what follows the line that names the shell.
///   - path: where it goes.
/// - Throws: `ToolFailure` where it cannot be written.
public func writeProgram(_ script: String, at path: FilePath) throws {
  try runTool(
    "sh", ["-c", #"cat >"$1" && chmod +x "$1""#, "sh", path.description],
    input: Array("#!/bin/sh\n\(script)\n".utf8))
}

/// Runs a Python 3 script, the oracle of most comparisons.
///
/// - Parameters:
///   - script: the program; numpy and scipy may be imported.
///   - arguments: `sys.argv[1:]`.
///   - input: `sys.stdin.buffer`.
/// - Returns: what it printed.
/// - Throws: `ToolFailure` with the traceback where the script fails.
public func python(
  _ script: String, _ arguments: String..., input: [UInt8] = []
) throws -> String {
  try runTool("python3", ["-c", script] + arguments, input: input).text
}

/// Runs sox with its dither off, so that its output is the same each time.
///
/// - Parameters:
///   - arguments: all arguments after `-D -V1`.
///   - input: standard input.
/// - Returns: all that it printed.
/// - Throws: `ToolFailure` with its words where it fails.
@discardableResult
public func sox(_ arguments: String..., input: [UInt8] = []) throws -> ToolOutput {
  try runTool("sox", ["-D", "-V1"] + arguments, input: input)
}

/// Runs ffmpeg, overwriting its outputs.
///
/// - Parameter arguments: all arguments after `-nostdin -v error -y`.
/// - Returns: all that it printed.
/// - Throws: `ToolFailure` with its words where it fails.
@discardableResult
public func ffmpeg(_ arguments: String...) throws -> ToolOutput {
  try runTool("ffmpeg", ["-nostdin", "-v", "error", "-y"] + arguments)
}

/// The samples as little-endian 32-bit floats, for `numpy.frombuffer(…, "<f4")` and `sox -t f32`.
public func bytes(of samples: [Float]) -> [UInt8] {
  samples.flatMap { sample in
    let bits = sample.bitPattern
    return [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: bits >> UInt32($0)) }
  }
}

/// The samples that `bytes(of:)` or a tool wrote as little-endian 32-bit floats.
public func samples(of bytes: [UInt8]) -> [Float] {
  stride(from: 0, to: bytes.count - bytes.count % 4, by: 4).map { at in
    var bits: UInt32 = 0
    for byte in (0..<4).reversed() { bits = bits << 8 | UInt32(bytes[at + byte]) }
    return Float(bitPattern: bits)
  }
}

private func contents(of file: UnsafeMutablePointer<FILE>) -> [UInt8] {
  // The child's writes moved the offset that both share.
  rewind(file)
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = fread(&block, 1, block.count, file), count > 0 { bytes += block[..<count] }
  return bytes
}
