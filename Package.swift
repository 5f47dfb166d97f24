// swift-tools-version: 6.2
import PackageDescription

// An arrow may only point down the floors listed in CONTRIBUTING.md; LayeringTests reads this
// manifest and names any that points up.

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

func library(_ name: String, _ dependencies: String...) -> Target {
  .target(
    name: name, dependencies: dependencies.map { .byName(name: $0) }, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: String...) -> Target {
  .testTarget(
    name: name, dependencies: dependencies.map { .byName(name: $0) }, swiftSettings: settings)
}

func cLibrary(_ name: String, pkgConfig: String, apt: String, brew: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt]), .brew([brew])])
}

let package = Package(
  name: "soundmark",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "soundmark", targets: ["soundmark"]),
    .library(name: "SoundmarkLive", targets: ["SoundmarkLive"]),
    .library(name: "SoundmarkSH", targets: ["SoundmarkSH"]),
  ],
  targets: [
    cLibrary("CFFTW", pkgConfig: "fftw3f", apt: "libfftw3-dev", brew: "fftw"),
    cLibrary("CSndFile", pkgConfig: "sndfile", apt: "libsndfile1-dev", brew: "libsndfile"),
    cLibrary("CSoxr", pkgConfig: "soxr", apt: "libsoxr-dev", brew: "libsoxr"),
    cLibrary("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev", brew: "sqlite"),
    cLibrary("CCrypto", pkgConfig: "libcrypto", apt: "libssl-dev", brew: "openssl@3"),
    cLibrary("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev", brew: "zlib"),
    // Its pkg-config file holds flags that the package manager prints a complaint about.
    .systemLibrary(
      name: "CPulse", providers: [.apt(["libpulse-dev"]), .brew(["pulseaudio"])]),

    library("Checksums", "CCrypto", "CZlib"),
    library("SQLite", "CSQLite"),
    library("Tabular"),
    library("CommandLineOptions"),
    library("Processes"),

    library("Fingerprinting", "Checksums"),

    library("Files", "Fingerprinting"),

    library("Monitoring", "Fingerprinting", "Files", "Processes", "Tabular"),
    library("Signals", "Fingerprinting", "CFFTW"),
    library("Indexing", "Fingerprinting", "Files", "Checksums"),
    library("Scoring", "Fingerprinting", "Files"),
    library("AudioFiles", "Fingerprinting", "Files", "Processes", "CSndFile", "CSoxr"),

    library("Strategies", "Fingerprinting", "Signals", "Scoring"),
    library(
      "Corpora", "Fingerprinting", "Files", "AudioFiles", "Processes", "Checksums", "Tabular"),
    library(
      "Catalogs", "Fingerprinting", "Files", "Indexing", "Scoring", "AudioFiles", "SQLite",
      "Checksums", "Tabular"),

    library("AudioCapture", "Fingerprinting", "AudioFiles", "CPulse"),
    library(
      "LiveMatching", "Fingerprinting", "Files", "Processes", "SQLite", "Indexing", "Scoring",
      "AudioFiles", "Catalogs"),
    .target(
      name: "SoundmarkLive",
      dependencies: [
        "LiveMatching", "AudioCapture", "AudioFiles", "Catalogs", "Scoring", "Strategies",
        "Fingerprinting",
      ], exclude: ["SoundmarkLive.docc"], swiftSettings: settings),
    library(
      "SoundmarkSH", "SoundmarkLive", "LiveMatching", "AudioCapture", "AudioFiles", "Catalogs",
      "Fingerprinting"),
    library(
      "Experiments", "Fingerprinting", "Files", "Indexing", "Scoring", "AudioFiles", "Corpora",
      "Catalogs",
      "SQLite", "Checksums", "Tabular"),
    library(
      "LiveEvaluation", "LiveMatching", "Experiments", "Corpora", "Catalogs", "AudioFiles",
      "Fingerprinting", "Tabular"),
    library(
      "Reporting", "Experiments", "Scoring", "Fingerprinting", "Files", "Signals", "AudioFiles",
      "Processes", "Tabular"),
    library(
      "Builtins", "Fingerprinting", "Signals", "Strategies", "Corpora", "Scoring", "Experiments",
      "Reporting"),
    library(
      "Commands", "CommandLineOptions", "Builtins", "Fingerprinting", "Files", "Signals",
      "Indexing", "LiveMatching", "LiveEvaluation", "AudioCapture", "Monitoring",
      "Scoring", "AudioFiles", "Strategies", "Corpora", "Catalogs", "Experiments", "Reporting",
      "Tabular", "Checksums", "SQLite"),
    .executableTarget(name: "soundmark", dependencies: ["Commands"], swiftSettings: settings),
    .executableTarget(
      name: "Examples", dependencies: ["SoundmarkLive", "Fingerprinting"], swiftSettings: settings),

    .target(
      name: "TestSupport", dependencies: ["Fingerprinting"], path: "Tests/TestSupport",
      swiftSettings: settings),
    tests("ChecksumsTests", "Checksums", "Fingerprinting", "TestSupport"),
    tests("SQLiteTests", "SQLite", "Fingerprinting", "TestSupport"),
    tests("TabularTests", "Tabular", "Fingerprinting", "TestSupport"),
    tests("CommandLineOptionsTests", "CommandLineOptions", "Fingerprinting", "TestSupport"),
    tests("FingerprintingTests", "Fingerprinting", "Checksums", "TestSupport"),
    tests("FilesTests", "Files", "Fingerprinting", "TestSupport"),
    tests("SignalsTests", "Signals", "Fingerprinting", "TestSupport"),
    tests("IndexingTests", "Indexing", "Fingerprinting", "TestSupport"),
    tests("ScoringTests", "Scoring", "Fingerprinting", "TestSupport"),
    tests("ProcessesTests", "Processes"),
    tests(
      "MonitoringTests", "Monitoring", "Files", "Processes", "Fingerprinting", "Tabular",
      "TestSupport"),
    tests("AudioFilesTests", "AudioFiles", "Processes", "Fingerprinting", "TestSupport"),
    tests("StrategiesTests", "Strategies", "Signals", "Fingerprinting", "TestSupport"),
    tests("CorporaTests", "Corpora", "Checksums", "Fingerprinting", "TestSupport"),
    tests(
      "CatalogsTests", "Catalogs", "Indexing", "Scoring", "Strategies", "AudioFiles",
      "Fingerprinting", "SQLite",
      "TestSupport"),
    .target(name: "OtherNames", path: "Tests/OtherNames", swiftSettings: settings),
    // Compiled as a program is whose code all belongs to the main actor.
    .testTarget(
      name: "PortedCodeTests", dependencies: ["SoundmarkSH", "OtherNames", "TestSupport"],
      swiftSettings: [
        .treatAllWarnings(as: .error), .defaultIsolation(MainActor.self),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
    tests("SoundmarkLiveTests", "SoundmarkSH", "SoundmarkLive", "AudioCapture", "TestSupport"),
    tests(
      "LiveMatchingTests", "LiveMatching", "Strategies", "Indexing", "Scoring", "Catalogs",
      "AudioFiles", "Files", "Processes", "SQLite", "Fingerprinting", "TestSupport"),
    tests(
      "ExperimentsTests", "Experiments", "Catalogs", "Corpora", "Checksums", "Scoring",
      "Fingerprinting", "SQLite", "TestSupport"),
    tests(
      "ReportingTests", "Reporting", "Experiments", "Scoring", "Fingerprinting", "Tabular",
      "TestSupport"),
    .testTarget(
      name: "StrategyLawTests",
      dependencies: [
        "Builtins", "Corpora", "Scoring", "Indexing", "Catalogs", "Fingerprinting", "AudioFiles",
        "TestSupport",
      ],
      exclude: ["Goldens"], swiftSettings: settings),
    tests(
      "CommandsTests", "Commands", "AudioCapture", "CommandLineOptions", "Builtins", "Corpora",
      "Experiments",
      "Fingerprinting", "Tabular"),
    tests("TestSupportTests", "Fingerprinting", "TestSupport"),
    tests("LayeringTests", "TestSupport"),
    tests("EndToEndTests", "Fingerprinting", "SQLite", "TestSupport", "Tabular"),
  ],
  swiftLanguageModes: [.v6]
)
