internal import CSndFile

/// A file as it should have been: pieces of the real one, and bytes put in between.
///
/// It serves libsndfile's virtual file interface. Small reads go through a buffer.
final class FileView {
  enum Content {
    /// The file's own bytes from an offset.
    case file(Int64)
    /// These bytes.
    case bytes([UInt8])
    /// These bytes, over and over.
    case repeated([UInt8])
  }

  private struct Piece {
    let start: Int64
    let length: Int64
    let content: Content
  }

  private let file: RegularFile
  private var pieces: [Piece] = []
  private(set) var length: Int64 = 0
  /// The end of the last byte that was read.
  private(set) var furthest: Int64 = 0
  private var position: Int64 = 0
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  private var bufferStart: Int64 = 0
  private var bufferCount = 0

  init(_ file: RegularFile) { self.file = file }

  /// The whole file as it is.
  convenience init(whole file: RegularFile) {
    self.init(file)
    append(.file(0), length: file.size)
  }

  deinit { buffer.deallocate() }

  func append(_ content: Content, length added: Int64) {
    guard added > 0 else { return }
    pieces.append(Piece(start: length, length: added, content: content))
    length += added
  }

  /// Reads on from the position.
  func read(_ target: UnsafeMutableRawBufferPointer) -> Int {
    let wanted = Int(min(Int64(target.count), max(0, length - position)))
    guard wanted > 0, let start = target.baseAddress else { return 0 }
    if wanted >= buffer.count / 4 {
      let count = fill(UnsafeMutableRawBufferPointer(start: start, count: wanted), at: position)
      position += Int64(count)
      furthest = max(furthest, position)
      return count
    }
    var done = 0
    while done < wanted {
      if position < bufferStart || position >= bufferStart + Int64(bufferCount) {
        bufferStart = position
        bufferCount = fill(buffer, at: position)
        if bufferCount == 0 { break }
      }
      let offset = Int(position - bufferStart)
      let count = min(wanted - done, bufferCount - offset)
      guard let source = buffer.baseAddress else { break }
      (start + done).copyMemory(from: source + offset, byteCount: count)
      done += count
      position += Int64(count)
    }
    furthest = max(furthest, position)
    return done
  }

  private func fill(_ target: UnsafeMutableRawBufferPointer, at start: Int64) -> Int {
    var done = 0
    var index = pieces.firstIndex { start < $0.start + $0.length } ?? pieces.count
    while done < target.count, index < pieces.count {
      let piece = pieces[index]
      let inside = start + Int64(done) - piece.start
      let count = Int(min(Int64(target.count - done), piece.length - inside))
      let part = UnsafeMutableRawBufferPointer(rebasing: target[done..<done + count])
      switch piece.content {
      case .file(let offset):
        let read = file.read(at: offset + inside, into: part)
        if read < count { return done + read }
      case .bytes(let bytes), .repeated(let bytes):
        for k in 0..<count { part[k] = bytes[Int((inside + Int64(k)) % Int64(bytes.count))] }
      }
      done += count
      index += 1
    }
    return done
  }

  private func seek(_ offset: Int64, _ whence: CInt) -> Int64 {
    let base = whence == CInt(SF_SEEK_CUR) ? position : whence == CInt(SF_SEEK_END) ? length : 0
    let (target, overflow) = base.addingReportingOverflow(offset)
    guard !overflow, target >= 0 else { return -1 }
    position = target
    return position
  }

  /// The callbacks; the user data is an unretained reference to the view.
  static let callbacks = SF_VIRTUAL_IO(
    get_filelen: { FileView.of($0)?.length ?? -1 },
    seek: { FileView.of($2)?.seek($0, $1) ?? -1 },
    read: { target, count, view in
      let target = UnsafeMutableRawBufferPointer(start: target, count: Int(count))
      return sf_count_t(FileView.of(view)?.read(target) ?? 0)
    },
    write: { _, _, _ in 0 },
    tell: { FileView.of($0)?.position ?? -1 })

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> FileView? {
    pointer.map { Unmanaged<FileView>.fromOpaque($0).takeUnretainedValue() }
  }
}
