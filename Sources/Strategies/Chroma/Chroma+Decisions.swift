internal import Fingerprinting
public import Scoring

extension ChromaStrategy: FittedStrategy {
  /// Written by Experiments/shipped/fit.py; NOTES.md there says on what it was fitted.
  public static let decisions = FittedDecisions(
    strategy: ComponentIdentity(
      name: "chroma", revision: 2,
      configurationDigest: "f3a310031e856547987ee9fd5024025cee320a16974657f4bb4f065c7860c7a9"),
    references: 319, hours: 18.9,
    points: [
      .init(seconds: 5, least: 6.95, claims: 2, of: 663, recordings: 221, bound: 0.00947),
      .init(seconds: 10, least: 6.41, claims: 2, of: 663, recordings: 221, bound: 0.00947),
      .init(seconds: 20, least: 7.13, claims: 2, of: 663, recordings: 213, bound: 0.00947),
      .init(seconds: 60, least: 6.34, claims: 2, of: 221, recordings: 155, bound: 0.02821),
      .init(seconds: 180, least: 6.22, claims: 2, of: 221, recordings: 63, bound: 0.02821),
    ],
    fits: [
      .init(
        seconds: 5, intercept: -8.095734, scoreWeight: 1.021391,
        marginWeight: 2.572249, right: 647, wrong: 653),
      .init(
        seconds: 10, intercept: -10.439532, scoreWeight: 1.332447,
        marginWeight: 2.845432, right: 735, wrong: 565),
    ])
}
