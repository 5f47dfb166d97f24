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

/// The text of a system error number.
func systemMessage(_ code: CInt) -> String { String(cString: strerror(code)) }

/// Whether a wait status tells of a regular exit, and its code or signal.
func decoded(waitStatus status: CInt) -> ProgramStatus {
  let signal = status & 0x7f
  return signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
}
