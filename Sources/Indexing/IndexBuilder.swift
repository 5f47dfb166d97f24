public import Fingerprinting

/// A growing index of the kind that a strategy's recipe asks for.
public struct IndexBuilder: ~Copyable, SignatureIndexBuilder {
  // One of the two exists.
  private var offsetVoting: OffsetVotingBuilder?
  private var bitFrames: BitFrameIndexBuilder?

  /// Starts an empty index.
  ///
  /// - Parameters:
  ///   - recipe: the kind of index and its settings.
  ///   - builtWith: the identity of the strategy whose signatures will be inserted.
  /// - Throws: `IndexError.capacity` when no such index can be built.
  public init(_ recipe: IndexRecipe, builtWith: ComponentIdentity) throws(IndexError) {
    switch recipe {
    case .offsetVoting(let configuration):
      offsetVoting = OffsetVotingBuilder(configuration, builtWith: builtWith)
    case .bitFrames(let configuration):
      bitFrames = BitFrameIndexBuilder(configuration, builtWith: builtWith)
    }
  }

  /// Adds a signature in stored form.
  ///
  /// - Parameters:
  ///   - signature: of the family that the recipe takes.
  ///   - track: a name that is not in the index yet.
  /// - Throws: `IndexError` for another family, a name inserted before, or more sound than the
  ///   index can count.
  public mutating func insert(
    _ signature: Signature, as track: TrackID
  ) throws(IndexError) {
    try offsetVoting?.insert(signature, as: track)
    try bitFrames?.insert(signature, as: track)
  }

  /// Ends the growth.
  ///
  /// - Returns: the frozen index.
  /// - Throws: `IndexError.capacity` when it would hold more than it can count.
  public consuming func freeze() throws(IndexError) -> any SignatureIndex {
    if let builder = bitFrames.take() { return try builder.freeze() }
    guard let offsetVoting else { throw .capacity("the index was frozen before") }
    return try offsetVoting.freeze()
  }
}

/// Opens an index that `SignatureIndex.write(to:)` wrote, by mapping it into memory.
///
/// - Parameters:
///   - path: the file.
///   - builtWith: the identity of the strategy that will ask.
///   - recipe: the strategy's recipe.
/// - Returns: the index.
/// - Throws: `IndexError.identityMismatch` for the index of another strategy, `.unusableFile` for
///   anything that is no whole index.
public func openIndex(
  at path: FilePath, builtWith: ComponentIdentity, recipe: IndexRecipe
) throws(IndexError) -> any SignatureIndex {
  switch recipe {
  case .offsetVoting(let configuration):
    try OffsetVotingIndex(mapping: path, builtWith: builtWith, configuration: configuration)
  case .bitFrames(let configuration):
    try BitFrameIndex(mapping: path, builtWith: builtWith, configuration: configuration)
  }
}
