import Fingerprinting
import Foundation
import TestSupport
import Testing

@testable import Corpora

private let entries: [AugmentationEntry] = [
  .augmentation(SimulatedRoom.self), .augmentation(RecordedResponse.self),
  .augmentation(Loudspeaker.self), .augmentation(SpeechOver.self),
]

/// How late the second sound is, in samples.
private let lateness = """
  a, b = sounds
  n = len(a)
  c = np.fft.irfft(np.fft.rfft(b, 2 * n) * np.conj(np.fft.rfft(a, 2 * n)))
  k = np.argmax(c)
  print(k if k < n else k - 2 * n)
  """

@Suite struct RoomTests {
  @Test(arguments: [(0.3, 6.0, 1.0), (0.5, 0.0, 3.0), (1.2, -8.0, 12.0), (2.5, -3.0, 0.0)])
  func aSimulatedRoomHasTheFiguresAskedFor(time: Double, ratio: Double, distance: Double) throws {
    for seed in 1...3 {
      let draw = SimulatedRoom.Draw(
        reverberationTime: time, directToReverberant: ratio, distance: distance,
        echoes: Seed(UInt64(seed)))
      let response = RoomResponse.simulated(draw, at: .compactDisc)
      // Schroeder's backward integral, a line through its fall from −5 to −35 dB.
      let figures = try numbers(
        """
        h = sounds[0]; at = int(sys.argv[2])
        tail = h.copy(); tail[:at + 1] = 0
        curve = 10 * np.log10(np.cumsum(tail[::-1]**2)[::-1] / np.sum(tail**2) + 1e-12)
        part = (curve < -5) & (curve > -35)
        slope = np.polyfit(np.nonzero(part)[0] / 44100, curve[part], 1)[0]
        print(-60 / slope, 10 * np.log10(h[at]**2 / np.sum(tail**2)), np.sum(h**2), abs(h[:at]).sum())
        """, "\(response.delay)", sounds: [response.samples])
      try #require(figures.count == 4)
      #expect(abs(figures[0] / time - 1) < 0.08)
      #expect(abs(figures[1] - ratio) < 0.01)
      #expect(abs(figures[2] - 1) < 1e-4)
      #expect(figures[3] == 0)
      #expect(response.delay == Int((distance / 343 * 44_100).rounded()))
    }
  }

  @Test func whatTheRoomDelaysAndLeavesOutIsInTheTruth() throws {
    let music = TestSound.music(seed: 8, seconds: 3)
    let room = try chain(
      "[{room: {reverberationTime: 0.4, directToReverberant: 6, distance: 7}}]", of: entries)
    let heard = try room.apply(to: music)
    #expect(abs(room.sourceDuration(forQuery: Seconds(5)).value - 5.4) < 1e-9)
    #expect(abs(heard.audio.duration.value - 2.6) < 1e-4)
    let lag = try #require(
      try numbers(lateness, sounds: [music.samples, heard.audio.samples]).first)
    #expect(abs((Seconds(12.5) - (try heard.alignment.referenceStart)).value * 44_100 - lag) < 1)
    #expect(abs(lag - (7.0 / 343 - 0.4) * 44_100) < 1)
    #expect(try room.apply(to: music).audio == heard.audio)
    #expect(try room.apply(to: music, seed: 2).audio != heard.audio)
  }

  @Test func aRecordedResponseIsConvolvedAndItsDelayMovesIntoTheTruth() throws {
    try withTemporaryDirectory { folder in
      let file = folder.appending("hall.wav")
      let late = Int(0.03 * 44_100)
      var response = [Float](repeating: 0, count: late) + [0.5]
      var generator = Seed(3).generator
      for place in 0..<22_050 {
        response.append(Float(0.02 * generator.normal() / (1 + Double(place) / 2_000)))
      }
      try file.write(waveFile(AudioBuffer(samples: response, sampleRate: .compactDisc)))
      let music = TestSound.music(seed: 9, seconds: 2)
      let hall = try chain("[{'impulse-response': {response: 'file:\(file)'}}]", of: entries)
      let heard = try hall.apply(to: music)
      let figures = try numbers(
        """
        import scipy.signal as s
        a, h, ours = sounds
        wanted = s.fftconvolve(a, h / np.sqrt(np.sum(h**2)))[22050:len(a)]
        print(len(wanted) - len(ours), abs(wanted - ours).max() / abs(wanted).max())
        """, sounds: [music.samples, response, heard.audio.samples])
      #expect(figures.count == 2 && figures[0] == 0 && figures[1] < 1e-6)
      let moved = (try heard.alignment.referenceStart - Seconds(12.5)).value
      #expect(abs(moved - (0.5 - Double(late) / 44_100)) < 1e-9)
      #expect(abs(hall.sourceDuration(forQuery: Seconds(5)).value - 5.5) < 1e-9)
    }
  }

  @Test func aResponseThatIsNotThereIsSaidBeforeTheFirstQuery() throws {
    let chain = try chain("[{'impulse-response': {response: 'file:/no/such.wav'}}]", of: entries)
    let error = #expect(throws: AugmentationError.self) { try chain.check(StandardResources()) }
    #expect(error?.description.contains("/no/such.wav") == true)
  }

  @Test func aLoudspeakerFiltersAsScipyDoes() throws {
    let noise = TestSound.noise(seconds: 1, level: 0.3)
    let played = try chain(
      "[{loudspeaker: {lowest: 400, highest: 6000, unevenness: 0, drive: -80}}]", of: entries
    ).apply(to: noise)
    let error = try numbers(
      """
      import scipy.signal as s
      a, ours = sounds
      wanted = s.sosfilt(s.butter(2, 400, "high", fs=44100, output="sos"), a)
      wanted = s.sosfilt(s.butter(2, 6000, "low", fs=44100, output="sos"), wanted)
      print(abs(wanted - ours).max())
      """, sounds: [noise.samples, played.audio.samples])
    #expect(error.count == 1 && error[0] < 1e-6)
  }

  @Test func aLoudspeakerSaturatesAndColours() throws {
    let tone = TestSound.tone(1_000, seconds: 1)
    func overtones(_ drive: Double) throws -> Double {
      let played = try chain(
        "[{loudspeaker: {unevenness: 0, drive: \(drive)}}]", of: entries
      ).apply(to: tone)
      return try #require(
        try numbers(
          """
          x = abs(np.fft.rfft(sounds[0][-22050:] * np.hanning(22050)))
          print(20 * np.log10(x[1490:1511].max() / x[490:511].max()))
          """, sounds: [played.audio.samples]
        ).first)
    }
    #expect(try overtones(-60) < -80)
    let driven = try overtones(6)
    #expect(driven > -20 && driven < -9)
    let noise = TestSound.noise(seconds: 1)
    let one = try chain("[{loudspeaker: {unevenness: 6}}]", of: entries)
    #expect(try one.apply(to: noise).audio == one.apply(to: noise).audio)
    #expect(try one.apply(to: noise).audio != one.apply(to: noise, seed: 2).audio)
  }

  @Test func musicIsTurnedDownWhileSomebodyTalks() throws {
    // One second of voice, then silence that lasts.
    var voice = TestSound.tone(300, seconds: 1, rate: SampleRate(8_000), level: 0.3)
    voice.samples += TestSound.silence(seconds: 30, rate: SampleRate(8_000)).samples
    let resources = StandardResources(
      recordings: [NoiseRecording(id: "voice", kind: "speech", audio: voice)])
    let music = TestSound.noise(seconds: 60, level: 0.3)
    let chain = try chain("[{'speech-over': {ratio: 30, ducking: 12}}]", of: entries)
    let mixed = try chain.apply(to: music, resources: resources)
    let figures = try numbers(
      """
      a, b = sounds
      n = 4410
      gains = np.array([np.dot(a[i:i+n], b[i:i+n]) / np.dot(a[i:i+n], a[i:i+n])
                        for i in range(0, len(a) - n, n)])
      print(20 * np.log10(gains.min()), 20 * np.log10(gains.max()), np.mean(gains < 0.5))
      """, sounds: [music.samples, mixed.audio.samples])
    try #require(figures.count == 3)
    #expect(abs(figures[0] + 12) < 1.5)
    #expect(abs(figures[1]) < 0.5)
    #expect(figures[2] > 0.02 && figures[2] < 0.2)
    #expect(try #require(mixed.achievedSNR) < 30)
    #expect(try mixed.alignment == Alignment(referenceStart: Seconds(12.5)))
    let error = #expect(throws: AugmentationError.self) { try chain.check(StandardResources()) }
    #expect(error?.description.contains("'voice'") == true)
  }
}
