import Foundation

/// The score that the best of so many unrelated places is likely to have.
///
/// Scores are standard deviations of what unrelated sound does, and the highest of n normal numbers
/// is about √(2 ln n). It stands in for the runner-up of an answer where no other track was found.
func chanceScore(ofBest places: Int) -> Double { (2 * log(Double(max(1, places)))).squareRoot() }
