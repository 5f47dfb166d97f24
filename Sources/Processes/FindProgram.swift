#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The path of a program: the name itself where it holds a slash, else the first executable
/// regular file of that name in a folder of PATH.
///
/// - Parameters:
///   - name: a program's name or path.
///   - searchPath: folders joined by colons; nil takes the environment's PATH.
/// - Returns: the path, or nil where there is no such program.
public func findProgram(_ name: String, searchPath: String? = nil) -> String? {
  if name.utf8.contains(UInt8(ascii: "/")) { return isExecutableFile(name) ? name : nil }
  let folders = searchPath ?? getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
  for folder in folders.split(separator: ":") where isExecutableFile("\(folder)/\(name)") {
    return "\(folder)/\(name)"
  }
  return nil
}

private func isExecutableFile(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
}
