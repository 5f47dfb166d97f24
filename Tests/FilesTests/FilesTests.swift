import Files
import Fingerprinting
import Foundation
import TestSupport
import Testing

struct FilesTests {
  @Test func replacesAFileAndLeavesNoDraft() throws {
    try withTemporaryDirectory { folder in
      let path = FilePath(bytes: folder.bytes + Array("/l_".utf8) + [0xe9])
      try replaceFile(path, with: Array("old".utf8))
      // What a killed program has left is longer than what is written now.
      let draft = FilePath(bytes: path.bytes + Array(".partial".utf8))
      try draft.write([UInt8](repeating: 0x78, count: 100))
      try replaceFile(path, with: Array("new".utf8))
      #expect(try readFile(path) == Array("new".utf8))
      try replaceFile(path, with: [])
      #expect(try readFile(path) == [])
      #expect(try launchTool("ls", [folder]).text.split(separator: "\n").count == 1)
    }
  }

  @Test func manyWritersLeaveOneOfTheirFiles() async throws {
    try await withTemporaryDirectory { folder in
      let path = folder.appending("f")
      let contents = (0..<8).map { [UInt8](repeating: $0, count: 200_000 + Int($0)) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for bytes in contents {
          group.addTask { for _ in 0..<20 { try replaceFile(path, with: bytes) } }
        }
        for _ in 0..<50 {
          if let seen = try? readFile(path) { #expect(contents.contains(seen)) }
          await Task.yield()
        }
        try await group.waitForAll()
      }
      #expect(contents.contains(try readFile(path)))
      #expect(try launchTool("ls", [folder]).text == "f\n")
    }
  }

  @Test func aFailureLeavesTheFileAsItWas() throws {
    try withTemporaryDirectory { folder in
      let error = #expect(throws: FileError.self) {
        try replaceFile(folder.appending("none/f"), with: [1])
      }
      #expect(error?.isMissing == true)
      #expect(error?.description.contains("cannot write '\(folder)/none/f'") == true)
      #expect(throws: FileError.self) { try replaceFile(folder, with: [1]) }
      #expect(throws: FileError.self) { try replaceFile(FilePath("/dev/full"), with: [1]) }
      // A folder where the draft would be.
      let path = folder.appending("f")
      try path.write([1])
      try runTool("mkdir", ["\(path).partial"])
      #expect(throws: FileError.self) { try replaceFile(path, with: [2]) }
      #expect(try readFile(path) == [1])
    }
  }

  @Test func pipesAreWrittenToAndStay() throws {
    try withTemporaryDirectory { folder in
      let pipe = folder.appending("p")
      try runTool("mkfifo", ["\(pipe)"])
      // Open for reading too, so that opening for writing does not wait.
      let descriptor = pipe.withCString { open($0, O_RDWR) }
      defer { close(descriptor) }
      try replaceFile(pipe, with: Array("through".utf8))
      var read = [UInt8](repeating: 0, count: 7)
      #expect(Foundation.read(descriptor, &read, 7) == 7)
      #expect(read == Array("through".utf8))
      #expect(throws: FileError.self) { try readFile(pipe) }
    }
  }

  @Test func linksStayAndWhatTheyLeadToIsReplaced() throws {
    try withTemporaryDirectory { folder in
      let target = folder.appending("target")
      try target.write([1])
      try runTool("ln", ["-s", "target", "\(folder)/link"])
      try replaceFile(folder.appending("link"), with: [2])
      #expect(try readFile(target) == [2])
      #expect(try launchTool("ls", [folder]).text == "link\ntarget\n")
      #expect(try launchTool("readlink", [folder.appending("link")]).text == "target\n")
    }
  }

  @Test func foldersAreMadeWithThoseAboveThem() throws {
    try withTemporaryDirectory { folder in
      let path = FilePath(bytes: folder.bytes + Array("/a/".utf8) + [0xe9] + Array("/c/".utf8))
      try makeFolder(path)
      try makeFolder(path)
      #expect(isFolder(path))
      let file = folder.appending("f")
      try file.write([])
      let error = #expect(throws: FileError.self) { try makeFolder(file.appending("below")) }
      #expect(error?.path == file)
    }
  }

  /// The reason is why it cannot be made, not what looking at it says.
  @Test func aFolderThatCannotBeMadeIsNotMissing() throws {
    try withTemporaryDirectory { folder in
      try runTool("ln", ["-s", "nowhere", "\(folder)/link"])
      let error = #expect(throws: FileError.self) { try makeFolder(folder.appending("link/a")) }
      #expect(error?.isMissing == false)
      #expect(error?.description == "cannot make '\(folder)/link': File exists")
    }
  }
}
