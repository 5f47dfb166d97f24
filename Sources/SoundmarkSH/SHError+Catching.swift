public import LiveMatching

/// Whether an error is of a kind, for `catch` and `case`.
///
/// Here as well as in the module below, whose operators are not seen by who imports only this one.
@_disfavoredOverload
public func ~= (code: SHError.Code, error: any Error) -> Bool {
  (error as? any CodedError)?.kind == code
}
