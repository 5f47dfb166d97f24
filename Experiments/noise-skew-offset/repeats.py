#!/usr/bin/env python3
"""repeats.py RUN [AUDIO]: how far the music asked about repeats itself, and what that does to alignment.

For every excerpt of an enrolled recording, the place of the same recording that is most alike, at least
0.25 s (the tolerance of the decision rule) away from the excerpt, is looked for by comparing whole
spectrograms, without any fingerprint. Writes RUN/repeats.csv; prints recall by likeness.

Likeness: the correlation of two stretches of a spectrogram (frames of 1,024 samples at 11,025 Hz every 256;
60 bands of 8 bins from 108 to 5,275 Hz; logarithms, each band less its average over 0.77 s). 1 is the same
sound again, 0 is chance. Where RUN/repeats.csv is there already, only the tables are printed.
"""
import csv
import os
import re
import subprocess
import sys
from collections import defaultdict

import numpy as np

RATE, FRAME, HOP, BANDS, TOLERANCE = 11_025, 1_024, 256, 60, 0.25
LIMITS = [0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1.01]


def spectrogram(path):
    """Whitened band logarithms of a sound file, one row a frame."""
    decode = ["ffmpeg", "-v", "error", "-nostdin", "-i", path, "-map", "0:a:0", "-ac", "1",
              "-ar", str(RATE), "-f", "f32le", "-"]
    samples = np.frombuffer(subprocess.run(decode, capture_output=True, check=True).stdout, np.float32)
    window = np.hanning(FRAME).astype(np.float32)
    frames = np.lib.stride_tricks.sliding_window_view(samples, FRAME)[::HOP]
    rows = []
    for start in range(0, len(frames), 4_096):
        power = np.abs(np.fft.rfft(frames[start:start + 4_096] * window, axis=1)[:, 10:490]) ** 2
        rows.append(np.log(power + 1e-7).reshape(-1, BANDS, 8).mean(2))
    rows = np.concatenate(rows)
    sums = np.cumsum(np.vstack([np.zeros((1, BANDS)), np.pad(rows, ((16, 16), (0, 0)), mode="edge")]), 0)
    return (rows - (sums[33:] - sums[:-33]) / 33).astype(np.float32)


def likeness(rows, spectra, start, seconds):
    """The greatest correlation elsewhere, and how many seconds later than the excerpt that is."""
    first = int(round(start * RATE / HOP))
    excerpt = rows[first:first + int(seconds * RATE / HOP)]
    size = 1 << (len(rows) + len(excerpt) - 1).bit_length()
    if size not in spectra:
        spectra[size] = np.fft.rfft(rows, size, axis=0)
    product = np.fft.irfft((spectra[size] * np.conj(np.fft.rfft(excerpt, size, axis=0))).sum(1))
    product = product[:len(rows) - len(excerpt) + 1]
    energy = np.concatenate([[0], np.cumsum((rows.astype(np.float64) ** 2).sum(1))])
    energy = energy[len(excerpt):] - energy[:-len(excerpt)]
    own = (excerpt.astype(np.float64) ** 2).sum()
    values = product / np.sqrt(np.maximum(energy, 1e-3 * energy.max()) * own + 1e-9)
    near = int(np.ceil(TOLERANCE * RATE / HOP))
    values[max(0, first - near):first + near + 1] = -1
    best = int(values.argmax())
    return values[best], (best - first) * HOP / RATE


def measure(run, audio):
    """Writes repeats.csv."""
    with open("Datasets/debian-music/corpus.json5", encoding="utf-8") as file:
        files = dict((track, path) for path, track in
                     re.findall(r'"file":"([^"]+)","id":"([^"]+)"', file.read()))
    by_track = defaultdict(list)
    for row in read(run, "excerpts.csv"):
        if row["reference"] and row["split"] == "test":
            by_track[row["source"]].append(row)
    result = []
    for track in sorted(by_track):
        rows, spectra = spectrogram(os.path.join(audio, files[track])), {}
        for row in by_track[track]:
            value, lag = likeness(rows, spectra, float(row["start"]), float(row["seconds"]))
            result.append([row["query"], row["seconds"], track, f"{value:.3f}", f"{lag:.2f}"])
    with open(os.path.join(run, "repeats.csv"), "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["query", "seconds", "track", "likeness", "seconds_away"])
        writer.writerows(result)


def read(run, name):
    with open(os.path.join(run, name), encoding="utf-8") as file:
        return list(csv.DictReader(file))


def tables(run):
    """Recall by likeness, as Markdown."""
    like = {(r["query"], r["seconds"]): float(r["likeness"]) for r in read(run, "repeats.csv")}
    truth = {(r["query"], r["seconds"]): float(r["reference_start"])
             for r in read(run, "excerpts.csv") if (r["query"], r["seconds"]) in like}
    with open(os.path.join(run, "report.md"), encoding="utf-8") as file:
        found = re.findall(r"^\| constellation \| (\d+) s .*\| +([0-9.]+) \| +[0-9.]+ \|$", file.read(), re.M)
    threshold = {length: float(value) for length, value in found[:2]}
    for seconds in sorted(threshold, key=int):
        print(f"\n{seconds} s queries, all conditions, and clean ones alone\n")
        print("| likeness elsewhere | n | recording recall | aligned recall | gap | clean: n | recording | aligned | gap |")
        print("|---|---:|---:|---:|---:|---:|---:|---:|---:|")
        judged = []
        for row in read(run, "queries.csv"):
            key = (row["query"], row["seconds"])
            if row["seconds"] != seconds or key not in like:
                continue
            right = row["true_rank"] == "1" and float(row["score"]) >= threshold[seconds]
            error = abs(float(row["start"]) - truth[key] - float(row["shift"] or 0)) if right else None
            judged.append((like[key], row["condition"], right, right and error <= TOLERANCE))
        for low, high in [*zip(LIMITS, LIMITS[1:]), (0, 0.5), (0, 1.01)]:
            cells = []
            for only in (None, "clean"):
                chosen = [j for j in judged if low <= j[0] < high and only in (None, j[1])]
                n = len(chosen)
                recall = sum(j[2] for j in chosen) / n if n else float("nan")
                aligned = sum(j[3] for j in chosen) / n if n else float("nan")
                cells += [f"{n:,}", f"{100 * recall:.1f}", f"{100 * aligned:.1f}", f"{100 * (recall - aligned):.1f}"]
            name = "all" if (low, high) == (0, 1.01) else f"{low}–{high if high <= 1 else 1}"
            print(f"| {name} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    folder = sys.argv[1]
    if not os.path.exists(os.path.join(folder, "repeats.csv")):
        measure(folder, sys.argv[2] if len(sys.argv) > 2 else os.path.expanduser("~/.cache/soundmark/debian-music"))
    tables(folder)
