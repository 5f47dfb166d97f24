import Foundation
import TestSupport
import Testing

/// The manifest as `swift package dump-package` prints it.
private struct Manifest: Decodable {
  struct Target: Decodable {
    struct Dependency: Decodable {
      let byName: [String?]
    }
    let name: String
    let type: String
    let dependencies: [Dependency]
    var dependencyNames: [String] { dependencies.compactMap { $0.byName.first ?? nil } }
  }
  let targets: [Target]
}

private let root = URL(filePath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// A scratch path of its own: the running `swift test` holds the lock of the usual one.
private func readManifest() throws -> [Manifest.Target] {
  try withTemporaryDirectory { scratch in
    let json = try runTool(
      "swift",
      [
        "package", "--package-path", root.path, "--scratch-path", "\(scratch)",
        "--manifest-cache", "none", "dump-package",
      ])
    return try JSONDecoder().decode(Manifest.self, from: Data(json.bytes)).targets
      .filter { $0.type != "test" && !["TestSupport", "OtherNames"].contains($0.name) }
  }
}

/// The rows `| floor | target | … |` of CONTRIBUTING.md.
private func readFloors() throws -> [(floor: Int, target: String)] {
  let text = try String(contentsOf: root.appending(path: "CONTRIBUTING.md"), encoding: .utf8)
  return text.split(separator: "\n").compactMap { line in
    let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    guard cells.count == 3, let floor = Int(cells[0]) else { return nil }
    return (floor, cells[1])
  }
}

/// The modules that the Swift files of a target import.
private func imports(of target: String) throws -> Set<String> {
  let folder = root.appending(path: "Sources/\(target)")
  guard let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
  else { return [] }
  var modules: Set<String> = []
  for case let file as URL in files where file.pathExtension == "swift" {
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard let place = words.firstIndex(of: "import"), place < 2, place + 1 < words.count else {
        continue
      }
      modules.insert(String(words[place + 1]))
    }
  }
  return modules
}

struct LayeringTests {
  @Test func arrowsPointDown() throws {
    let rows = try readFloors()
    let floors = Dictionary(rows.map { ($0.target, $0.floor) }, uniquingKeysWith: min)
    #expect(floors.count == rows.count, "a target has two rows in CONTRIBUTING.md")
    let targets = try readManifest()
    let gone = Set(floors.keys).subtracting(targets.map(\.name))
    #expect(gone.isEmpty, "CONTRIBUTING.md has rows for \(gone.sorted()), which do not exist")
    for target in targets {
      guard let floor = floors[target.name] else {
        Issue.record("\(target.name) has no row in the floors table of CONTRIBUTING.md")
        continue
      }
      for dependency in target.dependencyNames {
        let below = floors[dependency] ?? .max
        #expect(
          below < floor,
          "\(target.name) (floor \(floor)) -> \(dependency) (floor \(below)) points up")
      }
    }
  }

  @Test func importsAreDeclared() throws {
    let targets = try readManifest()
    let names = Set(targets.map(\.name))
    for target in targets where target.type != "system" {
      let undeclared = try imports(of: target.name).intersection(names)
        .subtracting(target.dependencyNames)
      #expect(
        undeclared.isEmpty,
        "\(target.name) imports \(undeclared.sorted()) without saying so in Package.swift")
    }
  }
}
