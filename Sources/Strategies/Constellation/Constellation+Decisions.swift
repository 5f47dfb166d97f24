internal import Fingerprinting
public import Scoring

extension ConstellationStrategy: FittedStrategy {
  /// Written by Experiments/shipped/fit.py; NOTES.md there says on what it was fitted.
  public static let decisions = FittedDecisions(
    strategy: ComponentIdentity(
      name: "constellation", revision: 3,
      configurationDigest: "cb83713dd19977b896935d1f865258bbdaa2ebae238d14fcca41a53b34606f8d"),
    references: 319, hours: 18.9,
    points: [
      .init(seconds: 1, least: 7.92, claims: 2, of: 663, recordings: 221, bound: 0.00947),
      .init(seconds: 2, least: 8.13, claims: 2, of: 663, recordings: 221, bound: 0.00947),
      .init(seconds: 3, least: 8.06, claims: 2, of: 663, recordings: 221, bound: 0.00947),
      .init(seconds: 5, least: 7.17, claims: 2, of: 663, recordings: 221, bound: 0.00947),
      .init(seconds: 10, least: 7.60, claims: 1, of: 663, recordings: 221, bound: 0.00713),
      .init(seconds: 20, least: 7.42, claims: 2, of: 663, recordings: 213, bound: 0.00947),
      .init(seconds: 60, least: 9.08, claims: 2, of: 221, recordings: 155, bound: 0.02821),
      .init(seconds: 180, least: 7.85, claims: 2, of: 221, recordings: 63, bound: 0.02821),
    ],
    fits: [
      .init(
        seconds: 5, intercept: -6.888162, scoreWeight: 0.685143,
        marginWeight: 0.230657, right: 681, wrong: 615),
      .init(
        seconds: 10, intercept: -6.197704, scoreWeight: 0.491827,
        marginWeight: 0.142002, right: 666, wrong: 630),
    ])
}
