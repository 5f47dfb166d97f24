internal import Catalogs
internal import CommandLineOptions
internal import Fingerprinting
internal import Foundation

/// A moment as the command line gives it.
struct StartTime: ArgumentValue {
  let time: WallTime

  static var placeholder: String { "TIME" }

  init(argument: RawArgument) throws(InvalidArgument) {
    guard let date = argument.text.flatMap(MediaDate.date) else {
      throw InvalidArgument(expected: MediaDate.expected)
    }
    time = WallTime(seconds: date.timeIntervalSince1970)
  }

  var argumentText: String { time.utc }
}
