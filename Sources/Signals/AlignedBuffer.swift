/// Memory for numbers, aligned for vector instructions, zero at first, freed with its owner.
///
/// Inner loops take `base` once and index it themselves; staying inside `count` is their duty.
public final class AlignedBuffer<Element: BitwiseCopyable> {
  /// The first element.
  public let base: UnsafeMutablePointer<Element>
  /// The number of elements.
  public let count: Int

  /// Allocates `count` elements, each of them `zero`.
  public init(count: Int, zero: Element) {
    let bytes = max(1, count) * MemoryLayout<Element>.stride
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    base = memory.bindMemory(to: Element.self, capacity: max(1, count))
    base.initialize(repeating: zero, count: max(1, count))
    self.count = count
  }

  deinit { base.deallocate() }
}
