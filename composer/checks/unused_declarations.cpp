#include "composer/checks/unused_declarations.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "fragments/model/read_nodes.h"
#include "support/spelling.h"

namespace weft {
namespace {

/// The nodes that the outputs and the states of simulations read.
std::vector<bool> nodes_read_by(const Material& material) {
  std::vector<NodeId> roots;
  roots.reserve(material.graph.outputs.size() + material.states.size());
  for (const GraphOutput& output : material.graph.outputs) {
    roots.push_back(output.node);
  }
  for (const MaterialState& state : material.states) {
    roots.push_back(state.step);
  }
  return find_read_nodes(material.graph, roots);
}

Diagnostic warning_at(Code code, Span span, std::string message, std::string hint) {
  Diagnostic diagnostic = error_at(code, span, std::move(message), std::move(hint));
  diagnostic.severity = Severity::Warning;
  return diagnostic;
}

/// Returns the demanded names that the material lacks: candidates for a misspelled output.
std::vector<std::string_view> names_not_given(const Library& library, const Material& material,
                                              const std::vector<std::string_view>& demanded) {
  std::vector<std::string_view> given;
  for (const GraphOutput& output : material.graph.outputs) {
    given.push_back(library.text(output.name));
  }
  std::sort(given.begin(), given.end());
  std::vector<std::string_view> names;
  std::set_difference(demanded.begin(), demanded.end(), given.begin(), given.end(),
                      std::back_inserter(names));
  return names;
}

std::string listed(const std::vector<std::string_view>& names) {
  constexpr std::size_t most_listed = 8;
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < most_listed; ++i) {
    text += fmt::format("{}'{}'", text.empty() ? "" : ", ", names[i]);
  }
  return text + (names.size() > most_listed ? ", …" : "");
}

void find_unmet_outputs(const Library& library, const Material& material,
                        const std::vector<std::string_view>& demanded, Diagnostics& diagnostics) {
  const std::vector<std::string_view> not_given = names_not_given(library, material, demanded);
  SpellingBudget spelling;
  for (const GraphOutput& output : material.graph.outputs) {
    const std::string_view name = library.text(output.name);
    if (std::binary_search(demanded.begin(), demanded.end(), name)) {
      continue;
    }
    std::string hint = spelling.hint(name, [&not_given] { return not_given; });
    append(diagnostics,
           warning_at(Code::UnmetOutput, output.span,
                      fmt::format("no visible profile demands output '{}' of material '{}'", name,
                                  library.text(material.name)),
                      hint.empty() ? fmt::format("the demanded outputs are {}", listed(demanded))
                                   : std::move(hint)));
  }
}

void find_unused_parameters(const Library& library, const Material& material,
                            Diagnostics& diagnostics) {
  const Graph& graph = material.graph;
  const std::vector<bool> is_read = nodes_read_by(material);
  std::vector<bool> is_used(material.parameters.size(), false);
  std::vector<std::optional<Span>> first_read(material.parameters.size());
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const GraphNode& node = graph.nodes[NodeId(i)];
    if (const auto* read = std::get_if<ParameterNode>(&node.kind)) {
      std::optional<Span>& first = first_read[read->parameter];
      first = first && first->begin < node.span.begin ? first : node.span;
      is_used[read->parameter] = is_used[read->parameter] || is_read[i];
    }
  }
  for (std::size_t i = 0; i < material.parameters.size(); ++i) {
    if (is_used[i]) {
      continue;
    }
    const MaterialParameter& parameter = material.parameters[i];
    Diagnostic diagnostic =
        warning_at(Code::UnusedParameter, parameter.span,
                   fmt::format("no output of material '{}' reads parameter '{}'",
                               library.text(material.name), library.text(parameter.name)),
                   "use it in an output, or remove it");
    if (first_read[i]) {
      diagnostic.notes.push_back(
          {"the value computed from it here reaches no output", first_read[i]});
    }
    append(diagnostics, std::move(diagnostic));
  }
}

}  // namespace

std::vector<std::string_view> demanded_names(const Library& library) {
  std::vector<std::string_view> names;
  for (const Profile& profile : library.profiles) {
    for (const ProfileDemand& demand : profile.demands) {
      names.push_back(library.text(demand.name));
    }
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

Diagnostics find_unused(const Library& library, MaterialId id,
                        const std::vector<std::string_view>& demanded) {
  const Material& material = library.materials[id];
  Diagnostics diagnostics;
  if (!demanded.empty()) {
    find_unmet_outputs(library, material, demanded, diagnostics);
  }
  find_unused_parameters(library, material, diagnostics);
  return diagnostics;
}

}  // namespace weft
