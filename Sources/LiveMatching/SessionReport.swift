/// What a session has to tell.
enum SessionReport: Sendable {
  case result(SessionResult)
  case ended(EndedMatch)
}

extension [SessionReport] {
  /// The results alone.
  var results: [SessionResult] {
    compactMap { if case .result(let result) = $0 { result } else { nil } }
  }
}
