internal import AudioFiles
internal import Fingerprinting
internal import Synchronization

/// What a session asks and listens with; its stream is used by one piece of work at a time.
final class SessionWorker: Sendable {
  /// Sendable because it is used under the worker's lock alone.
  private struct Stream: ~Copyable, @unchecked Sendable {
    var engine: SessionEngine?
  }

  private let contents: Result<CatalogContents, LiveError>
  private let options: Session.Options
  private let durations: ClosedRange<Double>
  private let stream = Mutex(Stream())

  init(_ catalog: any ReferenceCatalog, _ options: Session.Options) {
    contents = Result { () throws(LiveError) in try catalog.contents() }
    self.options = options
    let shortest = catalog.minimumQuerySignatureDuration
    durations = shortest...max(shortest, catalog.maximumQuerySignatureDuration)
  }

  /// The answer to a query that is there as a whole.
  func result(for signature: AudioSignature) -> SessionResult {
    switch contents {
    case .failure(let error): .error(error, signature)
    case .success(let contents):
      SessionEngine.result(
        for: signature, in: contents, durations: durations, clock: options.clock)
    }
  }

  /// Takes sound of a stream, which begins with it where none goes on.
  func take(_ piece: PCMBuffer, gap: Double?, at delivery: Seconds) -> [SessionReport] {
    stream.withLock { stream in
      do {
        if stream.engine == nil {
          stream.engine = try SessionEngine(
            contents.get(), isStrict: options.isStrict, repeatInterval: options.repeatInterval,
            clock: options.clock)
        }
        var reports: [SessionReport] = []
        if let gap {
          let error = LiveError(
            .audioDiscontinuity,
            "expected sound that follows the piece before, found a difference of \(gap) s")
          reports.append(failure(error, &stream))
          reports += try stream.engine?.skip(gap > 0 ? Seconds(gap) : nil) ?? []
        }
        return try reports + (stream.engine?.take(piece, at: delivery) ?? [])
      } catch let error as PCMFormatError {
        return [failure(LiveError(.invalidAudioFormat, error.description), &stream)]
      } catch {
        let report = failure(error, &stream)
        stream.engine = nil
        return [report]
      }
    }
  }

  /// Ends the stream.
  func finish() -> [SessionReport] {
    stream.withLock { stream in
      do {
        let reports = try stream.engine?.finish()
        stream.engine = nil
        return reports ?? []
      } catch {
        let report = failure(error, &stream)
        stream.engine = nil
        return [report]
      }
    }
  }

  /// A failure, with what is known of the stream as a query; an empty one before it began.
  private func failure(_ error: any Error, _ stream: inout Stream) -> SessionReport {
    let query = stream.engine?.querySignature() ?? AudioSignature.nothing(try? contents.get())
    return .result(.error(error, query))
  }
}

extension AudioSignature {
  /// A signature of no sound.
  static func nothing(_ contents: CatalogContents?) -> AudioSignature {
    let nothing = Signature.peaks(
      PeakSignature(frameDuration: Seconds(1), frameCount: 0, peaks: []))
    guard let contents else {
      return AudioSignature(
        nothing, identity: ComponentIdentity(name: "", revision: 0, configurationDigest: ""))
    }
    return AudioSignature(nothing, madeWith: contents.strategy)
  }

  private init(_ signature: Signature, identity: ComponentIdentity) {
    self.signature = signature
    self.identity = identity
    configuration = "{}"
  }
}
