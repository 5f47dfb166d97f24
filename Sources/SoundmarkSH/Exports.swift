// Whoever imports this module sees the members of all that its names stand for, and of their modules
// only names that hardly anybody else has: a program's own `Session` or `Match` stays its own.
@_exported public import struct AudioCapture.PulseSource
@_exported public import struct AudioFiles.FileSource
@_exported public import protocol AudioFiles.PCMSource
@_exported public import struct AudioFiles.PCMBuffer
@_exported public import struct AudioFiles.PCMFormat
@_exported public import class Catalogs.MediaLibrary
@_exported public import struct Fingerprinting.FilePath
@_exported public import struct Fingerprinting.SampleRate
@_exported public import struct LiveMatching.AudioTime
@_exported public import class SoundmarkLive.DefaultCatalog
