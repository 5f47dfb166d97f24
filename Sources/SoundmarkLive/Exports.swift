// What users of the live matcher need to name comes with it.
@_exported public import AudioCapture
@_exported public import AudioFiles
@_exported public import Catalogs
@_exported public import Fingerprinting
@_exported public import LiveMatching
