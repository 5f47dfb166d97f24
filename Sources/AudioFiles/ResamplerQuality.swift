/// How exactly sound is brought to another rate.
///
/// Both keep the pass band up to 0.91 of the lower Nyquist frequency and reject everything above
/// it. No coarser choice is offered: those of libsoxr that still filter save less than a sixth of
/// the time.
public enum ResamplerQuality: String, CaseIterable, Codable, Sendable {
  /// 20 bits: errors below −120 dB; 10,000 times faster than 44,100 Hz sound plays, or thereabouts.
  case standard
  /// 28 bits, at half the speed.
  case high
}
