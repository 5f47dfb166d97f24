internal import Builtins
internal import CommandLineOptions
internal import Corpora
internal import Fingerprinting
internal import Foundation
internal import Reporting
internal import Scoring
internal import Tabular

extension Command {
  /// `soundmark components`: the four lists.
  static let components = Command(
    "components", "Lists strategies, augmentations, environments, metrics and report formats.",
    group: "experiments", arguments: ComponentsArguments(),
    options: [
      .flag(
        "markdown", \.markdown, "Prints the lists as a Markdown table, as the README shows them."),
      .flag("json", \.json, "Prints the lists with all standard settings as JSON.")
        .excluding("markdown"),
    ]
  ) { arguments in
    let components = Component.all
    if arguments.json {
      try Terminal.print(json: components)
    } else if arguments.markdown {
      Terminal.print(Component.markdownTable)
    } else {
      var lines: [String] = []
      let width = components.map(\.name.count).max() ?? 0
      for (place, component) in components.enumerated() {
        if place == 0 || components[place - 1].kind != component.kind {
          lines.append((place == 0 ? "" : "\n") + component.kind)
        }
        let name = component.name.padding(toLength: width, withPad: " ", startingAt: 0)
        lines.append("  \(name)  \(component.summary)")
      }
      Terminal.print(lines.joined(separator: "\n"))
    }
    return .done
  }
}

/// What `soundmark components` is told.
struct ComponentsArguments {
  var markdown = false
  var json = false
}

/// One line of the lists.
struct Component: Encodable {
  var kind: String
  var name: String
  var summary: String
  var settings: JSONValue?

  /// All lists in order.
  static var all: [Component] {
    let strategies = Builtins.strategies.map {
      Component(
        kind: "strategy", name: $0.name, summary: $0.summary, settings: $0.standardConfiguration)
    }
    let augmentations = Builtins.augmentations.map {
      Component(
        kind: "augmentation", name: $0.name, summary: $0.summary,
        settings: try? JSONDecoder().decode(
          JSONValue.self, from: Data($0.standardConfiguration.utf8)))
    }
    let environments = Builtins.environments.map { environment in
      Component(
        kind: "environment", name: environment.name, summary: environment.summary,
        settings: .array(environment.steps.map { .object([$0.name: $0.configuration]) }))
    }
    let metrics = Builtins.metrics.map {
      Component(kind: "metric", name: $0.name, summary: $0.summary)
    }
    let formats = Builtins.reportFormats.map {
      Component(kind: "report format", name: $0.name, summary: $0.summary)
    }
    return strategies + augmentations + environments + metrics + formats
  }

  /// The lists as a table in Markdown.
  static var markdownTable: String {
    Markdown.table(
      header: ["kind", "name", "what it is"],
      rows: all.map { [$0.kind, $0.name, $0.summary] })
  }
}
