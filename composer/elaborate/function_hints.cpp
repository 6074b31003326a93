#include "composer/elaborate/function_hints.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace weft {
namespace {

/// Longer text does not serve as an example.
constexpr std::size_t longest_example = 80;

bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.';
}

/// Whether the text is a plain name: `p`, `surface.position`.
bool is_path(std::string_view text) {
  return !text.empty() && (text.front() < '0' || text.front() > '9') && text.front() != '.' &&
         std::all_of(text.begin(), text.end(), is_name_char);
}

std::vector<std::string> parameter_names(const Library& library, const FragmentPort& port) {
  std::vector<std::string> names;
  for (const FragmentPort& parameter : port.parameters) {
    names.emplace_back(library.text(parameter.name));
  }
  return names;
}

/// Returns the call with its first named arguments replaced by the parameters. Empty if there are
/// too few such arguments, or if the text is too long for an example.
std::string call_of(const Library& library, const CallNode& call,
                    const std::vector<std::string>& parameters) {
  std::size_t replaced = 0;
  std::vector<std::string> arguments;
  for (const CallArgument& argument : call.arguments) {
    const std::string_view text = library.sources[argument.span.file].text(argument.span);
    const bool is_replaced = replaced < parameters.size() && is_path(text);
    arguments.push_back(
        (argument.name ? std::string(library.text(*argument.name)) + ": " : std::string()) +
        (is_replaced ? parameters[replaced] : std::string(text)));
    replaced += is_replaced ? 1 : 0;
  }
  std::string text = fmt::format("{}({})", library.text(call.callee), fmt::join(arguments, ", "));
  const bool is_example = !call.is_operator && replaced == parameters.size() &&
                          text.size() <= longest_example && text.find('\n') == std::string::npos;
  return is_example ? text : std::string();
}

}  // namespace

std::string lambda_hint(const Library& library, const Graph& graph, const GraphNode& node,
                        const FragmentPort& port) {
  const std::vector<std::string> parameters = parameter_names(library, port);
  const auto* member = std::get_if<MemberNode>(&node.kind);
  const GraphNode& whole = member != nullptr ? graph.nodes[member->object] : node;
  std::string body;
  if (const auto* call = std::get_if<CallNode>(&whole.kind)) {
    body = call_of(library, *call, parameters);
  }
  if (body.empty()) {
    return fmt::format(
        "write the name of a fragment, a call that leaves the parameters out, or ({0}) => an "
        "expression of {0}",
        fmt::join(parameters, ", "));
  }
  if (member != nullptr) {
    body += fmt::format(".{}", library.text(member->member));
  }
  return fmt::format("write the function: ({}) => {}", fmt::join(parameters, ", "), body);
}

std::string expression_hint(const Library& library, const Graph& graph, const LambdaNode& lambda,
                            const FragmentPort& port) {
  std::vector<std::string> parameters;
  for (const NodeId parameter : lambda.parameters) {
    parameters.emplace_back(library.text(std::get<BoundNode>(graph.nodes[parameter].kind).name));
  }
  std::string text = fmt::format("remove '({}) =>'", fmt::join(parameters, ", "));
  for (std::size_t i = 0; i < parameters.size() && i < port.injected.size(); ++i) {
    text += fmt::format("{} '{}' where '{}' stands", i == 0 ? " and read" : ",",
                        library.text(library.features[port.injected[i]].path), parameters[i]);
  }
  return text;
}

bool leaves_too_few_open(const Library& library, const CallNode& call, std::size_t wanted) {
  return !call.candidates.empty() &&
         std::all_of(call.candidates.begin(), call.candidates.end(), [&](FragmentId candidate) {
           return library.fragments[candidate].listed_port_count() < call.arguments.size() + wanted;
         });
}

}  // namespace weft
