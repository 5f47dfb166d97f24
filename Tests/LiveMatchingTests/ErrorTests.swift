import AudioFiles
import Catalogs
import Files
import Fingerprinting
import Foundation
import LiveMatching
import Processes
import SQLite
import Scoring
import TestSupport
import Testing

/// Every error that the library throws keeps its words and its number.
struct ErrorTests {
  private static let identity = ComponentIdentity(name: "x", revision: 1, configurationDigest: "d")

  /// One of each type, with the number that it is to have.
  private static func errors() throws -> [(any Error & CustomStringConvertible, Int)] {
    var errors: [(any Error & CustomStringConvertible, Int)] = [
      (PCMFormatError("words"), 100), (AudioFileError.notFound(FilePath("x")), 100),
      (PCMSourceError.refused(source: "mic", reason: "no right"), 202),
      (PCMSourceError.unusable(source: "mic", reason: "noise"), 100),
      (SignatureFileError.cutShort, 200), (StrategyError.mismatchedParts, 200),
      (IndexError.identityMismatch(index: identity, strategy: identity), 300),
      (ConfigurationError("words"), 300),
      (CatalogError.foreignConfiguration(strategy: identity), 300), (MediaItemError("words"), 300),
      (CalibrationError("words"), 300), (OperatingPointsError("words"), 300),
      (LibraryError.unnamedApplication, 400),
    ]
    for code in LiveError.Code.allCases { errors.append((LiveError(code, "words"), code.rawValue)) }
    do {
      _ = try Connection(path: "/no/such/folder/x", mode: .create)
    } catch {
      errors.append((error, 301))
    }
    do {
      _ = try readFile(FilePath("/no/such/file"))
    } catch {
      errors.append((error, 301))
    }
    do {
      _ = try Connection(bytes: Array("no database at all".utf8), name: "x")
    } catch {
      errors.append((error, 300))
    }
    return errors
  }

  @Test func wordsAndNumbers() throws {
    let errors = try Self.errors()
    #expect(errors.count == 13 + 10 + 3)
    for (error, code) in errors {
      let anyError: any Error = error
      #expect(anyError.localizedDescription == error.description)
      #expect((anyError as? any LocalizedError)?.errorDescription == error.description)
      let numbered = try #require(anyError as? any CustomNSError, "\(type(of: error))")
      #expect(numbered.errorCode == code, "\(type(of: error))")
      #expect(type(of: numbered).errorDomain == "SoundmarkErrorDomain")
    }
  }

  /// Every public error type in the sources that the library is made of is among them.
  @Test func noneIsLeftOut() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources")
    let modules = [
      "SQLite", "Processes", "Fingerprinting", "Files", "Signals", "Indexing", "Scoring",
      "AudioFiles", "Strategies", "Catalogs", "AudioCapture", "LiveMatching", "SoundmarkLive",
      "SoundmarkSH",
    ]
    let conformances = try String(
      contentsOf: sources.appending(path: "LiveMatching/CodedError.swift"), encoding: .utf8)
    var found = 0
    for module in modules {
      let files = FileManager.default.enumerator(
        at: sources.appending(path: module), includingPropertiesForKeys: nil)
      for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
        let text = try String(contentsOf: file, encoding: .utf8)
        for match in text.matches(of: /public (?:struct|enum|final class) (\w+): Error\b/) {
          // Never leaves its reader.
          guard match.1 != "JSON5Fault" else { continue }
          found += 1
          #expect(
            conformances.contains("extension \(match.1): CodedError {"), "\(module).\(match.1)")
        }
      }
    }
    #expect(found > 15)
  }

  /// Kinds can be caught by name, of whatever type the error is.
  @Test func catching() throws {
    do {
      _ = try AudioSignature(dataRepresentation: Data([1]))
      Issue.record("no error")
    } catch LiveError.customCatalogInvalid {
      Issue.record("another kind")
    } catch LiveError.signatureInvalid {
    }
    let error: any Error = LibraryError.unnamedApplication
    switch error {
    case LiveError.mediaLibrarySyncFailed: break
    default: Issue.record("not recognised")
    }
    if case LiveError.mediaLibrarySyncFailed = CancellationError() as any Error {
      Issue.record("no error of the library")
    }
  }
}
