public import Catalogs
public import Fingerprinting
internal import Foundation
internal import LiveMatching
public import Observation

/// What a listener wants to keep: the entries of this application in a library file.
///
/// A façade of `MediaLibrary` in the shape that is known from other platforms: items can be read and
/// observed on the main actor, and every failure is a `mediaLibrarySyncFailed`. Items are told apart
/// by their identifier, which may be any text; without one they cannot be added.
public final class SHLibrary: Observable, Sendable {
  /// The library of this program at the usual place; see `MediaLibrary.standardPath`.
  public static let `default` = SHLibrary(
    application: ProcessInfo.processInfo.processName, at: MediaLibrary.standardPath())

  private let registrar = ObservationRegistrar()
  private let library: Result<MediaLibrary, LiveError>
  @MainActor private var kept: [SHMediaItem]
  /// Looks at the file so far, and the one that `kept` comes from.
  @MainActor private var lookups = 0
  @MainActor private var shown = 0
  private let watch: Task<Void, Never>?

  /// Opens a library; one that cannot be opened is empty, and adding to it says why.
  ///
  /// - Parameters:
  ///   - application: whose entries are meant.
  ///   - path: the file.
  public init(application: String, at path: FilePath) {
    let library = Result { () throws(LiveError) in
      do {
        return try MediaLibrary(application: application, at: path)
      } catch {
        throw LiveError(.mediaLibrarySyncFailed, "\(error)")
      }
    }
    self.library = library
    // What is there is there from the beginning; why it cannot be read is said by what changes it.
    kept = (try? MediaLibrary.items(of: application, at: path)) ?? []
    // The task must not keep the façade alive, and is told of it once there is one.
    let (ready, begin) = AsyncStream.makeStream(of: Weak.self)
    watch = Task { @MainActor in
      for await facade in ready {
        guard let library = try? library.get(), let updates = try? await library.updates()
        else { return }
        for await _ in updates {
          guard let facade = facade.value else { return }
          try? await facade.refresh(library)
        }
      }
    }
    begin.yield(Weak(value: self))
    begin.finish()
  }

  deinit { watch?.cancel() }

  private struct Weak: Sendable {
    weak let value: SHLibrary?
  }

  /// The entries, in the order in which they were first added; those that another program adds
  /// come within a second.
  @MainActor public var items: [SHMediaItem] {
    registrar.access(self, keyPath: \.items)
    return kept
  }

  @MainActor private func refresh(_ library: MediaLibrary) async throws {
    lookups += 1
    let number = lookups
    let items = try await library.items()
    // Of two that overlap, the one that began later knows more.
    guard number > shown else { return }
    shown = number
    guard items != kept else { return }
    registrar.withMutation(of: self, keyPath: \.items) { kept = items }
  }

  /// Adds items: all, or none where one cannot be added.
  ///
  /// - Parameter items: items with an identifier.
  /// - Throws: `SHError` with the code `mediaLibrarySyncFailed`.
  public func addItems(_ items: [SHMediaItem]) async throws {
    try await change { try await $0.add(items) }
  }

  /// Adds items, as `addItems` does.
  public func add(_ items: [SHMediaItem]) async throws { try await addItems(items) }

  /// Adds items, as `addItems` does, and says when that is done.
  ///
  /// - Parameters:
  ///   - items: items with an identifier.
  ///   - completionHandler: gets the error; nil where all were added. It is called on no particular
  ///     thread.
  public func add(
    _ items: [SHMediaItem], completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    completing(completionHandler) { try await self.addItems(items) }
  }

  /// Removes entries: all, or none where one is not this application's.
  ///
  /// - Parameter items: entries, found by their identifiers.
  /// - Throws: `SHError` with the code `mediaLibrarySyncFailed`.
  public func removeItems(_ items: [SHMediaItem]) async throws {
    try await change { library in
      try await library.remove(
        items.enumerated().map { place, item in
          guard let identifier = item.identifier else {
            throw LibraryError.withoutIdentifier(place: place, title: item.title)
          }
          return identifier
        })
    }
  }

  private func change(_ body: @Sendable (MediaLibrary) async throws -> Void) async throws {
    let library = try library.get()
    do {
      try await body(library)
      try await refresh(library)
    } catch {
      throw LiveError(.mediaLibrarySyncFailed, "\(error)")
    }
  }
}

/// The library under its older name.
public typealias SHMediaLibrary = SHLibrary
