#include "composer/typing/argument_ranges.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "composer/typing/reached_calls.h"
#include "fragments/model/bind_arguments.h"
#include "fragments/model/lookups.h"
#include "fragments/model/metadata_range.h"

namespace weft {
namespace {

class ArgumentFinder {
 public:
  ArgumentFinder(const TypingContext& in, const TypedGraph& graph)
      : in_(in), graph_(graph), library_(in.library()) {}

  void look_at(const RangedPort& port) {
    if (const TypedValue* value = value_of(port.declared)) {
      found_.push_back({value->evaluation, port.graph, port.port, port.argument});
    }
  }

  void look_at(CallId id) {
    if (const TypedCall* typed = in_.calls.find(id)) {
      const std::vector<RangedArgument>& of_graph = typed->findings().ranged;
      found_.insert(found_.end(), of_graph.begin(), of_graph.end());
    }
    const auto* invoke = std::get_if<InvokeCall>(&in_.call(id).kind);
    const TypedValue* value = invoke != nullptr ? value_of(id) : nullptr;
    if (value != nullptr) {
      look_at_leaf(*invoke, value->evaluation);
    }
  }

  std::vector<RangedArgument> take() { return std::move(found_); }

 private:
  /// Null unless the call is typed and has a value.
  const TypedValue* value_of(CallId id) const {
    const TypedValue* value = in_.calls.find_value(id);
    return value == nullptr || value->is_error || value->function ? nullptr : value;
  }

  /// The evaluation of a call of a leaf has the converted arguments as inputs, in port order.
  void look_at_leaf(const InvokeCall& invoke, EvaluationId called) {
    const Evaluation& evaluation = graph_.evaluations[called];
    const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
    const auto& candidates = invoke.node->candidates;
    if (leaf == nullptr ||
        std::find(candidates.begin(), candidates.end(), leaf->fragment) == candidates.end()) {
      return;
    }
    const std::vector<FragmentPort>& ports = library_.fragments[leaf->fragment].ports;
    const bool has_ranges =
        std::any_of(ports.begin(), ports.end(),
                    [this](const FragmentPort& port) { return states_range(library_, port.meta); });
    if (!has_ranges) {
      return;
    }
    const BoundArguments bound = bind_arguments(ports, invoke.node->arguments);
    for (std::uint32_t port = 0; port < ports.size(); ++port) {
      if (bound.is_given(port) && states_range(library_, ports[port].meta)) {
        found_.push_back({evaluation.inputs[port], leaf->fragment, port,
                          invoke.node->arguments[*bound.argument_of_port[port]].span});
      }
    }
  }

  const TypingContext& in_;
  const TypedGraph& graph_;
  const Library& library_;
  std::vector<RangedArgument> found_;
};

/// The first component that breaks the bound.
std::size_t broken_component(const Library& library, const MetaValue& bound,
                             const Constant& value) {
  const bool is_least = library.text(bound.name) == "min";
  std::size_t at = 0;
  while (at + 1 < value.bits.size() &&
         (is_least ? component_of(value, at) >= bound_of(bound, at)
                   : component_of(value, at) <= bound_of(bound, at))) {
    ++at;
  }
  return at;
}

/// A number with as many digits as a float has.
std::string number_text(double number) { return fmt::format("{}", static_cast<float>(number)); }

/// `0 to 1`, `at least 0`, `at most 90`; for names `plain (0), striped (1)`.
std::string range_text(const Library& library, const MetaData& meta, std::size_t component) {
  if (const auto* choices = enum_choices(library, meta)) {
    return choices_text(library, *choices);
  }
  const MetaValue* least = find_metadata(library, meta, "min");
  const MetaValue* most = find_metadata(library, meta, "max");
  if (most == nullptr) {
    return "at least " + number_text(bound_of(*least, component));
  }
  const std::string top = number_text(bound_of(*most, component));
  return least == nullptr ? "at most " + top
                          : number_text(bound_of(*least, component)) + " to " + top;
}

Diagnostic warning_of(const Library& library, const RangedArgument& argument, const Constant& value,
                      const MetaValue& bound) {
  const Fragment& fragment = library.fragments[argument.fragment];
  const FragmentPort& port = fragment.ports[argument.port];
  const std::size_t at = broken_component(library, bound, value);
  const bool is_name = std::holds_alternative<std::vector<EnumChoice>>(bound.value);
  const std::string_view part = value.bits.size() > 1 ? "a component of " : "";
  Diagnostic diagnostic =
      error_at(Code::ArgumentOutOfRange, argument.span,
               fmt::format("{}{} is {}, but {} takes {}", part, library.text(port.name),
                           number_text(component_of(value, at)), library.text(fragment.name),
                           range_text(library, port.meta, at)),
               is_name ? std::string()
                       : fmt::format("the nearest number that it takes is {}",
                                     number_text(bound_of(bound, at))));
  diagnostic.severity = Severity::Warning;
  diagnostic.node = library.text(fragment.name);
  diagnostic.port = library.text(port.name);
  diagnostic.notes.push_back(
      {fmt::format("'{}' is stated here", library.text(bound.name)), bound.span});
  return diagnostic;
}

}  // namespace

std::vector<RangedArgument> find_ranged_arguments(const TypingContext& in, const TypedGraph& graph,
                                                  const std::vector<CallId>& roots) {
  if (!in.library().has_port_ranges) {
    return {};
  }
  ArgumentFinder finder(in, graph);
  const std::vector<bool> is_needed = reached_calls(in.elaborator, in.calls, roots, false);
  for (const RangedPort& port : in.elaborator.calls().ranged()) {
    if (is_needed[port.declared.index()]) {
      finder.look_at(port);
    }
  }
  for (std::size_t i = 0; i < is_needed.size(); ++i) {
    if (is_needed[i]) {
      finder.look_at(CallId(i));
    }
  }
  return finder.take();
}

void follow_arguments(TypedGraph& graph, const std::vector<RangedArgument>& arguments) {
  for (const RangedArgument& argument : arguments) {
    graph.outputs.emplace_back(0, argument.value);
  }
}

void take_followed_arguments(TypedGraph& graph, std::vector<RangedArgument>& arguments) {
  const std::size_t first = graph.outputs.size() - arguments.size();
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    arguments[i].value = graph.outputs[first + i].second;
  }
  graph.outputs.erase(graph.outputs.begin() + static_cast<std::ptrdiff_t>(first),
                      graph.outputs.end());
}

Diagnostics check_followed_arguments(const Library& library, TypedGraph& graph,
                                     const std::vector<RangedArgument>& arguments) {
  std::vector<RangedArgument> followed = arguments;
  take_followed_arguments(graph, followed);
  Diagnostics warnings;
  for (const RangedArgument& argument : followed) {
    const Evaluation& evaluation = graph.evaluations[argument.value];
    const auto* constant = std::get_if<ConstantEvaluation>(&evaluation.kind);
    if (constant == nullptr || !constant->value.type.is_scalar_or_vector()) {
      continue;
    }
    const FragmentPort& port = library.fragments[argument.fragment].ports[argument.port];
    if (const MetaValue* bound = find_broken_bound(library, port.meta, constant->value)) {
      append(warnings, warning_of(library, argument, constant->value, *bound));
    }
  }
  normalize(warnings);
  return warnings;
}

}  // namespace weft
