import Fingerprinting
import Foundation
import TestSupport

/// Runs `body` with a descriptor from which bytes can be read, and then the end.
func withPipe<Value>(holding bytes: [UInt8], _ body: (Int32) throws -> Value) throws -> Value {
  try withTemporaryDirectory { folder in
    // A file ends as a pipe does, and nobody has to write while somebody else reads.
    let path = folder.appending("pipe")
    try path.write(bytes)
    let descriptor = path.withCString { open($0, O_RDONLY) }
    defer { close(descriptor) }
    return try body(descriptor)
  }
}
