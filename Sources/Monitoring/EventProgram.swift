internal import Foundation
internal import Processes

/// Something that is told of events, one after the other, by a program that is run for each.
public struct EventProgram: Sendable {
  /// What it is called in messages; nothing secret.
  public let name: String
  private let program: String
  private let arguments: [ProgramArgument]
  private let input: @Sendable (_ event: String) -> String

  /// A line for the shell, which gets each event as JSON on its standard input.
  ///
  /// The event is never a part of the line.
  public static func command(_ line: String) -> EventProgram {
    EventProgram(
      name: "--exec", program: "/bin/sh", arguments: ["-c", ProgramArgument(line)]
    ) { $0 + "\n" }
  }

  /// An address that each event is sent to as JSON, by the `curl` program.
  ///
  /// Address and headers reach it on its standard input, so that they do not stand in the list of
  /// processes.
  ///
  /// - Parameters:
  ///   - address: an HTTP or HTTPS address.
  ///   - headers: lines such as `Authorization: Bearer …`.
  ///   - limit: how long sending may take.
  /// - Returns: the program.
  public static func address(
    _ address: String, headers: [String] = [], limit: Duration
  ) -> EventProgram {
    let seconds = max(1, Int((limit / .seconds(1)).rounded(.up)))
    var lines = [
      "url = \(quoted(address))", "request = \"POST\"", "silent", "show-error", "fail", "globoff",
      "proto = \"=http,https\"", "max-time = \(seconds)", "output = \"/dev/null\"",
    ]
    for header in ["Content-Type: application/json"] + headers {
      lines.append("header = \(quoted(header))")
    }
    let settings = lines.joined(separator: "\n")
    return EventProgram(name: "--webhook", program: "curl", arguments: ["-q", "-K", "-"]) { event in
      settings + "\ndata-raw = \(quoted(event))\n"
    }
  }

  /// A text in curl's quotation marks.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// Runs the program for an event.
  ///
  /// - Parameters:
  ///   - event: one JSON object.
  ///   - limit: how long it may run before it, and all that it started, is killed.
  /// - Returns: what went wrong; nil where it went well.
  func tell(_ event: String, limit: Duration) -> String? {
    do throws(ProgramError) {
      let child = try ChildProcess(program, arguments, input: Array(input(event).utf8))
      let deadline = ContinuousClock.now + limit
      let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 4_096, alignment: 1)
      defer { room.deallocate() }
      // What it prints is not wanted, but it must not be stopped by that.
      while try child.read(into: room, patience: deadline - .now) > 0 {
        guard ContinuousClock.now < deadline else {
          throw ProgramError.timedOut(program: name, limit: limit)
        }
      }
      let status = try child.finish(patience: max(.zero, deadline - .now))
      guard !status.isSuccess else { return nil }
      let last = child.errorText.split(separator: "\n").last.map { ": \($0)" } ?? ""
      return "\(status)\(last)"
    } catch {
      if case .timedOut = error { return "no end within \(limit); stopped" }
      return "\(error)"
    }
  }
}
