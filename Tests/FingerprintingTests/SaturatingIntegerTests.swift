import Fingerprinting
import Testing

struct SaturatingIntegerTests {
  @Test func everyNumberBecomesAnInteger() {
    #expect(Int(saturating: 2.9) == 2)
    #expect(Int(saturating: -2.9) == -2)
    #expect(Int(saturating: -.infinity) == .min)
    #expect(Int(saturating: .infinity) == .max)
    #expect(Int(saturating: .nan) == 0)
    #expect(Int(saturating: 1e300) == .max)
    #expect(UInt32(saturating: -0.5) == 0)
    #expect(UInt32(saturating: -3) == 0)
    #expect(UInt32(saturating: 0x1p32) == .max)
    #expect(UInt32(saturating: 0x1p32 - 1) == .max)
    #expect(Int32(saturating: -0x1p31) == .min)
    #expect(Int64(saturating: 0x1p63) == .max)
    #expect(Int64(saturating: -0x1p63) == .min)
  }
}
