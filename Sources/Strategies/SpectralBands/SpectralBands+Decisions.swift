internal import Fingerprinting
public import Scoring

extension SpectralBandsStrategy: FittedStrategy {
  /// Written by Experiments/shipped/fit.py; NOTES.md there says on what it was fitted.
  public static let decisions = FittedDecisions(
    strategy: ComponentIdentity(
      name: "spectral-bands", revision: 2,
      configurationDigest: "8a2472e204ea5fe58e9fa0c3f7bb60fa459dfa4f4f420b9374306e59e655f807"),
    references: 319, hours: 18.9,
    points: [
      .init(seconds: 2, least: 5.59, claims: 2, of: 663, recordings: 221, bound: 0.00947),
      .init(seconds: 3, least: 5.22, claims: 2, of: 663, recordings: 221, bound: 0.00947),
      .init(seconds: 5, least: 5.41, claims: 1, of: 663, recordings: 221, bound: 0.00713),
      .init(seconds: 10, least: 5.08, claims: 2, of: 663, recordings: 221, bound: 0.00947),
      .init(seconds: 20, least: 6.25, claims: 2, of: 663, recordings: 213, bound: 0.00947),
      .init(seconds: 60, least: 6.33, claims: 2, of: 221, recordings: 155, bound: 0.02821),
      .init(seconds: 180, least: 10.72, claims: 2, of: 221, recordings: 63, bound: 0.02821),
    ],
    fits: [
      .init(
        seconds: 5, intercept: -6.539547, scoreWeight: 0.723603,
        marginWeight: 1.064084, right: 609, wrong: 691),
      .init(
        seconds: 10, intercept: -6.151456, scoreWeight: 0.7605,
        marginWeight: 0.951699, right: 610, wrong: 690),
    ])
}
