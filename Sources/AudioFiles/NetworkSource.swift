public import Fingerprinting
internal import Foundation
internal import Processes

/// Sound from an address on a network, received and decoded by the `ffmpeg` program.
public struct NetworkSource: PCMSource {
  /// Schemes of addresses that can be listened to.
  public static let schemes = ["http", "https", "rtsp", "rtsps", "rtmp", "rtmps", "srt"]

  /// What the source is called in messages: the address without user, password and query.
  public let name: String
  private let address: String
  private let patience: Seconds
  private let isRealTime: Bool
  private let endIsLoss: Bool

  /// Describes the source.
  ///
  /// - Parameters:
  ///   - address: an address of one of `schemes`.
  ///   - patience: how long nothing may come before the source counts as stalled.
  ///   - isRealTime: whether what is no broadcast comes no faster than it is heard.
  ///   - endIsLoss: whether the end of a broadcast, which has none, is a failure.
  public init(
    _ address: String, patience: Seconds = Seconds(10), isRealTime: Bool = false,
    endIsLoss: Bool = false
  ) {
    self.address = address
    self.patience = patience
    self.isRealTime = isRealTime
    self.endIsLoss = endIsLoss
    name = Self.publicPart(of: address)
  }

  /// The scheme of an address; nil for any other text.
  public static func scheme(of text: String) -> String? {
    guard let mark = text.firstRange(of: "://"), mark.lowerBound != text.startIndex else {
      return nil
    }
    let scheme = text[..<mark.lowerBound].lowercased()
    return scheme.utf8.allSatisfy { (0x61...0x7a).contains($0) } ? scheme : nil
  }

  /// An address without what may be secret.
  static func publicPart(of address: String) -> String {
    guard let mark = address.firstRange(of: "://") else { return address }
    let rest = address[mark.upperBound...]
    let host = rest.prefix { !"/?#".contains($0) }
    let path = rest[host.endIndex...].prefix { !"?#".contains($0) }
    let afterUser = host.lastIndex(of: "@").map { host[host.index(after: $0)...] } ?? host
    return "\(address[..<mark.upperBound])\(afterUser)\(path)"
  }

  /// Protocols that what an address leads to may use in turn: none that reads local files.
  private static let protocols =
    "http,https,tls,tcp,udp,rtp,srtp,rtsp,rtsps,rtmp,rtmps,srt,crypto,httpproxy,data"

  private var arguments: [ProgramArgument] {
    var arguments: [ProgramArgument] = [
      "-nostdin", "-hide_banner", "-nostats", "-v", "info", "-protocol_whitelist",
      ProgramArgument(Self.protocols),
    ]
    // Through routers and firewalls nothing else comes.
    if Self.scheme(of: address) == "rtsp" { arguments += ["-rtsp_transport", "tcp"] }
    if isRealTime { arguments.append("-re") }
    return arguments + [
      "-i", ProgramArgument(address), "-map", "0:a:0", "-map_metadata", "-1", "-fflags",
      "+bitexact", "-c:a", "pcm_f32le", "-f", "wav", "pipe:1",
    ]
  }

  /// Receives until the address has no more, or `stop` says so.
  public func deliver(
    until stop: StopSignal, opened: () -> Void, to body: (SourcePiece) throws -> Void
  ) throws {
    let child: ChildProcess
    do throws(ProgramError) {
      guard let program = FFmpegProgram.find("ffmpeg") else { throw .notFound(program: "ffmpeg") }
      child = try ChildProcess(program, arguments)
    } catch {
      throw PCMSourceError.unavailable(source: name, reason: "\(error)")
    }
    defer { child.stop() }
    var isOpen = false
    var claimed: Seconds?
    var delivered = Seconds.zero
    do {
      try DescriptorSource(child.outputDescriptor, name: name, format: nil, patience: patience)
        .deliver(until: stop, opened: {}) { piece in
          child.drainErrors()
          if case .sound(let buffer) = piece {
            delivered = delivered + buffer.duration
            if !isOpen {
              isOpen = true
              claimed = Self.duration(in: child.errorText)
              opened()
            }
          }
          try body(piece)
        }
    } catch PCMSourceError.unusable where !isOpen {
      // There was no header: what ffmpeg said before it ended says why.
    }
    guard !stop.isStopped else { return }
    let status = try? child.finish(patience: .seconds(2))
    guard isOpen else { throw PCMSourceError.unavailable(source: name, reason: said(by: child)) }
    guard status?.isSuccess == true else {
      throw PCMSourceError.lost(source: name, reason: said(by: child))
    }
    guard let claimed else {
      if endIsLoss { throw PCMSourceError.lost(source: name, reason: "the broadcast has ended") }
      return
    }
    // A connection that broke is no error to ffmpeg.
    if delivered.value < 0.99 * claimed.value - 1 {
      try body(.remark("\(name): ended after \(delivered), expected \(claimed)"))
    }
  }

  /// How long ffmpeg says that its input is; nil for a broadcast, which has no end.
  static func duration(in words: String) -> Seconds? {
    guard let mark = words.firstRange(of: "Duration: ") else { return nil }
    let parts = words[mark.upperBound...].prefix { $0 != "," }.split(separator: ":")
      .map { Double($0) }
    guard parts.count == 3, let hours = parts[0], let minutes = parts[1], let seconds = parts[2]
    else { return nil }
    return Seconds(hours * 3_600 + minutes * 60 + seconds)
  }

  /// The last words of the program, without the address.
  private func said(by child: ChildProcess) -> String {
    let last = child.errorText.split(separator: "\n").last { line in
      line.contains { $0.isLetter }
    }
    return last.map { "ffmpeg: \($0)".replacing(address, with: name) } ?? "ffmpeg says nothing"
  }
}
