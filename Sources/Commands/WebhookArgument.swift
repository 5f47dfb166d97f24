internal import CommandLineOptions
internal import Files
internal import Fingerprinting
internal import Foundation
internal import Monitoring

/// An address that events are sent to, or `@FILE`: a file whose first line is the address, and
/// whose other lines are headers.
struct WebhookArgument: ArgumentValue {
  static var placeholder: String { "URL|@FILE" }

  private enum Place: Hashable {
    case address(String)
    case file(FilePath)
  }

  private let place: Place

  init(argument: RawArgument) throws(InvalidArgument) {
    if argument.bytes.first == UInt8(ascii: "@") {
      place = .file(FilePath(bytes: Array(argument.bytes.dropFirst())))
      return
    }
    guard let text = argument.text, Self.isAddress(text) else {
      throw InvalidArgument(expected: "an address that begins with http:// or https://, or @FILE")
    }
    place = .address(text)
  }

  var argumentText: String {
    switch place {
    case .address: "URL"
    case .file(let path): "@\(path)"
    }
  }

  private static func isAddress(_ text: String) -> Bool {
    let lower = text.lowercased()
    return (lower.hasPrefix("http://") || lower.hasPrefix("https://"))
      && !text.contains { $0.isNewline }
  }

  /// What sends events there.
  func program(limit: Duration) throws -> EventProgram {
    switch place {
    case .address(let address): return .address(address, limit: limit)
    case .file(let path):
      let lines = String(decoding: try readFile(path), as: UTF8.self)
        .split { $0.isNewline }.map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.isEmpty }
      guard let address = lines.first, Self.isAddress(address) else {
        throw UsageError(
          "--webhook @\(path): expected an address that begins with http:// or https:// in the "
            + "first line, headers such as 'Authorization: …' below it")
      }
      return .address(address, headers: Array(lines.dropFirst()), limit: limit)
    }
  }

  /// Takes addresses that were given as words off the list of processes.
  static func hideFromProcessList() {
    let words = CommandLine.unsafeArgv
    var isNext = false
    for place in 0..<Int(CommandLine.argc) {
      guard let word = words[place] else { continue }
      let joined = "--webhook="
      if isNext {
        memset(word, 0x78, strlen(word))
      } else if strncmp(word, joined, joined.utf8.count) == 0 {
        memset(word + joined.utf8.count, 0x78, strlen(word) - joined.utf8.count)
      }
      isNext = strcmp(word, "--webhook") == 0
    }
  }
}
