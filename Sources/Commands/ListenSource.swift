internal import AudioCapture
internal import AudioFiles
internal import CommandLineOptions
internal import Fingerprinting
internal import Foundation
internal import LiveMatching

/// A source as the command line names it: `[NAME=]pulse|stdin|URL|FILE`.
struct ListenSource: Hashable, Sendable {
  /// What a source is.
  enum Kind: Hashable, Sendable {
    case device(PulseSource.Device)
    case standardInput
    case network(String)
    /// A file, or a named pipe.
    case file(FilePath)
  }

  /// The name that it was given.
  let givenName: String?
  let kind: Kind
  /// What it is called where it has no name of its own: no secret is a part of it.
  let place: String

  /// The name that events carry.
  var name: String { givenName ?? place }

  init(_ text: FilePath) {
    let bytes = text.bytes
    let equals = UInt8(ascii: "=")
    let mark = bytes.firstIndex(of: equals) ?? 0
    let isName = mark > 0 && bytes[..<mark].allSatisfy(Self.isNamePart)
    givenName = isName ? String(decoding: bytes[..<mark], as: UTF8.self) : nil
    let path = isName ? FilePath(bytes: Array(bytes[(mark + 1)...])) : text
    let word = path.description
    var place = word
    switch word {
    case "pulse": kind = .device(.defaultSource)
    case "pulse:monitor": kind = .device(.defaultMonitor)
    case "stdin", "-": kind = .standardInput
    default:
      if word.hasPrefix("pulse:") {
        kind = .device(.named(String(word.dropFirst(6))))
      } else if NetworkSource.scheme(of: word) != nil {
        let address = String(decoding: path.bytes, as: UTF8.self)
        kind = .network(address)
        place = NetworkSource(address).name
      } else {
        kind = .file(path)
      }
    }
    self.place = place
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "_"), UInt8(ascii: "-"): true
    default: byte >= 0x80
    }
  }

  /// The file that it is; nil for what is live.
  var file: FilePath? {
    guard case .file(let path) = kind, !PipeSource.isPipe(path) else { return nil }
    return path
  }

  /// Whether the sound cannot wait until it is taken.
  var isLive: Bool { if case .device = kind { true } else { false } }

  /// Whether the source is opened again when it fails, unless the command line says otherwise.
  var isSteady: Bool {
    switch kind {
    case .device, .network: true
    case .standardInput, .file: false
    }
  }

  /// Whether sound comes when it is heard, so that the clock says when that was.
  func isTimed(isRealTime: Bool) -> Bool {
    switch kind {
    case .device, .network: return true
    case .file(let path): return isRealTime || PipeSource.isPipe(path)
    case .standardInput:
      var status = stat()
      return fstat(STDIN_FILENO, &status) != 0 || status.st_mode & S_IFMT != S_IFREG
    }
  }

  /// What delivers the sound.
  func pcmSource(_ arguments: ListenArguments) -> any PCMSource {
    let goesOn = arguments.reconnect ?? isSteady
    let patience = Seconds(arguments.patience)
    let format = arguments.rate.map {
      PCMFormat(
        sampleRate: SampleRate($0), channels: arguments.channels, encoding: arguments.encoding)
    }
    let source: any PCMSource
    switch kind {
    case .device(let device): source = PulseSource(device, patience: patience)
    case .standardInput:
      // What has ended cannot be opened again.
      return DescriptorSource(
        STDIN_FILENO, name: "standard input", format: format, patience: patience, waits: goesOn)
    case .network(let address):
      source = NetworkSource(
        address, patience: Seconds(max(10, arguments.patience)), isRealTime: arguments.isRealTime,
        endIsLoss: goesOn)
    case .file(let path) where PipeSource.isPipe(path):
      source = PipeSource(path, format: format, patience: patience, waits: goesOn)
    case .file(let path):
      return FileSource(path, decoder: arguments.decoder, isRealTime: arguments.isRealTime)
    }
    return goesOn ? SteadySource(source, waitsForFirst: arguments.reconnect == true) : source
  }

  /// Where events of this source are on the wall clock; nil where that has no meaning.
  func wallLine(_ arguments: ListenArguments) -> WallLine? {
    if let start = arguments.startTime { return WallLine(startingAt: start.time) }
    return isTimed(isRealTime: arguments.isRealTime) ? WallLine() : nil
  }
}

extension ListenSource: ArgumentValue {
  static var placeholder: String { "SOURCE" }
  static var isFile: Bool { true }

  init(argument: RawArgument) throws(InvalidArgument) {
    let source = ListenSource(FilePath(bytes: Array(argument.bytes)))
    if case .network(let address) = source.kind, let scheme = NetworkSource.scheme(of: address),
      !NetworkSource.schemes.contains(scheme)
    {
      throw InvalidArgument(
        expected: "an address that begins with one of "
          + NetworkSource.schemes.map { $0 + "://" }.joined(separator: ", "))
    }
    self = source
  }

  var argumentText: String { (givenName.map { $0 + "=" } ?? "") + place }
}
