public import Fingerprinting
internal import Processes

/// `plots/`: the report's plots as SVG, drawn by gnuplot, each beside its script.
///
/// A plot whose script has not changed is not drawn again, so that reports without gnuplot can
/// still show what was drawn elsewhere.
public struct PlotsFormat: ReportFormat {
  /// `plots`.
  public let name = "plots"
  /// What is written.
  public let summary = "plots/: recall, alignment, false alarms and costs as SVG, by gnuplot"
  private let program: String

  /// Makes the format.
  ///
  /// - Parameter program: gnuplot's name on PATH, or its path.
  public init(program: String = "gnuplot") { self.program = program }

  /// Every plot of a report, in the order of its sections.
  ///
  /// - Parameter report: the report.
  /// - Returns: scripts and titles; names are unique.
  public static func plots(of report: Report) -> [Plot] {
    DegradationPlot(report: report).plots + OffsetErrorPlot(report: report).plots
      + TradeOffPlot(report: report).plots + PrecisionRecallPlot(report: report).plots
      + ParetoPlot(report: report).plots + ReliabilityPlot(report: report).plots
      + LatencyPlot(report: report).plots
  }

  /// The names of the plots in a folder that are of this report and not of another.
  ///
  /// - Parameters:
  ///   - report: the report.
  ///   - folder: the report's folder.
  /// - Returns: names of plots whose image lies beside the very script that draws it.
  public static func drawn(of report: Report, in folder: FilePath) -> Set<String> {
    let folder = folder.appending("plots")
    return Set(plots(of: report).filter { isDrawn($0, in: folder) }.map(\.name))
  }

  private static func isDrawn(_ plot: Plot, in folder: FilePath) -> Bool {
    textOfFile(folder.appending(plot.name + ".gnuplot")) == plot.script
      && textOfFile(folder.appending(plot.name + ".svg"))?.contains("</svg>") == true
  }

  /// Draws the plots that are not drawn yet.
  public func write(_ report: Report, to folder: FilePath) throws -> [String] {
    let folder = folder.appending("plots")
    try makeFolder(folder)
    var complaints: [String] = []
    for plot in Self.plots(of: report) where !Self.isDrawn(plot, in: folder) {
      do {
        try Gnuplot(program: program).draw(plot.script, as: plot.name, in: folder)
      } catch ProgramError.notFound {
        return complaints + [
          "plots were not drawn, because \(Gnuplot(program: program).absence) and make the report "
            + "again"
        ]
      } catch let error as ReportError {
        throw error
      } catch {
        complaints.append("\(plot.name): \(error)")
      }
    }
    return complaints
  }
}
