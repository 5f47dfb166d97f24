extension Plan {
  /// A commented plan to start from: what `soundmark run --template` prints.
  public static let template = """
    // A plan for 'soundmark run'. JSON5: comments, unquoted keys and trailing commas are welcome.
    {
      // Names the folder of the reports: letters, digits, '-', '_' and '.'.
      name: "my-experiment",
      // One paragraph for the head of the report.
      description: "How far the constellation strategy holds in white noise.",

      // A corpus of the Datasets folder, or the path of a manifest. All its reference tracks are
      // enrolled; 'soundmark corpus list' names the corpora.
      corpus: "synthetic",
      // Recordings to leave out: a file of 'soundmark corpus audit'.
      // exclusions: "Datasets/synthetic/exclusions.csv",
      // The corpus with recorded noise and voices, where a condition needs one.
      // noise: "debian-noise",

      // Everything drawn derives from this number.
      seed: 1,
      // Queries are cut, and noise is mixed in, at this rate (44100 unless given).
      workingRate: 44100,

      // What is compared. 'soundmark components' lists strategies and their settings; settings
      // left out keep their standard values.
      variants: [
        {label: "constellation", strategy: "constellation", configuration: {}},
        // The same, trying queries up to 5 % slower and faster too, in steps of 2 %:
        // {label: "with skew search", strategy: "constellation",
        //  skewSearch: {range: 0.05, step: 0.02}},
      ],

      // What is done to the queries: chains of augmentations, in order. An empty chain leaves them
      // as they are. Conditions with the same axis are drawn as one curve over their values. A name
      // alone is an environment: "voices", "club" and others that 'soundmark components' lists.
      conditions: [
        {label: "clean", chain: []},
        {label: "white 10 dB", chain: [{noise: {kind: "white", snr: 10}}],
         axis: "white SNR (dB)", value: 10},
        {label: "white 0 dB", chain: [{noise: {kind: "white", snr: 0}}],
         axis: "white SNR (dB)", value: 0},
      ],
      // Seconds.
      queryLengths: [5, 10],

      // For each condition and length: queries of enrolled recordings, and of recordings that are
      // not enrolled. All variants and conditions get the same excerpts, so that they compare pair
      // by pair.
      queriesPerCell: 100,
      negativesPerCell: 50,
      // Negatives from the calibration split, on which the threshold is fitted (as many as
      // negativesPerCell unless given; none where 'acceptAtLeast' below states a threshold). A rate
      // of 1 % needs 299 of a length, all conditions together; 'run --dry-run' says so.
      calibrationNegativesPerCell: 100,
      // Where queries come from: tuning while settings are chosen, test for figures to report.
      split: "test",
      // "recorded" asks the recordings that the corpus's list of queries names, each from its
      // beginning, instead of cutting excerpts.
      queries: "excerpts",

      decision: {
        // A threshold is fitted for each variant and length that holds this rate of false alarms
        // per query on the calibration negatives …
        falseAlarmRate: 0.01,
        // … unless one is stated:
        // acceptAtLeast: 8,
        // An answer is aligned when its offset is at most so many seconds off.
        offsetTolerance: 0.25,
      },

      // Candidates asked for and kept for each query.
      keep: 5,
      // Queries of the latency pass for each variant and length; 0 leaves the pass out.
      latencyQueries: 50,

      // What 'soundmark tune' does; 'soundmark run' does not look at it.
      tuning: {
        // Places to set thresholds for, each with the conditions that stand for it; or
        // "each condition". All conditions together unless given.
        environments: {quiet: ["clean", "white 10 dB"], loud: ["white 0 dB"]},
        // Settings to search, by path: every combination of these values, or 'count' draws at
        // random, where ranges such as {from: 1, to: 9, log: true, integer: true} may stand too.
        // parameters: {
        //   variant: "constellation",
        //   space: {"index.referenceFanOut": [4, 8, 12]},
        //   // Queries a condition and length in the first round; each round asks 'growth' times as
        //   // many of a 'growth'th of the candidates, up to queriesPerCell.
        //   firstQueries: 25,
        //   growth: 3,
        // },
      },
    }

    """
}
