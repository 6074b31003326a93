#include "composer/typing/make_graph_template.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "composer/elaborate/graph_ports.h"
#include "composer/evaluations/build_plan.h"
#include "composer/evaluations/fold_constants.h"
#include "composer/typing/argument_ranges.h"
#include "composer/typing/function_conditions.h"
#include "composer/typing/open_types.h"
#include "composer/typing/reached_calls.h"
#include "composer/typing/type_inference.h"

namespace weft {
namespace {

/// The name of a port's value begins and ends with a character that no name has.
constexpr char mark = '\x01';
/// The place of a port's value is in a file that does not exist; it begins at the port.
constexpr FileId no_file = FileId(std::numeric_limits<std::uint32_t>::max());

Origin origin_of_port(std::uint32_t port) {
  return {mark + std::to_string(port) + mark, Span{no_file, port, port}};
}

std::optional<std::uint32_t> port_of_place(const std::optional<Span>& place) {
  return place && place->file == no_file ? std::optional(place->begin) : std::nullopt;
}

/// Takes what comes from a port's value out of an origin.
FromPort take_from_port(Origin& origin) {
  FromPort from{std::nullopt, port_of_place(origin.span)};
  if (from.place) {
    origin.span.reset();
  }
  if (!origin.name.empty() && origin.name.front() == mark) {
    const std::size_t end = origin.name.find(mark, 1);
    from.name = static_cast<std::uint32_t>(std::stoul(origin.name.substr(1, end - 1)));
    origin.name.erase(0, end + 1);
  }
  return from;
}

/// Whether elaboration looked into arguments whose values are not known: at their signs, or at
/// conditions made from them.
bool decides_by_ports(const Elaborator& elaborator, const TypedCalls& calls,
                      const PortValues& ports) {
  std::vector<CallId> deciding = elaborator.calls().deciding();
  const std::vector<CallId>& signs = elaborator.calls().deciding_signs();
  deciding.insert(deciding.end(), signs.begin(), signs.end());
  if (deciding.empty()) {
    return false;
  }
  const std::vector<bool> is_below = reached_calls(elaborator, calls, deciding, true);
  return std::any_of(ports.begin(), ports.end(), [&](const std::optional<CallId>& port) {
    return port && is_below[port->index()] &&
           !std::get<GivenCall>(elaborator.calls()[*port].kind).value;
  });
}

/// Per port: whether a conversion to its type was expanded besides the values that are given.
std::vector<bool> find_declared_again(const CallStore& calls, FragmentId graph,
                                      const PortValues& values) {
  std::vector<bool> found(values.size(), false);
  for (const Call& call : calls) {
    const auto* declare = std::get_if<DeclareCall>(&call.kind);
    if (declare != nullptr && declare->port && declare->graph == graph &&
        values[*declare->port] == call.inputs.front()) {
      found[*declare->port] = true;
    }
  }
  return found;
}

/// Moves the evaluations that the result and what else is kept need.
void take_evaluations(const Library& library, TypedGraph graph, const TypedValue& value,
                      const ValueStore& values, GraphTemplate& made) {
  std::vector<EvaluationId> written;
  for (std::size_t i = 0; i < graph.evaluations.size(); ++i) {
    if (values.is_written(EvaluationId(i))) {
      written.emplace_back(i);
    }
  }
  std::vector<EvaluationId> roots{value.evaluation};
  for (const RangedArgument& argument : made.ranged) {
    roots.push_back(argument.value);
  }
  roots.insert(roots.end(), graph.deciding.begin(), graph.deciding.end());
  NeededEvaluations needed = keep_needed(std::move(graph.evaluations), roots);
  made.evaluations = std::move(needed.evaluations);
  made.types = std::move(graph.types);
  made.result = needed.ids[value.evaluation];
  made.type = value.type;
  for (RangedArgument& argument : made.ranged) {
    argument.value = needed.ids[argument.value];
  }
  needed.ids.redirect(graph.deciding);
  made.deciding = std::move(graph.deciding);
  needed.ids.append_redirected(graph.stated_types, made.stated_types);
  for (const EvaluationId id : written) {
    if (needed.ids.contains(id)) {
      made.written.push_back(needed.ids[id]);
    }
  }
  for (ConvertedLink& link : graph.links) {
    if (needed.ids.contains(link.from) && needed.ids.contains(link.to)) {
      link.from = needed.ids[link.from];
      link.to = needed.ids[link.to];
      made.links_at.push_back(port_of_place(link.span));
      made.links.push_back(std::move(link));
    }
  }
  for (Evaluation& evaluation : made.evaluations) {
    made.origins.push_back(take_from_port(evaluation.origin));
    const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
    if (leaf == nullptr || evaluation.inputs.empty() ||
        !library.fragments[leaf->fragment].is_conversion()) {
      continue;
    }
    const auto* port =
        std::get_if<BoundEvaluation>(&made.evaluations[evaluation.inputs.front()].kind);
    if (port != nullptr && port->level == level_of_given) {
      made.first_steps.emplace_back(port->parameter, leaf->fragment);
    }
  }
}

}  // namespace

GraphTemplate make_graph_template(const TypingContext& in, FragmentId graph, std::uint32_t result,
                                  Stage stage, const GivenPorts& given) {
  const Composition& outer = in.composition;
  const Composition composition{outer.library, outer.material, outer.profile, outer.static_values};
  OpenTypes open_types;
  TypedConditions conditions(composition, open_types, in.shared);
  Elaborator elaborator(composition, &conditions, &in.shared.facts->reads);
  PortValues ports(given.size());
  const InstanceId instance = elaborator.answer([&](const Expansion& state) {
    for (std::uint32_t i = 0; i < given.size(); ++i) {
      if (given[i]) {
        ports[i] = state.calls.add(*given[i], {}, stage, origin_of_port(i));
      }
    }
    return instance_with_ports(state, graph, stage, ports);
  });
  const CallId root = elaborator.result_of(instance, result);
  TypeInference inference(composition, elaborator, in.shared, open_types);
  const TypedValue value = inference.value(root);
  const TypedCalls& calls = inference.context().calls;
  const bool is_plain = !value.is_error && !value.function && value.several == nullptr &&
                        !value.is_literal && !value.is_color &&
                        value.made_in.value_or(no_environment) == no_environment;
  GraphTemplate made;
  if (!is_plain || decide_open_types(inference.context(), {}, open_types) ||
      !inference.reports().empty() || calls.links_with_choices() != 0 ||
      decides_by_ports(elaborator, calls, ports)) {
    return made;
  }
  TypedGraph typed = inference.take_graph();
  if (!typed.stitches.empty()) {
    return made;
  }
  made.ranged = find_ranged_arguments(inference.context(), typed, {root});
  follow_arguments(typed, made.ranged);
  if (!fold_apart(in.library(), typed, in.shared.facts->reductions, value.evaluation)) {
    return made;
  }
  take_followed_arguments(typed, made.ranged);
  made.is_usable = true;
  made.is_made_here = value.made_in.has_value();
  made.is_declared_again = find_declared_again(elaborator.calls(), graph, ports);
  const std::vector<bool> is_reached = reached_calls(elaborator, calls, {root}, false);
  for (const std::optional<CallId>& port : ports) {
    made.is_read.push_back(port && is_reached[port->index()]);
  }
  take_evaluations(in.library(), std::move(typed), value, inference.context().values, made);
  return made;
}

}  // namespace weft
