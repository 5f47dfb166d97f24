"""Writes the figures of scipy and numpy that ScoringTests compare with.

python3 Tests/Oracles/scoring_fixtures.py > Tests/ScoringTests/ScipyFixtures.swift
"""
import numpy
from scipy import optimize, stats

COUNTS = [(0, 1), (1, 1), (0, 40), (1, 40), (20, 40), (40, 40), (3, 299), (97, 100),
          (10, 1300), (123456, 1000000), (999999, 1000000)]
PAIRS = [(0, 0), (1, 0), (0, 5), (5, 5), (3, 12), (12, 3), (30, 51), (980, 1100)]
TAILS = [(0, 10, 0.3), (3, 10, 0.3), (9, 10, 0.3), (10, 10, 0.3), (50, 1000, 0.01),
         (5, 1000, 0.01), (499000, 1000000, 0.5), (2, 100000, 0.000001)]
HOLM = [0.01, 0.04, 0.03, 0.005, 0.5, 0.03, 1.0]
VALUES = [3.5, -1.0, 2.25, 8.0, 0.0, 100.0, 2.25]
SHARES = [0.0, 0.025, 0.1, 0.5, 0.95, 0.99, 1.0]
CLUSTERS = [(0, 5), (1, 5), (5, 5), (2, 10), (0, 1), (3, 4), (0, 8)]
MASK = 2**64 - 1


def holm(values):
    """Adjusted p-values by the definition: the running maximum of (m - i) p."""
    order = numpy.argsort(values, kind="stable")
    steps = (len(values) - numpy.arange(len(values))) * numpy.array(values)[order]
    adjusted = numpy.empty(len(values))
    adjusted[order] = numpy.minimum(1, numpy.maximum.accumulate(steps))
    return adjusted


def splitmix(state):
    while True:
        state = (state + 0x9E3779B97F4A7C15) & MASK
        mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
        yield mixed ^ (mixed >> 31)


def bootstrap(clusters, seed, replicates):
    """The percentile interval, drawn with the same generator."""
    random = splitmix(seed)
    shares = []
    for _ in range(replicates):
        drawn = [clusters[next(random) * len(clusters) >> 64] for _ in clusters]
        shares.append(sum(hits for hits, _ in drawn) / sum(count for _, count in drawn))
    return numpy.quantile(shares, [0.025, 0.975])


def answers(count, separation):
    """Scores, margins and whether the answer is right, drawn with the same generator."""
    random = splitmix(count)
    unit = lambda: (next(random) >> 11) * 2.0**-53
    lines = []
    for _ in range(count):
        right = unit() < 0.6
        score = 4 + 2 * unit() + (separation * unit() if right else 0)
        margin = score * unit() * (1 if right else 0.2)
        lines.append((score, margin, right))
    return lines


def logistic(lines):
    """Penalised logistic regression with Platt's targets, on standardised columns."""
    table = numpy.array([line[:2] for line in lines])
    right = numpy.array([line[2] for line in lines])
    targets = numpy.where(right, (right.sum() + 1) / (right.sum() + 2),
                          1 / ((~right).sum() + 2))
    scaled = (table - table.mean(axis=0)) / table.std(axis=0)

    def loss(weights):
        odds = weights[0] + scaled @ weights[1:]
        return (numpy.logaddexp(0, odds) - targets * odds).sum() + 0.01 * (weights[1:] ** 2).sum()

    found = optimize.minimize(loss, numpy.zeros(3), method="BFGS", options={"gtol": 1e-9}).x
    slopes = found[1:] / table.std(axis=0)
    return [found[0] - slopes @ table.mean(axis=0), *slopes]


def rows(name, kind, lines):
    print(f"  static let {name}: [{kind}] = [")
    for line in lines:
        print("    (" + ", ".join(repr(x) if isinstance(x, int) else repr(float(x))
                                  for x in line) + "),")
    print("  ]")


def numbers(name, values):
    print(f"  static let {name}: [Double] = [")
    for value in values:
        print(f"    {float(value)!r},")
    print("  ]")


print("// Made by Tests/Oracles/scoring_fixtures.py; its head says how.")
print()
print("/// What scipy and numpy say.")
print("enum ScipyFixtures {")
rows("wilson", "(hits: Int, count: Int, low: Double, high: Double)",
     [(k, n, *stats.binomtest(k, n).proportion_ci(0.95, method="wilson")) for k, n in COUNTS])
rows("upperBounds", "(hits: Int, count: Int, bound: Double)",
     [(k, n, stats.beta.ppf(0.95, k + 1, n - k) if k < n else 1.0) for k, n in COUNTS])
rows("tails", "(hits: Int, count: Int, share: Double, probability: Double)",
     [(k, n, p, stats.binom.cdf(k, n, p)) for k, n, p in TAILS])
rows("mcnemar", "(onlyFirst: Int, onlySecond: Int, pValue: Double)",
     [(b, c, stats.binomtest(b, b + c, 0.5).pvalue if b + c else 1.0) for b, c in PAIRS])
numbers("pValues", HOLM)
numbers("holm", holm(HOLM))
numbers("values", VALUES)
rows("quantiles", "(share: Double, linear: Double, higher: Double)",
     [(q, numpy.quantile(VALUES, q), numpy.quantile(VALUES, q, method="higher")) for q in SHARES])
rows("clusters", "(hits: Int, count: Int)", CLUSTERS)
rows("bootstrap", "(seed: UInt64, replicates: Int, low: Double, high: Double)",
     [(seed, n, *bootstrap(CLUSTERS, seed, n)) for seed, n in [(1, 200), (7, 2000)]])
rows("logistic",
     "(count: Int, separation: Double, intercept: Double, score: Double, margin: Double)",
     [(n, gap, *logistic(answers(n, gap))) for n, gap in [(200, 3), (1000, 6), (400, 40)]])
print("}")
