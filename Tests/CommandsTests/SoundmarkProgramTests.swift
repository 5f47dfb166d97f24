import CommandLineOptions
@testable import Commands
import Testing

struct SoundmarkProgramTests {
  /// Names are unique, help fits its screen, every option is a sentence: whatever is added.
  @Test func theProgramHasNoFaults() {
    #expect(SoundmarkProgram.program.faults == [])
  }
}
