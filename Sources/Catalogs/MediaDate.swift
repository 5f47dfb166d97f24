package import Foundation

/// Dates as text in ISO 8601, to a thousandth of a second.
///
/// Law: `date(text(date)) == date` for every date that `rounded` has rounded.
package enum MediaDate {
  /// What is read, for messages.
  package static let expected =
    "a date such as 2026-11-30 or 2026-11-30T08:15:00Z, from the year 1 to 9999"

  private static let dayMilliseconds: Int64 = 86_400_000
  /// The days from 1970 to the first day of the year 1, and to the last of the year 9999.
  private static let days: ClosedRange<Int64> = -719_162...2_932_896

  private static func milliseconds(_ date: Date) -> Int64 {
    let exact = (date.timeIntervalSince1970 * 1000).rounded()
    let first = days.lowerBound * dayMilliseconds
    let last = (days.upperBound + 1) * dayMilliseconds - 1
    guard exact > Double(first) else { return first }
    return exact < Double(last) ? Int64(exact) : last
  }

  /// The date to a thousandth of a second, within the years that have four digits.
  static func rounded(_ date: Date) -> Date { self.date(milliseconds: milliseconds(date)) }

  private static func date(milliseconds: Int64) -> Date {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  /// The date in UTC; its time is left out at midnight, its fraction where there is none.
  static func text(_ date: Date) -> String {
    let milliseconds = milliseconds(date)
    let rest = ((milliseconds % dayMilliseconds) + dayMilliseconds) % dayMilliseconds
    let (year, month, day) = civil((milliseconds - rest) / dayMilliseconds)
    func digits(_ number: Int64, _ count: Int) -> String {
      let text = "\(number)"
      return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
    let calendar = "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
    guard rest > 0 else { return calendar }
    let seconds = rest / 1000
    let clock =
      "T\(digits(seconds / 3600, 2)):\(digits(seconds / 60 % 60, 2)):\(digits(seconds % 60, 2))"
    return calendar + clock + (rest % 1000 == 0 ? "" : ".\(digits(rest % 1000, 3))") + "Z"
  }

  /// A date, or a date and a time with `Z` or an offset such as `+01:00`; nil for anything else.
  package static func date(_ text: String) -> Date? {
    var rest = Array(text.utf8)[...]
    func number(_ count: Int) -> Int64? {
      let digits = rest.prefix(count)
      guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
        return nil
      }
      rest = rest.dropFirst(count)
      return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }
    func skip(_ character: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: character) else { return false }
      rest = rest.dropFirst()
      return true
    }
    guard let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2),
      year > 0, (1...12).contains(month), day > 0
    else { return nil }
    let count = daysFromCivil(year, month, day)
    // The 31st of a month of 30 days comes back as the first of the next.
    guard civil(count) == (year, month, day) else { return nil }
    guard !rest.isEmpty else { return date(milliseconds: count * dayMilliseconds) }
    guard skip("T"), let hour = number(2), hour < 24, skip(":"), let minute = number(2),
      minute < 60, skip(":"), let second = number(2), second < 60
    else { return nil }
    var milliseconds = ((hour * 60 + minute) * 60 + second) * 1000
    if skip(".") {
      let fraction = rest.prefix { (0x30...0x39).contains($0) }
      guard (1...9).contains(fraction.count) else { return nil }
      rest = rest.dropFirst(fraction.count)
      let padded = Array(fraction) + [0x30, 0x30]
      milliseconds += padded.prefix(3).reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }
    if !skip("Z") {
      let sign: Int64 = skip("+") ? 1 : -1
      guard sign > 0 || skip("-"), let hours = number(2), hours < 24, skip(":"),
        let minutes = number(2), minutes < 60
      else { return nil }
      milliseconds -= sign * (hours * 60 + minutes) * 60_000
    }
    guard rest.isEmpty else { return nil }
    milliseconds += count * dayMilliseconds
    let inside = days.lowerBound * dayMilliseconds..<(days.upperBound + 1) * dayMilliseconds
    return inside.contains(milliseconds) ? date(milliseconds: milliseconds) : nil
  }

  /// The days from 1970-01-01 to a date of the Gregorian calendar.
  ///
  /// Years are counted from March, so that the leap day is the last of its year.
  private static func daysFromCivil(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month > 2 ? year : year - 1
    let monthFromMarch = (month + 9) % 12
    let yearStart = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400
    return yearStart + (153 * monthFromMarch + 2) / 5 + day - 1 - 719_468
  }

  private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let sinceMarch = days + 719_468
    let era = sinceMarch / 146_097
    let dayOfEra = sinceMarch % 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = (monthFromMarch + 2) % 12 + 1
    let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }
}
