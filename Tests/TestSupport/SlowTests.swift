import Foundation
public import Testing

/// Whether tests that take more than about two seconds run: set `SOUNDMARK_SLOW=1`.
public let slowTestsEnabled = ProcessInfo.processInfo.environment["SOUNDMARK_SLOW"] == "1"

extension Tag {
  /// Marks a test that takes more than about two seconds.
  @Tag public static var slow: Self
}
