#include "composer/verification/handed_on_types.h"

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "composer/verification/handed_on_paths.h"
#include "composer/verification/value_demands.h"
#include "fragments/model/body_flow.h"
#include "fragments/model/call_arguments.h"

namespace weft {
namespace {

using Place = HandedOnPaths::Place;
/// The declared types that a value passes through, from its reader to its definition.
using DeclaredTypes = std::vector<const TypePattern*>;
constexpr std::size_t most_way_steps = 256;

/// The demand for the traits that a pattern states; its variables demand nothing.
Demand stated_demand(const TypePattern& pattern, DataType data) {
  Demand demand;
  demand.data = data;
  for (const PatternEntry& entry : pattern.entries) {
    if (entry.value) {
      demand.entries.push_back({entry.trait, *entry.value, entry.conditional});
    }
  }
  return demand;
}

/// The node's call if it may call that fragment, else null.
const CallNode* call_of(const GraphNode& node, FragmentId fragment) {
  const auto* call = std::get_if<CallNode>(&node.kind);
  const bool may_call =
      call != nullptr && std::find(call->candidates.begin(), call->candidates.end(), fragment) !=
                             call->candidates.end();
  return may_call ? call : nullptr;
}

class HandedOnTypes {
 public:
  HandedOnTypes(const Library& library, const Plan& plan)
      : library_(library),
        plan_(plan),
        demands_(library.profiles[plan.profile].demands),
        source_(library, library.materials[plan.material], library.profiles[plan.profile]) {}

  std::vector<UndeclaredReading> run() {
    for (const PlanFunction& function : plan_.functions.functions) {
      check_function(function);
    }
    for (std::size_t i = 0; i < plan_.evaluations.size(); ++i) {
      check_operands(EvaluationId(i));
    }
    for (const DemandedOutput& output : plan_.outputs) {
      const bool is_state = output.demand >= demands_.size();  // a state has a type of its own
      const auto written = is_state ? std::nullopt : source_.output(demands_[output.demand].name);
      if (written) {
        check_operand(output.value, output.value, *written);
      }
    }
    return std::move(found_);
  }

 private:
  const Evaluation& evaluation(EvaluationId id) const { return plan_.evaluations[id]; }

  /// Type and trait variables demand nothing.
  bool has_declared_type(EvaluationId value, const TypePattern& pattern) const {
    const DataType data =
        pattern.type_variable ? plan_.types[evaluation(value).type].data() : pattern.data;
    return meets_demand(library_, plan_, value, stated_demand(pattern, data));
  }

  void check_function(const PlanFunction& function) {
    const Evaluation& call = evaluation(function.leaf);
    const auto* leaf = std::get_if<LeafEvaluation>(&call.kind);
    if (leaf == nullptr) {
      return;
    }
    const Fragment& fragment = library_.fragments[leaf->fragment];
    const FragmentPort& port = fragment.ports[function.port];
    if (const Body* body = body_of(library_, *leaf);
        body != nullptr && !calls_port(*body, function.port)) {
      return;  // the body never calls it
    }
    const EvaluationId result = function.results.front();
    const Demand demand = demand_of_pattern(library_, fragment, port.type, leaf->type_arguments);
    if (!meets_demand(library_, plan_, result, demand)) {
      found_.push_back({result, fmt::format("is {}, but '{}' takes {} for '{}'", type_name(result),
                                            library_.text(fragment.name),
                                            library_.type_name(demand), library_.text(port.name))});
    }
    if (port.kind != FragmentPort::Kind::Fn || !call.origin.span) {
      return;
    }
    for (const Place& at : source_.nodes_at(*call.origin.span)) {
      const CallNode* written = call_of(source_.node(at), leaf->fragment);
      if (written == nullptr) {
        continue;
      }
      const std::uint32_t listed = port.adapts ? port.adapts->port : function.port;
      if (const CallArgument* argument = argument_of_port(fragment, *written, listed)) {
        check_ways(function, leaf->fragment, {at.graph, argument->value});
      }
    }
  }

  /// Returns the signatures that a leaf's body forwards a function through, innermost first.
  HandedOnPath inside_leaf(const Fragment& leaf, const FragmentPort& port) const {
    HandedOnPath path;
    if (port.adapts) {
      path.push_back(&leaf.ports[port.adapts->port]);
      for (const FragmentPort& signature : port.through) {
        path.push_back(&signature);
      }
      std::reverse(path.begin(), path.end());
    }
    return path;
  }

  void check_ways(const PlanFunction& function, FragmentId leaf, Place argument) {
    const FragmentPort& port = library_.fragments[leaf].ports[function.port];
    std::vector<HandedOnPath> paths = source_.paths_to(argument);
    const HandedOnPath inside_first = inside_leaf(library_.fragments[leaf], port);
    for (HandedOnPath& path : paths) {
      path.insert(path.begin(), inside_first.begin(), inside_first.end());
    }
    if (paths.front().empty()) {
      return;  // not forwarded
    }
    const Inside body = inside(function);
    std::optional<UndeclaredReading> first;
    for (const HandedOnPath& path : paths) {
      std::optional<UndeclaredReading> wrong;
      for (std::size_t i = 0; i < port.parameters.size() && !wrong; ++i) {
        wrong = check_parameter(function, body, path, static_cast<std::uint32_t>(i));
      }
      if (!wrong && !comes_from(function.results.front(), result_types(path))) {
        wrong = UndeclaredReading{
            function.results.front(),
            fmt::format("does not come from a {}, which '{}' declares",
                        pattern_names(result_types(path)), library_.text(path.front()->name))};
      }
      if (!wrong) {
        return;
      }
      first = first ? first : wrong;
    }
    if (first) {
      found_.push_back(std::move(*first));
    }
  }

  DeclaredTypes result_types(const HandedOnPath& path) const {
    DeclaredTypes types;
    types.reserve(path.size());
    for (const FragmentPort* port : path) {
      types.push_back(&port->type);
    }
    return types;
  }

  /// How many types of a sequence conversions may have passed: each count that is possible.
  using PassedTypes = std::vector<bool>;

  /// Adds what `value` passes, by itself or on a round trip from it.
  void pass(EvaluationId value, const DeclaredTypes& types, PassedTypes& passed) const {
    for (std::size_t i = 0; i < types.size(); ++i) {
      const bool passes = has_declared_type(value, *types[i]) || makes_round_trip(value, *types[i]);
      passed[i + 1] = passed[i + 1] || (passed[i] && passes);
    }
  }

  bool makes_round_trip(EvaluationId value, const TypePattern& through) const {
    const std::span<const StatedType> all = stated_types_of(plan_, value);
    return std::any_of(all.begin(), all.end(), [&](const StatedType& stated) {
      const SemanticType& type = plan_.types[stated.type];
      return stated.is_round_trip &&
             satisfies(type,
                       stated_demand(through, through.type_variable ? type.data() : through.data),
                       library_.lattice);
    });
  }

  static PassedTypes none_of(const DeclaredTypes& types) {
    PassedTypes passed(types.size() + 1, false);
    passed[0] = true;
    return passed;
  }

  /// Whether conversions alone lead from a value of the last type to `value`, passing through the
  /// others in order.
  bool comes_from(EvaluationId value, const DeclaredTypes& types) const {
    PassedTypes passed = none_of(types);
    while (true) {
      pass(value, types, passed);
      const Evaluation& each = evaluation(value);
      if (passed.back() || is_literal(library_, plan_, value)) {
        return true;
      }
      if (!is_conversion(library_, each)) {
        return false;
      }
      value = each.inputs.front();
    }
  }

  /// The part of a function's body that reads its parameters, nested functions included: each value
  /// with its readers there.
  using Inside = std::map<EvaluationId, std::vector<EvaluationId>>;

  Inside inside(const PlanFunction& function) const {
    Inside all;
    std::vector<EvaluationId> open = function.results;
    while (!open.empty()) {
      const EvaluationId id = open.back();
      open.pop_back();
      if (plan_.functions.levels[id.index()].test(function.level) && all.try_emplace(id).second) {
        const EvaluationIds& inputs = evaluation(id).inputs;
        open.insert(open.end(), inputs.begin(), inputs.end());
      }
    }
    for (const auto& entry : all) {
      const EvaluationId reader = entry.first;
      for (const EvaluationId input : evaluation(reader).inputs) {
        const auto read = all.find(input);
        if (read != all.end() && (read->second.empty() || read->second.back() != reader)) {
          read->second.push_back(reader);
        }
      }
    }
    return all;
  }

  std::optional<UndeclaredReading> check_parameter(const PlanFunction& function, const Inside& body,
                                                   const HandedOnPath& path,
                                                   std::uint32_t parameter) const {
    DeclaredTypes types;
    for (const FragmentPort* port : path) {
      types.push_back(&port->parameters[parameter].type);
    }
    struct Reached {
      EvaluationId value;
      PassedTypes passed;
    };
    std::vector<Reached> open;
    for (const auto& entry : body) {
      const EvaluationId id = entry.first;
      const auto* bound = std::get_if<BoundEvaluation>(&evaluation(id).kind);
      if (bound != nullptr && bound->level == function.level && bound->parameter == parameter) {
        open.push_back({id, none_of(types)});
      }
    }
    while (!open.empty()) {
      const EvaluationId value = open.back().value;
      PassedTypes passed = std::move(open.back().passed);
      open.pop_back();
      pass(value, types, passed);
      if (passed.back()) {
        continue;
      }
      const auto wrong = [&](EvaluationId reader) {
        const auto missing = std::find(passed.begin(), passed.end(), false) - passed.begin() - 1;
        const FragmentPort* taker = path[static_cast<std::size_t>(missing)];
        const FragmentPort& declared = taker->parameters[parameter];
        return UndeclaredReading{
            reader, fmt::format("takes %{}, which is {}, for '{}' of '{}', declared as {}",
                                value.index(), type_name(value), library_.text(declared.name),
                                library_.text(taker->name), pattern_names({&declared.type}))};
      };
      if (value == function.results.front()) {
        return wrong(value);
      }
      for (const EvaluationId reader : body.at(value)) {
        if (!is_conversion(library_, evaluation(reader))) {
          return wrong(reader);
        }
        open.push_back({reader, passed});
      }
    }
    return std::nullopt;
  }

  /// Checks the operands of a step that are a lambda's parameter or the result of an applied
  /// function.
  void check_operands(EvaluationId id) {
    const Evaluation& each = evaluation(id);
    if (!each.origin.span) {
      return;
    }
    for (const Place& at : source_.nodes_at(*each.origin.span)) {
      for (const auto& [input, operand] : operands_of(each, source_.node(at))) {
        check_operand(id, each.inputs[input], {at.graph, operand});
      }
    }
  }

  void check_operand(EvaluationId reader, EvaluationId value, Place operand) {
    const std::vector<DeclaredTypes> ways = ways_to(operand);
    const bool fits = std::any_of(ways.begin(), ways.end(), [&](const DeclaredTypes& types) {
      return comes_from(value, types);
    });
    if (!fits) {
      found_.push_back(
          {reader, fmt::format("reads %{}, which is {} and does not come from a {}", value.index(),
                               type_name(value), pattern_names(ways.front()))});
    }
  }

  /// Returns the alternative sequences of types that signatures declare for a node's value, from
  /// the node inwards. One of them applies.
  std::vector<DeclaredTypes> ways_to(Place operand) const {
    struct Step {
      DeclaredTypes types;
      Place at;
    };
    std::vector<DeclaredTypes> ways;
    std::vector<Step> open{{{}, operand}};
    const auto end = [&](DeclaredTypes types, const DeclaredTypes& more) {
      types.insert(types.end(), more.begin(), more.end());
      ways.push_back(std::move(types));
    };
    for (std::size_t steps = 0; !open.empty(); ++steps) {
      if (steps == most_way_steps) {
        return {{}};
      }
      Step step = std::move(open.back());
      open.pop_back();
      const GraphNode& written = source_.node(step.at);
      if (const auto* declared = std::get_if<DeclaredNode>(&written.kind)) {
        step.types.push_back(&declared->type);
        open.push_back({std::move(step.types), {step.at.graph, declared->value}});
      } else if (const auto* apply = std::get_if<ApplyNode>(&written.kind)) {
        for (const HandedOnPath& path : source_.paths_to({step.at.graph, apply->function})) {
          end(step.types, result_types(path));
        }
      } else if (const auto inner = source_.results_of(step.at); !inner.empty()) {
        for (const Place& result : inner) {
          open.push_back({step.types, result});
        }
      } else if (const auto types = source_.declared_types(step.at); !types.empty()) {
        for (const TypePattern* type : types) {
          end(step.types, {type});
        }
      } else {
        end(step.types, {});
      }
    }
    return ways;
  }

  /// Pairs a step's inputs with the source operands that they come from, if the step is an
  /// evaluation of the node.
  std::vector<std::pair<std::size_t, NodeId>> operands_of(const Evaluation& each,
                                                          const GraphNode& written) const {
    std::vector<std::pair<std::size_t, NodeId>> operands;
    if (const auto* leaf = std::get_if<LeafEvaluation>(&each.kind)) {
      const CallNode* call = call_of(written, leaf->fragment);
      const Fragment& fragment = library_.fragments[leaf->fragment];
      for (std::size_t i = 0; call != nullptr && i < call->arguments.size(); ++i) {
        const FragmentPort* port = port_of_argument(fragment, *call, i);
        if (port != nullptr && port->kind == FragmentPort::Kind::Value) {
          operands.emplace_back(port - fragment.ports.data(), call->arguments[i].value);
        }
      }
      return operands;
    }
    const auto* operation = std::get_if<OperationEvaluation>(&each.kind);
    if (operation == nullptr) {
      return operands;
    }
    const Operation op = operation->op;
    if (const auto* member = std::get_if<MemberNode>(&written.kind)) {
      if (op == Operation::Swizzle || op == Operation::Member) {
        operands.emplace_back(0, member->object);
      }
    } else if (const auto* index = std::get_if<IndexNode>(&written.kind)) {
      if (op == Operation::Index) {
        operands.emplace_back(0, index->object);
      }
    } else if (const auto* construct = std::get_if<ConstructNode>(&written.kind)) {
      for (std::size_t i = 0; op == Operation::Construct && i < construct->arguments.size() &&
                              construct->arguments.size() == each.inputs.size();
           ++i) {
        operands.emplace_back(i, construct->arguments[i]);
      }
    } else if (const auto* select = std::get_if<SelectNode>(&written.kind)) {
      if (op == Operation::Select) {
        operands.emplace_back(1, select->if_true);
        operands.emplace_back(2, select->if_false);
      }
    }
    return operands;
  }

  std::string type_name(EvaluationId value) const {
    return library_.type_name(plan_.types[evaluation(value).type]);
  }
  std::string pattern_names(const DeclaredTypes& types) const {
    std::string names;
    for (const TypePattern* type : types) {
      SemanticType named(type->data);
      for (const DemandEntry& entry : stated_demand(*type, type->data).entries) {
        named.set(entry.trait, entry.value, library_.lattice);
      }
      names += (names.empty() ? "" : " from a ") + library_.type_name(named);
    }
    return names;
  }

  const Library& library_;
  const Plan& plan_;
  const std::vector<ProfileDemand>& demands_;
  HandedOnPaths source_;
  std::vector<UndeclaredReading> found_;
};

}  // namespace

std::vector<UndeclaredReading> find_undeclared_readings(const Library& library, const Plan& naive) {
  return HandedOnTypes(library, naive).run();
}

}  // namespace weft
