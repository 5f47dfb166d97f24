internal import Foundation

/// The machine that a run's times belong to.
public enum Machine {
  /// Processor, cores and system, by name.
  public static var description: [String: String] {
    let process = ProcessInfo.processInfo
    return [
      "processor": processor ?? "unknown",
      "cores": "\(process.activeProcessorCount)",
      "memory_bytes": "\(process.physicalMemory)",
      "system": process.operatingSystemVersionString,
    ]
  }

  private static var processor: String? {
    #if os(Linux)
      let facts = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
      let line = facts?.split(separator: "\n").first { $0.hasPrefix("model name") }
      return line?.split(separator: ":").dropFirst().first.map {
        $0.trimmingCharacters(in: .whitespaces)
      }
    #else
      var count = 0
      guard sysctlbyname("machdep.cpu.brand_string", nil, &count, nil, 0) == 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: count)
      guard sysctlbyname("machdep.cpu.brand_string", &bytes, &count, nil, 0) == 0 else {
        return nil
      }
      return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    #endif
  }
}
