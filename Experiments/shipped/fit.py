#!/usr/bin/env python3
"""fit.py SOUNDMARK SCRATCH [TEST-RUN CALIBRATION]: the decisions that come with the strategies.

Foreign sound is what a catalog does not hold: the out-of-catalogue recordings of the tuning and
calibration splits, asked of the whole catalog; and the references of the tuning split, a quarter of
them at a time, asked of a catalog without that quarter. A package is never divided. No recording of
the test split is asked.

The point of a strategy and a query length is the smallest score at which the exact one-sided 95 %
bound of the rate of claims is within 1 %; where there are too few queries for that, at which no more
than 1 % of them are claims. Prints a table, with what the points do in TEST-RUN, a run
of plan.json5. With CALIBRATION, a file of `soundmark calibrate`, it writes the strategies'
`…+Decisions.swift` again. Runs that are in SCRATCH already are not made again.
"""
import csv
import json
import math
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

RATE = 0.01
FOLDS = 4
# Excerpts of each recording, and their seconds.
PLANS = {"short": (3, [1, 2, 3, 5, 10, 20]), "long": (1, [60, 180])}
LENGTHS = [1, 2, 3, 5, 10, 20, 60, 180]
STRATEGIES = {"constellation": "Constellation", "chroma": "Chroma",
              "spectral-bands": "SpectralBands"}


def fold_of(tracks):
    """The quarter of each package: the largest first, each to the quarter that is smallest so far."""
    sizes = defaultdict(int)
    for track in tracks:
        sizes[track["origin"]["package"]] += 1
    filled = [0] * FOLDS
    quarter = {}
    for package, size in sorted(sizes.items(), key=lambda item: (-item[1], item[0])):
        place = min(range(FOLDS), key=lambda fold: (filled[fold], fold))
        filled[place] += size
        quarter[package] = place
    return quarter


def manifests(folder, audio):
    """Writes one corpus for the whole catalog and one for each quarter left out; gives their sizes."""
    corpus = json.loads(Path("Datasets/debian-music/corpus.json5").read_text())
    tuned = [t for t in corpus["tracks"] if t["role"] == "reference" and t["split"] == "tuning"]
    quarter = fold_of(tuned)
    names = {}
    for fold in range(-1, FOLDS):
        tracks = []
        for track in corpus["tracks"]:
            track = dict(track)
            if track["role"] == "out_of_catalogue":
                # Asked of the whole catalog only.
                if fold >= 0 or track["split"] == "test":
                    continue
                track["split"] = "calibration"
            elif fold >= 0 and track["split"] == "tuning" \
                    and quarter[track["origin"]["package"]] == fold:
                track["role"], track["split"] = "out_of_catalogue", "calibration"
            tracks.append(track)
        listed = {t["recording"] for t in tracks}
        for track in tracks:
            track["sharesAudioWith"] = [r for r in track["sharesAudioWith"] if r in listed]
        name = "whole" if fold < 0 else f"without-{fold + 1}"
        names[name] = len({t["recording"] for t in tracks if t["role"] == "out_of_catalogue"})
        place = folder / name
        place.mkdir(parents=True, exist_ok=True)
        (place / "corpus.json5").write_text(json.dumps(
            {**corpus, "name": name, "audioFolder": str(audio), "tracks": tracks}))
    return names


def run(soundmark, scratch, name, recordings):
    """Asks the foreign recordings of one corpus; gives folders with the files of the runs.

    All runs share a store, and with it the signatures.
    """
    for kind, (takes, lengths) in PLANS.items():
        kept = scratch / f"{name}-{kind}"
        if (kept / "queries.csv").exists():
            yield kept
            continue
        plan = {
            "name": name, "description": "Foreign sound.", "corpus": name, "seed": 4000,
            "workingRate": 44100,
            "variants": [{"label": s, "strategy": s} for s in STRATEGIES],
            "conditions": [{"label": "clean", "chain": []}], "queryLengths": lengths,
            "queriesPerCell": 0, "negativesPerCell": takes * recordings, "split": "calibration",
            "decision": {"acceptAtLeast": 0, "offsetTolerance": 0.25}, "latencyQueries": 0,
        }
        path = scratch / f"{name}-{kind}.json5"
        path.write_text(json.dumps(plan))
        subprocess.run([soundmark, "run", path, "--datasets", scratch / "datasets",
                        "--output", scratch / "run"], check=True, stdout=subprocess.DEVNULL)
        kept.mkdir(exist_ok=True)
        for file in ("excerpts.csv", "queries.csv"):
            shutil.copy(scratch / "run" / file, kept / file)
        yield kept


def answers(folder):
    """Of a run: (variant, seconds, condition) to a list of (recording, enrolled, right, score)."""
    recording, enrolled = {}, {}
    for row in csv.DictReader(open(folder / "excerpts.csv", newline="")):
        key = row["query"], row["seconds"]
        recording[key], enrolled[key] = row["recording"], row["reference"] != ""
    found = defaultdict(list)
    for row in csv.DictReader(open(folder / "queries.csv", newline="")):
        key = row["query"], row["seconds"]
        if row["status"] == "too_short":
            continue
        found[row["variant"], float(row["seconds"]), row["condition"]].append(
            (recording[key], enrolled[key], row["true_rank"] == "1",
             float(row["score"]) if row["score"] else None))
    return found


def upper_bound(claims, count):
    """The exact one-sided 95 % bound of a rate."""
    low, high = 0.0, 1.0
    for _ in range(60):
        rate = (low + high) / 2
        tail = sum(math.comb(count, k) * rate**k * (1 - rate)**(count - k)
                   for k in range(claims + 1))
        low, high = (rate, high) if tail > 0.05 else (low, rate)
    return high


def fit(scores):
    """The least score, and the claims at it."""
    count = len(scores)
    allowed = -1
    while upper_bound(allowed + 1, count) <= RATE:
        allowed += 1
    if allowed < 0:
        # Too few to show the rate: then it is held among them, and the bound says what that is worth.
        allowed = int(RATE * count)
    ranked = sorted((s for s in scores if s is not None), reverse=True)
    least = math.floor(ranked[allowed] * 100 + 1) / 100 if allowed < len(ranked) else 0.0
    return least, sum(s >= least for s in ranked)


def write_swift(calibration, points):
    """Writes the decisions of a strategy as its source file."""
    corpus = json.loads(Path("Datasets/debian-music/corpus.json5").read_text())
    references = [t for t in corpus["tracks"] if t["role"] == "reference"]
    recognizer = calibration["recognizer"]
    name = STRATEGIES[recognizer["name"]]
    lines = [
        "internal import Fingerprinting", "public import Scoring", "",
        f"extension {name}Strategy: FittedStrategy {{",
        "  /// Written by Experiments/shipped/fit.py; NOTES.md there says on what it was fitted.",
        "  public static let decisions = FittedDecisions(",
        "    strategy: ComponentIdentity(",
        f"      name: \"{recognizer['name']}\", revision: {recognizer['revision']},",
        "      configurationDigest: "
        f"\"{recognizer['configurationDigest']}\"),",
        f"    references: {len(references)}, "
        f"hours: {sum(t['duration'] for t in references) / 3600:.1f},",
        "    points: [",
    ]
    for point in points:
        lines.append(
            f"      .init(seconds: {point['seconds']}, least: {point['least']:.2f}, "
            f"claims: {point['claims']}, of: {point['negatives']}, "
            f"recordings: {point['recordings']}, bound: {point['bound']}),")
    lines += ["    ],", "    fits: ["]
    for fit in calibration["fits"]:
        lines += [
            "      .init(",
            f"        seconds: {fit['seconds']}, intercept: {fit['intercept']}, "
            f"scoreWeight: {fit['scoreWeight']},",
            f"        marginWeight: {fit['marginWeight']}, right: {fit['right']}, "
            f"wrong: {fit['wrong']}),",
        ]
    lines += ["    ])", "}", ""]
    Path(f"Sources/Strategies/{name}/{name}+Decisions.swift").write_text("\n".join(lines))


def main():
    soundmark, scratch = sys.argv[1], Path(sys.argv[2]).resolve()
    audio = subprocess.run(["sh", "-c", "echo ${XDG_CACHE_HOME:-$HOME/.cache}/soundmark/debian-music"],
                           check=True, capture_output=True, text=True).stdout.strip()
    foreign = defaultdict(list)
    for name, recordings in manifests(scratch / "datasets", audio).items():
        for folder in run(soundmark, scratch, name, recordings):
            for key, rows in answers(folder).items():
                foreign[key] += rows
    tested = answers(Path(sys.argv[3])) if len(sys.argv) > 3 else {}
    conditions = sorted({key[2] for key in tested})
    points = {}
    print("| strategy | seconds | least score | claims | of | recordings | bound, % |"
          + "".join(f" {c}: false alarms, recall |" for c in conditions))
    print("|---|---:" + "|---:" * (5 + len(conditions)) + "|")
    for strategy in STRATEGIES:
        for length in LENGTHS:
            rows = foreign.get((strategy, float(length), "clean"), [])
            if not rows:
                continue
            least, claims = fit([score for _, _, _, score in rows])
            recordings = len({recording for recording, *_ in rows})
            points.setdefault(strategy, []).append(
                {"seconds": length, "least": least, "claims": claims, "negatives": len(rows),
                 "recordings": recordings, "bound": round(upper_bound(claims, len(rows)), 5)})
            cells = []
            for condition in conditions:
                test = tested.get((strategy, float(length), condition), [])
                others = [s is not None and s >= least for _, known, _, s in test if not known]
                known = [right and s is not None and s >= least for _, k, right, s in test if k]
                cells.append("–" if not others else
                             f"{sum(others)} of {len(others)}, {sum(known)} of {len(known)}")
            bound = upper_bound(claims, len(rows))
            print(f"| {strategy} | {length} | {least:.2f} | {claims} | {len(rows)} | {recordings} "
                  f"| {100 * bound:.2f} |"
                  + "".join(f" {cell} |" for cell in cells))
    if len(sys.argv) > 4:
        text = Path(sys.argv[4]).read_text()
        calibrations = json.loads(text[text.index("\n{") + 1:])["calibrations"]
        for calibration in calibrations:
            if calibration["recognizer"]["name"] in STRATEGIES:
                write_swift(calibration, points[calibration["recognizer"]["name"]])


main()
