import Experiments
import Scoring
import Tabular

/// A number without superfluous zeros: `5`, `2.5`.
func plain(_ value: Double) -> String { Rounding.micro.text(value) }

/// A query length: `5 s`.
func secondsText(_ seconds: Double) -> String { plain(seconds) + " s" }

/// A count with a comma between thousands: `12,345`.
func grouped(_ count: Int) -> String {
  var digits = String(count.magnitude)
  var groups: [String] = []
  while digits.count > 3 {
    groups.insert(String(digits.suffix(3)), at: 0)
    digits.removeLast(3)
  }
  return (count < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
}

/// The sign of a figure that is not defined.
let undefinedText = "–"

/// A share in per cent with its interval: `85.3 (76.7–91.1)`.
func percentText(_ share: Measurement, places: Int = 1) -> String {
  guard let value = share.value else { return undefinedText }
  func text(_ share: Double) -> String { Digits.fixed(share * 100, places) }
  guard let interval = share.interval else { return text(value) }
  return "\(text(value)) (\(text(interval.lowerBound))–\(text(interval.upperBound)))"
}

/// A figure with a fixed number of places.
func fixedText(_ value: Double?, _ places: Int) -> String {
  guard let value else { return undefinedText }
  return value.isInfinite ? "∞" : Digits.fixed(value, places)
}

/// A decision threshold: all its digits.
func thresholdText(_ threshold: Double?) -> String {
  guard let threshold else { return undefinedText }
  if threshold <= lowestThreshold { return "any score" }
  let text = "\(threshold)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

/// Text in a fence that nothing inside it can close.
func fenced(_ text: String, language: String) -> String {
  var run = 0
  var longest = 2
  for character in text {
    run = character == "`" ? run + 1 : 0
    longest = max(longest, run)
  }
  let fence = String(repeating: "`", count: longest + 1)
  return "\(fence)\(language)\n\(text)\n\(fence)\n"
}
