#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A moment as clocks on walls show it: seconds since the beginning of 1970 in UTC.
public struct WallTime: Hashable, Comparable, Codable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z, leap seconds left out.
  public var seconds: Double

  /// Makes a moment.
  public init(seconds: Double) { self.seconds = seconds }

  /// What the machine's clock shows.
  public static var now: WallTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return WallTime(seconds: Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9)
  }

  /// Orders by time.
  public static func < (left: WallTime, right: WallTime) -> Bool { left.seconds < right.seconds }
  /// The moment so much later.
  public static func + (time: WallTime, duration: Seconds) -> WallTime {
    WallTime(seconds: time.seconds + duration.value)
  }
  /// The moment so much earlier.
  public static func - (time: WallTime, duration: Seconds) -> WallTime {
    WallTime(seconds: time.seconds - duration.value)
  }
  /// The time between two moments.
  public static func - (left: WallTime, right: WallTime) -> Seconds {
    Seconds(left.seconds - right.seconds)
  }

  /// The moment in UTC, such as `2026-12-01T03:13:02.250Z`; years have four digits, so times
  /// beyond them are shown as the nearest that can be.
  public var utc: String {
    let (whole, thousandths) = parts
    var fields = tm()
    var count = whole
    gmtime_r(&count, &fields)
    return Self.text(fields, thousandths) + "Z"
  }

  /// The moment in the local time zone, such as `2026-12-01T04:13:02.250+01:00`.
  public var local: String {
    let (fields, thousandths) = localFields
    let minutes = fields.tm_gmtoff / 60
    let sign = minutes < 0 ? "-" : "+"
    return Self.text(fields, thousandths) + sign + Self.digits(abs(minutes) / 60, 2) + ":"
      + Self.digits(abs(minutes) % 60, 2)
  }

  /// The abbreviation of the local time zone at that moment, such as `CET`.
  public var zone: String {
    localFields.fields.tm_zone.map { String(cString: $0) } ?? "UTC"
  }

  /// The day in UTC, such as `2026-12-01`.
  public var utcDay: String { String(utc.prefix(10)) }

  /// Whole seconds and thousandths.
  private var parts: (whole: time_t, thousandths: Int) {
    // The first and the last second of years with four digits.
    let bounded = min(max(seconds, -62_135_596_800), 253_402_300_799)
    let count = bounded.isNaN ? 0 : Int((bounded * 1_000).rounded())
    let rest = ((count % 1_000) + 1_000) % 1_000
    return (time_t((count - rest) / 1_000), rest)
  }

  private var localFields: (fields: tm, thousandths: Int) {
    let (whole, thousandths) = parts
    var fields = tm()
    var count = whole
    localtime_r(&count, &fields)
    return (fields, thousandths)
  }

  private static func text(_ fields: tm, _ thousandths: Int) -> String {
    digits(Int(fields.tm_year) + 1900, 4) + "-" + digits(Int(fields.tm_mon) + 1, 2) + "-"
      + digits(Int(fields.tm_mday), 2) + "T" + digits(Int(fields.tm_hour), 2) + ":"
      + digits(Int(fields.tm_min), 2) + ":" + digits(Int(fields.tm_sec), 2) + "."
      + digits(thousandths, 3)
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}
