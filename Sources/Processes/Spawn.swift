#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import Synchronization

/// Held while pipes are made and a program is started, so that no child inherits another's pipe.
let spawning = Mutex(())

/// Starts a program with the given ends as input (`/dev/null` for none), output and error stream,
/// in a process group of its own, with no signal blocked or ignored.
///
/// - Returns: 0, or the system's error number.
func spawn(
  _ process: inout pid_t, path: String, arguments: [ProgramArgument],
  environment: [String: String], input: CInt?, output: CInt, errors: CInt
) -> CInt {
  #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
  #else
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
  #endif
  posix_spawn_file_actions_init(&actions)
  posix_spawnattr_init(&attributes)
  defer {
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
  }
  if let input {
    posix_spawn_file_actions_adddup2(&actions, input, 0)
  } else {
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  }
  posix_spawn_file_actions_adddup2(&actions, output, 1)
  posix_spawn_file_actions_adddup2(&actions, errors, 2)
  var signals = sigset_t()
  sigfillset(&signals)
  posix_spawnattr_setsigdefault(&attributes, &signals)
  sigemptyset(&signals)
  posix_spawnattr_setsigmask(&attributes, &signals)
  posix_spawnattr_setpgroup(&attributes, 0)
  posix_spawnattr_setflags(
    &attributes,
    Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETPGROUP))

  var argumentPointers: [UnsafeMutablePointer<CChar>?] = arguments.map { argument in
    strdup(argument.bytes.map { CChar(bitPattern: $0) } + [0])
  }
  var environmentPointers: [UnsafeMutablePointer<CChar>?] =
    environmentEntries(with: environment).map { strdup($0) }
  defer { for pointer in argumentPointers + environmentPointers { free(pointer) } }
  argumentPointers.append(nil)
  environmentPointers.append(nil)
  return posix_spawn(
    &process, path, &actions, &attributes, argumentPointers, environmentPointers)
}

/// This process's environment, `NAME=value`, with some variables replaced or added.
private func environmentEntries(with overrides: [String: String]) -> [[CChar]] {
  var entries: [[CChar]] = []
  var pointer = environ
  while let entry = pointer.pointee {
    let length = strlen(entry)
    let name = String(
      decoding: UnsafeRawBufferPointer(start: entry, count: length)
        .prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
    if overrides[name] == nil {
      entries.append(Array(UnsafeBufferPointer(start: entry, count: length + 1)))
    }
    pointer += 1
  }
  for (name, value) in overrides.sorted(by: { $0.key < $1.key }) {
    entries.append("\(name)=\(value)".utf8.map { CChar(bitPattern: $0) } + [0])
  }
  return entries
}
