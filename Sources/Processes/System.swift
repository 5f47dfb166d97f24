#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A pipe whose ends are closed when another program is started.
///
/// Callers hold `spawning`: between the two steps here no child may come into being.
func closeOnExecPipe() -> (read: CInt, write: CInt)? {
  var ends: [CInt] = [-1, -1]
  guard pipe(&ends) == 0 else { return nil }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  return (ends[0], ends[1])
}

/// The reading end of a pipe that holds bytes and then ends.
///
/// Callers hold `spawning`.
///
/// - Parameter bytes: all that can be read.
/// - Returns: the end; nil, with `errno` set, where a pipe cannot hold so many.
func filledPipe(_ bytes: [UInt8]) -> CInt? {
  guard let ends = closeOnExecPipe() else { return nil }
  _ = fcntl(ends.write, F_SETFL, fcntl(ends.write, F_GETFL) | O_NONBLOCK)
  // The reading end is open, so that nothing can be broken here.
  let count = write(ends.write, bytes, bytes.count)
  let code = count < 0 ? errno : EMSGSIZE
  close(ends.write)
  guard count != bytes.count else { return ends.read }
  close(ends.read)
  errno = code
  return nil
}

/// The text of a system error number.
func systemMessage(_ code: CInt) -> String { String(cString: strerror(code)) }

/// Whether a wait status tells of a regular exit, and its code or signal.
func decoded(waitStatus status: CInt) -> ProgramStatus {
  let signal = status & 0x7f
  return signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
}
