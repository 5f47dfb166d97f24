internal import Tabular

extension ReplayReport {
  /// One row for each stream.
  public var streamsCSV: String {
    func field(_ value: Double?) -> String { value.map { Digits.fixed($0, 4) } ?? "" }
    return CSV.render(
      [
        [
          "condition", "stream", "track", "first_right_s", "first_aligned_s", "offset_error_s",
          "skew_error", "starts", "wrong_starts", "offline_signature", "offline_answer",
        ]
      ]
        + streams.map { row in
          [
            row.condition, "\(row.stream)", row.track, field(row.firstRight),
            field(row.firstAligned), field(row.offsetError), field(row.skewError),
            "\(row.starts)", "\(row.wrongStarts)", row.hasOfflineSignature ? "1" : "0",
            row.hasOfflineAnswer ? "1" : "0",
          ]
        })
  }

  /// One row for each false alarm, and one for each recording without any.
  public var foreignCSV: String {
    var rows = [
      [
        "condition", "split", "track", "played", "seconds", "alarm_s", "claimed", "score",
        "query_s",
      ]
    ]
    for outcome in foreign {
      let head = [
        outcome.condition, outcome.split, outcome.track,
        outcome.isInAttempts ? "attempts" : "whole", Digits.fixed(outcome.seconds, 2),
      ]
      if outcome.alarms.isEmpty { rows.append(head + ["", "", "", ""]) }
      for alarm in outcome.alarms {
        rows.append(
          head + [
            Digits.fixed(alarm.time, 2), alarm.track, Digits.fixed(alarm.score, 3),
            Digits.fixed(alarm.queryLength, 2),
          ])
      }
    }
    return CSV.render(rows)
  }

  /// One row for each search.
  public static func csv(of traces: [SearchTrace]) -> String {
    CSV.render(
      [
        [
          "condition", "name", "time_s", "query_s", "track", "score", "runner_up", "right",
          "reference_s", "skew",
        ]
      ]
        + traces.map { row in
          [
            row.condition, row.name, Digits.fixed(row.time, 2), Digits.fixed(row.queryLength, 2),
            row.track, Digits.fixed(row.score, 3), Digits.fixed(row.runnerUp, 3),
            row.isRight.map { $0 ? "1" : "0" } ?? "", Digits.fixed(row.position, 3),
            Digits.fixed(row.skew, 4),
          ]
        })
  }

  /// One row for each part of a set, and one for each entry of something else.
  public var setsCSV: String {
    func field(_ value: Double?) -> String { value.map { Digits.fixed($0, 3) } ?? "" }
    return CSV.render(
      [
        [
          "condition", "set", "begins_after", "track", "start_s", "end_s", "found_start_s",
          "found_end_s", "repeats",
        ]
      ]
        + parts.map { row in
          [
            row.condition, "\(row.set)", row.transition.rawValue, row.track, field(row.start),
            field(row.end), field(row.foundStart), field(row.foundEnd), "\(row.repeats)",
          ]
        }
        + strays.map { row in
          [
            row.condition, "\(row.set)", "", row.track, "", "", field(row.start), field(row.end),
            "",
          ]
        })
  }
}
