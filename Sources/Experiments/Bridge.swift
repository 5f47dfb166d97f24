// Stands in until the modules below are there.
import Fingerprinting
import Indexing
import AudioFiles
import Catalogs
func enrolledSignature(of path: FilePath, with strategy: any FingerprintStrategy) throws -> (
  signature: Signature, report: DecodeReport
) { throw CancellationError() }
struct StrategyRecognizer: Recognizer {
  var identity: ComponentIdentity
  var footprint: IndexFootprint
  init(strategy: any FingerprintStrategy, index: any SignatureIndex, limit: Int) throws {
    throw CancellationError()
  }
  func identify(_ query: AudioBuffer) async throws -> Identification { throw CancellationError() }
}
struct IndexBuilder: ~Copyable, SignatureIndexBuilder {
  init(_ recipe: IndexRecipe, builtWith: ComponentIdentity) throws {}
  mutating func insert(_ signature: Signature, as track: TrackID) throws(IndexError) {}
  consuming func freeze() throws(IndexError) -> any SignatureIndex { throw .capacity("") }
}
extension Signature {
  var encoded: [UInt8] { [] }
  init(decoding: [UInt8]) throws { throw CancellationError() }
}
enum CRC32 { static func checksum(of bytes: [UInt8]) -> UInt32 { 0 } }
