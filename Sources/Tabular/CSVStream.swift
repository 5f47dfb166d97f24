/// One row of CSV text.
public struct CSVRow: Hashable, Sendable {
  /// The line that it begins on, from 1.
  public var line: Int
  /// Its fields.
  public var fields: [String]
}

/// Reads CSV block by block, so that a file of any size needs no more memory than a row.
///
/// Law: the rows are the same however the bytes are divided into blocks.
public struct CSVStream: Sendable {
  private enum State { case fieldStart, plain, quoted, quoteInQuoted }

  private var state = State.fieldStart
  private var field: [UInt8] = []
  private var fields: [String] = []
  private var rows: [CSVRow] = []
  private var line = 1
  /// Where the row and the quoted field began.
  private var rowLine = 1
  private var openedLine = 1
  private var isInRow = false
  /// Whether the byte before was a carriage return, whose line feed belongs to it.
  private var afterReturn = false
  /// Bytes of a byte order mark so far; nil once the text has begun.
  private var mark: Int? = 0

  private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

  /// Begins a text.
  public init() {}

  /// Takes the next bytes.
  ///
  /// - Parameter bytes: any number of them.
  /// - Returns: the rows that they complete.
  /// - Throws: `CSVError` naming the line of a quotation mark that is out of place.
  public mutating func consume(_ bytes: some Collection<UInt8>) throws(CSVError) -> [CSVRow] {
    rows.removeAll(keepingCapacity: true)
    let buffer = ContiguousArray(bytes)
    var at = 0
    while at < buffer.count {
      let byte = buffer[at]
      if let seen = mark {
        if byte == Self.byteOrderMark[seen] {
          mark = seen == 2 ? nil : seen + 1
          at += 1
          continue
        }
        try endMark()
      }
      try take(byte)
      at += 1
      // Runs of plain bytes need no look at each: they make up nearly all of a file.
      guard state == .plain || state == .fieldStart && isInRow else { continue }
      var end = at
      while end < buffer.count, !Self.isSpecial(buffer[end]) { end += 1 }
      if end > at {
        field.append(contentsOf: buffer[at..<end])
        state = .plain
        afterReturn = false
        at = end
      }
    }
    return rows
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte == 0x2c || byte == 0x0a || byte == 0x22 || byte == 0x0d
  }

  /// Takes the end of the text.
  ///
  /// - Returns: the last row, where its line has no end.
  /// - Throws: `CSVError` where a quotation mark is never closed.
  public mutating func finish() throws(CSVError) -> [CSVRow] {
    rows.removeAll()
    try endMark()
    if state == .quoted {
      throw CSVError("line \(openedLine): a quotation mark is never closed")
    }
    if isInRow { endRow() }
    return rows
  }

  /// What began like a mark and is none was text.
  private mutating func endMark() throws(CSVError) {
    guard let seen = mark else { return }
    mark = nil
    for byte in Self.byteOrderMark.prefix(seen) { try take(byte) }
  }

  private mutating func take(_ byte: UInt8) throws(CSVError) {
    let isPair = afterReturn && byte == 0x0a
    afterReturn = byte == 0x0d
    switch state {
    case .quoted:
      if byte == 0x22 {
        state = .quoteInQuoted
        return
      }
      if byte == 0x0d || byte == 0x0a && !isPair { line += 1 }
      field.append(byte)
      return
    case .quoteInQuoted:
      if byte == 0x22 {
        field.append(byte)
        state = .quoted
        return
      }
      guard byte == 0x2c || byte == 0x0a || byte == 0x0d else {
        throw CSVError("line \(line): text follows a closing quotation mark")
      }
    case .fieldStart:
      // The line feed of a row's end.
      if isPair, !isInRow { return }
      if !isInRow { rowLine = line }
      if byte == 0x22 {
        isInRow = true
        state = .quoted
        openedLine = line
        return
      }
    case .plain:
      guard byte != 0x22 else {
        throw CSVError(
          "line \(line): a quotation mark inside a field that does not begin with one")
      }
    }
    isInRow = true
    switch byte {
    case 0x2c: endField()
    case 0x0a, 0x0d:
      endRow()
      line += 1
    default:
      field.append(byte)
      state = .plain
    }
  }

  private mutating func endField() {
    fields.append(CSV.unguarded(field))
    field.removeAll(keepingCapacity: true)
    state = .fieldStart
  }

  private mutating func endRow() {
    endField()
    rows.append(CSVRow(line: rowLine, fields: fields))
    fields.removeAll(keepingCapacity: true)
    isInRow = false
  }
}
