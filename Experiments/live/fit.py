#!/usr/bin/env python3
"""fit.py searches.csv [SECONDS:SCORE,…]: least scores of the live matcher from what searches reach.

Reads the searches.csv of `soundmark replay --trace`: every search of foreign recordings, as whole
streams and in attempts that begin anew, and of streams of enrolled ones. Prints false alarms an hour
and times to the right match for the scores given; without any, for scores fitted as NOTES.md says.
"""
import csv
import math
import sys
from collections import defaultdict

# Scores are wanted at these query lengths; between them they are interpolated.
KNOTS = (1.0, 2.0, 3.0, 6.0, 12.0)
# A match goes on for so long without support.
PATIENCE = 4.0


def read(path):
    """Searches by (condition, name), in order of time; foreign ones and enrolled ones."""
    foreign, enrolled = defaultdict(list), defaultdict(list)
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            entry = (float(row["time_s"]), float(row["query_s"]), row["track"], float(row["score"]),
                     row["right"] == "1", float(row["runner_up"]))
            kept = enrolled if row["right"] else foreign
            kept[row["condition"], row["name"]].append(entry)
    return foreign, enrolled


def least(knots, length):
    """The least score for a query length."""
    if length <= knots[0][0]:
        return knots[0][1]
    for (short, low), (long, high) in zip(knots, knots[1:]):
        if length <= long:
            return low + (high - low) * (length - short) / (long - short)
    return knots[-1][1]


def starts(searches, knots):
    """The matches that would start: those of a track that is not followed already."""
    latest, found = {}, []
    for time, length, track, score, right, _ in searches:
        if score < least(knots, length):
            continue
        if time - latest.get(track, -math.inf) > PATIENCE + length:
            found.append((time, length, track, score, right))
        latest[track] = time
    return found


def alarms(foreign, knots):
    """By condition and way of playing: hours and false alarms."""
    counts = defaultdict(lambda: [0.0, 0])
    for (condition, name), searches in foreign.items():
        way = "attempts" if " attempt " in name else "whole"
        count = counts[condition, way]
        count[0] += searches[-1][0] / 3600
        count[1] += len(starts(searches, knots))
    return counts


def times(enrolled, knots):
    """By condition: when the right recording was first named; infinity where it never was."""
    found = defaultdict(list)
    for (condition, _), searches in enrolled.items():
        right = [start[0] for start in starts(searches, knots) if start[4]]
        found[condition].append(right[0] if right else math.inf)
    return found


def quantile(values, share):
    values = sorted(values)
    return values[max(0, math.ceil(share * len(values)) - 1)]


def fit(foreign, allowed):
    """For each knot the lowest score that searches of about its length exceed rarely enough.

    Every knot gets an equal part of the alarms that are allowed in an hour.
    """
    knots = [(length, 0.0) for length in KNOTS]
    edges = [0] + [math.sqrt(a * b) for a, b in zip(KNOTS, KNOTS[1:])] + [math.inf]
    conditions = sorted({condition for condition, _ in foreign})
    for place, length in enumerate(KNOTS):
        worst = 0.0
        for condition in conditions:
            for way in ("whole", "attempts"):
                streams = {
                    key: [s for s in searches if edges[place] <= s[1] < edges[place + 1]]
                    for key, searches in foreign.items()
                    if key[0] == condition and (" attempt " in key[1]) == (way == "attempts")}
                hours = sum(foreign[key][-1][0] for key in streams) / 3600
                permitted = int(allowed / len(KNOTS) * hours)
                scores = sorted(
                    (s[3] for searches in streams.values()
                     for s in {(q[2], int(q[0] / (PATIENCE + length))): q
                               for q in sorted(searches, key=lambda q: q[3])}.values()),
                    reverse=True)
                if len(scores) > permitted:
                    worst = max(worst, scores[permitted])
        knots[place] = (length, math.ceil(worst * 20 + 1e-9) / 20 + 0.05)
    return knots


def main():
    foreign, enrolled = read(sys.argv[1])
    if len(sys.argv) > 2:
        knots = [tuple(map(float, part.split(":"))) for part in sys.argv[2].split(",")]
    else:
        knots = fit(foreign, 1.0)
    print("scores", ",".join(f"{length:g}:{score:g}" for length, score in knots))
    for (condition, way), (hours, count) in sorted(alarms(foreign, knots).items()):
        print(f"{condition:14} {way:9} {hours:6.2f} h {count:4} alarms {count / hours:6.2f} an hour")
    for condition, found in times(enrolled, knots).items():
        share = sum(math.isfinite(time) for time in found) / len(found)
        print(f"{condition:14} {len(found):4} streams {share:6.1%} median {quantile(found, 0.5):5.2f}"
              f" p90 {quantile(found, 0.9):5.2f} p95 {quantile(found, 0.95):5.2f}")


if __name__ == "__main__":
    main()
