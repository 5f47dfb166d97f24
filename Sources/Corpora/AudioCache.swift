public import Fingerprinting
internal import Foundation

/// The folder outside the project where the audio of corpora is kept.
public enum AudioCache {
  /// `$SOUNDMARK_CACHE`, else `$XDG_CACHE_HOME/soundmark`, else `~/.cache/soundmark`.
  ///
  /// - Parameter environment: the variables to go by; this process's unless given.
  /// - Returns: the folder, which need not exist yet.
  public static func folder(environment: [String: String]? = nil) -> FilePath {
    let variables = environment ?? ProcessInfo.processInfo.environment
    func value(_ name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }
    if let own = value("SOUNDMARK_CACHE") { return FilePath(own) }
    if let shared = value("XDG_CACHE_HOME") { return FilePath(shared).appending("soundmark") }
    let home = value("HOME").map { FilePath($0) } ?? FilePath(NSTemporaryDirectory())
    return home.appending(".cache").appending("soundmark")
  }
}
