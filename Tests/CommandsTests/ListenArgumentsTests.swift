import AudioCapture
@testable import Commands
import CommandLineOptions
import Fingerprinting
import Tabular
import Testing

struct ListenArgumentsTests {
  /// A name is letters, digits, `_` and `-` before the first `=`; everything else belongs to the place.
  @Test func names() {
    func name(_ text: String) -> [String?] {
      let source = ListenSource(FilePath(text))
      return [source.givenName, source.place]
    }
    #expect(name("kitchen=pulse:hw_1") == ["kitchen", "pulse:hw_1"])
    #expect(name("Halle-2=stdin") == ["Halle-2", "stdin"])
    #expect(name("küche=a=b.wav") == ["küche", "a=b.wav"])
    #expect(name("./a=b.wav") == [nil, "./a=b.wav"])
    #expect(name("=b.wav") == [nil, "=b.wav"])
    #expect(name("http://radio.example/x?a=b") == [nil, "http://radio.example/x"])
    #expect(name("r=https://me:word@radio.example/x?a=b") == ["r", "https://radio.example/x"])
    #expect(
      ListenSource(FilePath("r=https://me:word@h/x?a=b")).kind
        == .network("https://me:word@h/x?a=b"))
    #expect(ListenSource(FilePath("a=pulse:monitor")).kind == .device(.defaultMonitor))
  }

  /// Devices and network streams are opened again unless told not to.
  @Test func whatGoesOn() {
    #expect(ListenSource(FilePath("pulse")).isSteady)
    #expect(ListenSource(FilePath("https://radio.example")).isSteady)
    #expect(!ListenSource(FilePath("stdin")).isSteady)
    #expect(!ListenSource(FilePath("a.wav")).isSteady)
  }

  /// Several sources have setlists of their own; one has the file that was named.
  @Test func setlists() {
    var arguments = ListenArguments()
    arguments.setlist = FilePath("lists/set.cue")
    arguments.sources = [ListenSource(FilePath("a=x.wav"))]
    #expect(arguments.setlist(of: arguments.sources[0]) == FilePath("lists/set.cue"))
    arguments.sources.append(ListenSource(FilePath("../b/y.wav")))
    #expect(arguments.setlist(of: arguments.sources[0]) == FilePath("lists/set-a.cue"))
    #expect(arguments.setlist(of: arguments.sources[1]) == FilePath("lists/set-.._b_y.wav.cue"))
  }

  @Test func whatCannotBeMeant() {
    func fault(_ sources: String...) -> String? {
      var arguments = ListenArguments()
      arguments.sources = sources.map { ListenSource(FilePath($0)) }
      do {
        try arguments.check()
        return nil
      } catch {
        return error.description
      }
    }
    #expect(fault("a=stdin", "b=x.wav") == nil)
    #expect(fault("a=stdin", "a=x.wav")?.contains("another source has this name") == true)
    #expect(fault("a=stdin", "b=-")?.contains("once") == true)
  }
}

struct ListenStatusTests {
  private func status(_ playing: String?, level: Double = 0.1) -> ListenStatus.Source {
    ListenStatus.Source(
      time: Seconds(4_000), level: level, playing: playing.map { ($0, Seconds(61)) })
  }

  /// However narrow the terminal and however long and wide the names, the line fits.
  @Test(arguments: 1...6, [20, 40, 41, 79, 80, 200])
  func lineFits(count: Int, columns: Int) {
    let names = ["hall", "a rather long name", "https://radio.example/live", "东京のラジオ", "b", "c"]
    let songs = ["One", "东京音楽東京音楽東京音楽東京音楽東京音楽", nil, "A song with a long name, and more", "🎵🎵", ""]
    var line = ListenStatus(names: Array(names[..<count]))
    for place in 0..<count {
      for level in [0, 1e-300, 0.5, 1, 1e9, .nan, .infinity] {
        line.note(status(songs[place], level: level), of: place)
        #expect(ScreenText.columns(of: line.line(columns: columns)) < columns)
      }
    }
  }

  @Test func words() {
    var one = ListenStatus(names: ["x"])
    one.note(status("Artist, Title"), of: 0)
    #expect(one.line(columns: 80) == "1:06:40  ▮▮▮▮▮▮▮▮▯▯▯▯  Artist, Title  0:01:01")
    one.note(status(nil, level: 0), of: 0)
    #expect(one.line(columns: 40) == "1:06:40  ▯▯▯▯▯▯  listening")
    var two = ListenStatus(names: ["hall", "bar"])
    two.note(status("One"), of: 0)
    two.note(ListenStatus.Source(time: .zero, level: 0, isInGap: true), of: 1)
    let line = two.line(columns: 40)
    #expect(line.hasPrefix("hall ▅ One  ") && line.contains("  bar ×  "), "\(line)")
    var many = ListenStatus(names: ["a", "b", "c", "d", "e"])
    many.note(status("One"), of: 0)
    #expect(many.line(columns: 40) == "5 sources: 1 known")
  }
}
