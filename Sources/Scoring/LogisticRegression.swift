internal import Foundation

/// Logistic regression by Newton's method, with a slight penalty on the weights so that columns
/// which part right from wrong without overlap keep finite weights.
enum LogisticRegression {
  /// A column brought to mean 0 and deviation 1.
  struct Column {
    let mean: Double
    let deviation: Double
    let values: [Double]

    init(_ values: [Double]) {
      let count = Double(max(1, values.count))
      let mean = values.reduce(0, +) / count
      let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
      let deviation = variance > 0 ? variance.squareRoot() : 1
      self.mean = mean
      self.deviation = deviation
      self.values = values.map { ($0 - mean) / deviation }
    }
  }

  /// Half the penalty for each squared weight of a standardised column.
  static let penalty = 1e-2

  /// The weights that make the labels likeliest.
  ///
  /// - Parameters:
  ///   - columns: as many values each as there are labels.
  ///   - labels: probabilities aimed at.
  /// - Returns: the intercept, then a weight for each column, in the columns' own units.
  static func weights(of columns: [Column], towards labels: [Double]) -> [Double] {
    let size = columns.count + 1
    var weights = [Double](repeating: 0, count: size)
    var loss = self.loss(weights, columns, labels)
    for _ in 0..<100 {
      let (gradient, curvature) = slope(weights, columns, labels)
      let full = solution(of: curvature, gradient)
      var step = full
      var next = weights
      var nextLoss = Double.infinity
      // Half steps where a whole one goes too far.
      for _ in 0..<40 {
        next = zip(weights, step).map { $0 - $1 }
        nextLoss = self.loss(next, columns, labels)
        if nextLoss <= loss { break }
        step = step.map { $0 / 2 }
      }
      guard nextLoss <= loss else { break }
      let change = zip(next, weights).map { abs($0 - $1) }.max() ?? 0
      weights = next
      loss = nextLoss
      if change < 1e-10 { break }
    }
    for (place, column) in columns.enumerated() {
      weights[place + 1] /= column.deviation
      weights[0] -= weights[place + 1] * column.mean
    }
    return weights
  }

  private static func odds(_ weights: [Double], _ columns: [Column], _ row: Int) -> Double {
    var odds = weights[0]
    for (place, column) in columns.enumerated() { odds += weights[place + 1] * column.values[row] }
    return odds
  }

  private static func loss(_ weights: [Double], _ columns: [Column], _ labels: [Double]) -> Double {
    var loss = 0.0
    for (row, label) in labels.enumerated() {
      let odds = odds(weights, columns, row)
      // −label log p − (1 − label) log(1 − p), without overflow.
      loss += max(odds, 0) - label * odds + log1p(exp(-abs(odds)))
    }
    return loss + weights.dropFirst().reduce(0) { $0 + penalty * $1 * $1 }
  }

  private static func slope(
    _ weights: [Double], _ columns: [Column], _ labels: [Double]
  ) -> (gradient: [Double], curvature: [[Double]]) {
    let size = weights.count
    var gradient = [Double](repeating: 0, count: size)
    var curvature = [[Double]](repeating: gradient, count: size)
    var values = [Double](repeating: 1, count: size)
    for (row, label) in labels.enumerated() {
      for (place, column) in columns.enumerated() { values[place + 1] = column.values[row] }
      let probability = 1 / (1 + exp(-odds(weights, columns, row)))
      for i in 0..<size {
        gradient[i] += (probability - label) * values[i]
        for j in 0..<size {
          curvature[i][j] += probability * (1 - probability) * values[i] * values[j]
        }
      }
    }
    for i in 0..<size {
      if i > 0 { gradient[i] += 2 * penalty * weights[i] }
      // The intercept's curvature vanishes where every answer is certain.
      curvature[i][i] += i > 0 ? 2 * penalty : 1e-9
    }
    return (gradient, curvature)
  }

  /// Solves a small symmetric system by elimination with pivots.
  private static func solution(of matrix: [[Double]], _ right: [Double]) -> [Double] {
    var rows = matrix
    var result = right
    let size = right.count
    for pivot in 0..<size {
      let best = (pivot..<size).max { abs(rows[$0][pivot]) < abs(rows[$1][pivot]) } ?? pivot
      rows.swapAt(pivot, best)
      result.swapAt(pivot, best)
      guard rows[pivot][pivot] != 0 else { return [Double](repeating: 0, count: size) }
      for row in (pivot + 1)..<max(pivot + 1, size) {
        let factor = rows[row][pivot] / rows[pivot][pivot]
        for column in pivot..<size { rows[row][column] -= factor * rows[pivot][column] }
        result[row] -= factor * result[pivot]
      }
    }
    for pivot in stride(from: size - 1, through: 0, by: -1) {
      for column in (pivot + 1)..<max(pivot + 1, size) {
        result[pivot] -= rows[pivot][column] * result[column]
      }
      result[pivot] /= rows[pivot][pivot]
    }
    return result
  }
}
