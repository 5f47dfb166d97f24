import Experiments
import Fingerprinting
import TestSupport
import Testing

struct RunFilesFuzzTests {
  /// A damaged table is refused in words, or read as a record that comes back from new files.
  @Test(arguments: ["queries.csv", "excerpts.csv", "cost.csv"])
  func damagedTablesAreReadAsTheyStandOrRefused(name: String) throws {
    try withTemporaryDirectory { folder in
      try RunFiles.write(
        RecordMaker.record(seed: 3, queries: 2, variants: 1, conditions: 1), to: folder)
      let file = folder.appending(name)
      let again = folder.appending("again")
      let whole = try file.read()
      var generator = Seed(7).deriving(name).generator
      var refused = 0
      for _ in 0..<100 {
        var damaged = whole
        for _ in 0...generator.integer(below: 2) {
          let place = generator.integer(below: damaged.count)
          switch generator.integer(below: 4) {
          case 0: damaged[place] = UInt8(truncatingIfNeeded: generator.next())
          case 1:
            let inserted = Array("\",\n-9e.:/".utf8)
            damaged.insert(inserted[generator.integer(below: inserted.count)], at: place)
          case 2: damaged.remove(at: place)
          default:
            let end = min(damaged.count, place + generator.integer(in: 1...40))
            damaged.insert(contentsOf: damaged[place..<end], at: place)
          }
        }
        try file.write(damaged)
        do {
          // A damaged number may have more digits than are written.
          try RunFiles.write(try RunFiles.read(folder), to: again)
          let record = try RunFiles.read(again)
          try RunFiles.write(record, to: again)
          #expect(try RunFiles.read(again) == record)
        } catch let error as ExperimentError {
          #expect("\(error)".contains(".csv"))
          refused += 1
        }
      }
      #expect(refused > 10 && refused < 98)
    }
  }
}
