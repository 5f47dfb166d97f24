internal import Fingerprinting

/// What a run consists of, as the store keeps it to make a record without plan or corpus.
struct RunLayout: Codable, Sendable {
  /// A trial under the labels of the plan.
  struct Trial: Codable, Sendable {
    var id: TrialID
    var variant: String
    var condition: String
    var length: Seconds
  }

  /// A row of costs.
  struct Cost: Codable, Sendable {
    /// The digest of all that it depends on.
    var key: String
    var variant: String
    var length: Seconds
  }

  /// The trials in the order of the plan.
  var trials: [Trial]
  /// The costs in the order of the plan.
  var costs: [Cost]
  /// The digest that excerpts are kept under.
  var source: String
  /// The queries of each trial of their length; kept in a table of its own.
  var queries: [CutKey]

  private enum CodingKeys: String, CodingKey { case trials, costs, source }

  init(trials: [Trial], costs: [Cost], source: String, queries: [CutKey]) {
    self.trials = trials
    self.costs = costs
    self.source = source
    self.queries = queries
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    trials = try container.decode([Trial].self, forKey: .trials)
    costs = try container.decode([Cost].self, forKey: .costs)
    source = try container.decode(String.self, forKey: .source)
    queries = []
  }
}

/// A query's name and length.
struct CutKey: Hashable, Sendable {
  var query: QueryID
  var length: Seconds
}
