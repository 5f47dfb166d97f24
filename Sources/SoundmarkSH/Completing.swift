/// Does work in a task of its own, and hands on the error; nil where there is none.
func completing(
  _ handler: @escaping @Sendable ((any Error)?) -> Void,
  _ body: @escaping @Sendable () async throws -> Void
) {
  Task.detached {
    do {
      try await body()
      handler(nil)
    } catch {
      handler(error)
    }
  }
}

/// Does work in a task of its own, and hands on what comes of it: a value or an error.
func completing<Value: Sendable>(
  _ handler: @escaping @Sendable (Value?, (any Error)?) -> Void,
  _ body: @escaping @Sendable () async throws -> Value
) {
  Task.detached {
    do {
      handler(try await body(), nil)
    } catch {
      handler(nil, error)
    }
  }
}
