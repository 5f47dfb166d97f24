public import LiveMatching

extension Session {
  /// Matches a signature, as `result(from:)` does.
  ///
  /// - Parameters:
  ///   - signature: what is asked.
  ///   - completionHandler: gets the answer, on no particular thread.
  public func result(
    from signature: AudioSignature, completionHandler: @escaping @Sendable (SessionResult) -> Void
  ) {
    Task.detached { completionHandler(await self.result(from: signature)) }
  }
}

extension ManagedSession {
  /// Makes one attempt, as `result()` does.
  ///
  /// - Parameter completionHandler: gets the result, on no particular thread.
  public func result(completionHandler: @escaping @Sendable (SessionResult) -> Void) {
    Task.detached { completionHandler(await self.result()) }
  }
}
