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
  explicit ArgumentFinder(const TypingContext& in) : in_(in), library_(in.library()) {}

  void look_at(CallId id) {
    const TypedValue* value = in_.calls.find_value(id);
    if (value == nullptr || value->is_error || value->function) {
      return;
    }
    const Call& call = in_.call(id);
    if (const auto* declare = std::get_if<DeclareCall>(&call.kind)) {
      if (declare->graph && declare->port && call.origin.span) {
        add(value->evaluation, *declare->graph, *declare->port, *call.origin.span);
      }
    } else if (const auto* invoke = std::get_if<InvokeCall>(&call.kind)) {
      look_at_leaf(*invoke, value->evaluation);
    }
  }

  std::vector<RangedArgument> take() { return std::move(found_); }

 private:
  /// The evaluation of a call of a leaf has the converted arguments as inputs, in port order.
  void look_at_leaf(const InvokeCall& invoke, EvaluationId called) {
    const Evaluation& evaluation = in_.graph().evaluations[called];
    const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
    const auto& candidates = invoke.node->candidates;
    if (leaf == nullptr ||
        std::find(candidates.begin(), candidates.end(), leaf->fragment) == candidates.end()) {
      return;
    }
    const std::vector<FragmentPort>& ports = library_.fragments[leaf->fragment].ports;
    if (std::none_of(ports.begin(), ports.end(), [this](const FragmentPort& port) {
          return states_range(library_, port.meta);
        })) {
      return;
    }
    const BoundArguments bound = bind_arguments(ports, invoke.node->arguments);
    for (std::uint32_t port = 0; port < ports.size(); ++port) {
      if (bound.is_given(port)) {
        add(evaluation.inputs[port], leaf->fragment, port,
            invoke.node->arguments[*bound.argument_of_port[port]].span);
      }
    }
  }

  void add(EvaluationId value, FragmentId fragment, std::uint32_t port, Span span) {
    if (states_range(library_, library_.fragments[fragment].ports[port].meta)) {
      found_.push_back({value, fragment, port, span});
    }
  }

  const TypingContext& in_;
  const Library& library_;
  std::vector<RangedArgument> found_;
};

/// The first component that breaks the bound.
std::size_t broken_component(const Library& library, const MetaValue& bound,
                             const Constant& value) {
  const bool is_least = library.text(bound.name) == "min";
  std::size_t at = 0;
  while (at + 1 < value.bits.size() && (is_least ? component_of(value, at) >= bound_of(bound, at)
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

Diagnostic warning_of(const Library& library, const RangedArgument& argument,
                      const Constant& value, const MetaValue& bound) {
  const Fragment& fragment = library.fragments[argument.fragment];
  const FragmentPort& port = fragment.ports[argument.port];
  const std::size_t at = broken_component(library, bound, value);
  const bool is_name = std::holds_alternative<std::vector<EnumChoice>>(bound.value);
  const std::string_view part = value.bits.size() > 1 ? "a component of " : "";
  Diagnostic diagnostic = error_at(
      Code::ArgumentOutOfRange, argument.span,
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

std::vector<RangedArgument> find_ranged_arguments(const TypingContext& in,
                                                  const std::vector<CallId>& roots) {
  if (!in.library().has_port_ranges) {
    return {};
  }
  ArgumentFinder finder(in);
  const std::vector<bool> is_needed = reached_calls(in.elaborator, in.calls, roots, false);
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

Diagnostics check_followed_arguments(const Library& library, TypedGraph& graph,
                                     const std::vector<RangedArgument>& arguments) {
  const std::size_t first = graph.outputs.size() - arguments.size();
  Diagnostics warnings;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Evaluation& evaluation = graph.evaluations[graph.outputs[first + i].second];
    const auto* constant = std::get_if<ConstantEvaluation>(&evaluation.kind);
    if (constant == nullptr || !constant->value.type.is_scalar_or_vector()) {
      continue;
    }
    const FragmentPort& port = library.fragments[arguments[i].fragment].ports[arguments[i].port];
    if (const MetaValue* bound = find_broken_bound(library, port.meta, constant->value)) {
      append(warnings, warning_of(library, arguments[i], constant->value, *bound));
    }
  }
  graph.outputs.erase(graph.outputs.begin() + static_cast<std::ptrdiff_t>(first), graph.outputs.end());
  normalize(warnings);
  return warnings;
}

}  // namespace weft
