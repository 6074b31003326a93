#include "composer/typing/type_graph_result.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "composer/elaborate/graph_ports.h"
#include "composer/typing/apply_links.h"
#include "composer/typing/make_graph_template.h"
#include "composer/typing/resolve_overload.h"

namespace weft {
namespace {

/// The typed values of a graph's ports; null: the port has its default.
using TypedPorts = std::vector<const TypedValue*>;

/// What a template may know of an argument. Nothing if more matters.
std::optional<GivenCall> given_by(const TypingContext& in, std::uint32_t port,
                                  const TypedValue& value) {
  if (value.is_error || value.function || value.several != nullptr || value.is_literal ||
      value.is_color || value.made_in.value_or(no_environment) != no_environment) {
    return std::nullopt;
  }
  GivenCall given{port, in.type_of(value), in.values.rate_of(value), value.made_in.has_value()};
  const Evaluation& evaluation = in.graph().evaluations[value.evaluation];
  const auto* constant = std::get_if<ConstantEvaluation>(&evaluation.kind);
  // Whole numbers and bools may be indices and conditions. No type depends on other constants.
  if (constant != nullptr && given.type.data().scalar_kind() != Scalar::Float) {
    if (!constant->live.empty()) {
      return std::nullopt;
    }
    given.value = constant->value;
  }
  return given;
}

/// The given ports of a call; nothing if some argument takes more than a template knows.
std::optional<GivenPorts> given_ports(const TypingContext& in, const TypedPorts& ports) {
  GivenPorts given(ports.size());
  for (std::uint32_t i = 0; i < ports.size(); ++i) {
    if (ports[i] != nullptr) {
      given[i] = given_by(in, i, *ports[i]);
      if (!given[i]) {
        return std::nullopt;
      }
    }
  }
  return given;
}

/// What the template depends on, by contents. Nothing for a profile that only this composition has.
std::optional<AnswerQuestion> question_of(const TypingContext& in, FragmentId graph,
                                          std::uint32_t result, Stage stage,
                                          const GivenPorts& given) {
  const std::optional<std::uint32_t> profile = number_of_profile(in.composition);
  if (!profile) {
    return std::nullopt;
  }
  AnswerQuestion question{{*profile, graph.index(), result, static_cast<std::uint32_t>(stage)},
                          {},
                          in.links.available(CallContext(stage))};
  for (const std::optional<GivenCall>& port : given) {
    if (!port) {
      question.words.push_back(0);
      continue;
    }
    question.words.push_back(static_cast<std::uint32_t>(port->rate) << 3 | (port->value ? 4U : 0U) |
                             (port->is_made_here ? 2U : 0U) | 1U);
    if (port->value) {
      question.words.insert(question.words.end(), port->value->bits.begin(),
                            port->value->bits.end());
    }
    question.types.push_back(port->type);
  }
  return question;
}

std::shared_ptr<const GraphTemplate> template_of(const TypingContext& in, FragmentId graph,
                                                 std::uint32_t result, Stage stage,
                                                 const TypedPorts& ports) {
  const std::optional<GivenPorts> given = given_ports(in, ports);
  auto question = given ? question_of(in, graph, result, stage, *given) : std::nullopt;
  if (!question) {
    return nullptr;
  }
  if (auto known = in.shared.graphs.find(*question)) {
    return known;
  }
  GraphTemplate made = make_graph_template(in, graph, result, stage, *given);
  return in.shared.graphs.add(*std::move(question), std::move(made));
}

/// Whether typing the graph in its place would find no more about these arguments.
bool suits(const TypingContext& in, const GraphTemplate& made, const GraphInstance& instance,
           const TypedPorts& ports) {
  for (std::size_t i = 0; i < ports.size(); ++i) {
    if (ports[i] == nullptr) {
      continue;
    }
    const TypedValue* passed = in.calls.find_value(instance.ports[i]);
    const bool is_converted = passed == nullptr || passed->evaluation != ports[i]->evaluation ||
                              passed->type != ports[i]->type;
    if (made.is_declared_again[i] && is_converted) {
      return false;
    }
  }
  return std::none_of(made.first_steps.begin(), made.first_steps.end(), [&](const auto& first) {
    const Evaluation& value = in.graph().evaluations[ports[first.first]->evaluation];
    const auto* leaf = std::get_if<LeafEvaluation>(&value.kind);
    return leaf != nullptr &&
           undoes(in.library().fragments[first.second], in.library().fragments[leaf->fragment]);
  });
}

/// Copies the evaluations of a template for one call.
class TemplateCopy {
 public:
  TemplateCopy(const TypingContext& in, const GraphTemplate& made, const TypedPorts& ports)
      : in_(in), made_(made), ports_(ports), types_(made.types.size()) {}

  void run() {
    ids_.reserve(made_.evaluations.size());
    for (std::size_t i = 0; i < made_.evaluations.size(); ++i) {
      ids_.push_back(copied(EvaluationId(i)));
    }
    for (const StatedType& stated : made_.stated_types) {
      in_.values.note_stated(
          StatedType{(*this)[stated.value], type(stated.type), stated.is_round_trip});
    }
    for (const EvaluationId id : made_.written) {
      in_.values.note_written((*this)[id]);
    }
    for (const EvaluationId id : made_.deciding) {
      in_.values.note_deciding((*this)[id]);
    }
  }

  EvaluationId operator[](EvaluationId id) const { return ids_[id.index()]; }

  TypeId type(TypeId of_template) {
    std::optional<TypeId>& known = types_[of_template.index()];
    if (!known) {
      known = in_.values.intern(made_.types[of_template]);
    }
    return *known;
  }

  /// The place of a port's value.
  std::optional<Span> place(std::uint32_t port) const {
    return in_.graph().evaluations[ports_[port]->evaluation].origin.span;
  }

 private:
  EvaluationId copied(EvaluationId id) {
    const Evaluation& evaluation = made_.evaluations[id];
    EvaluationKind kind = evaluation.kind;
    if (auto* bound = std::get_if<BoundEvaluation>(&kind)) {
      if (bound->level == level_of_given) {
        return ports_[bound->parameter]->evaluation;
      }
      bound->type = type(bound->type);
    }
    EvaluationIds inputs = evaluation.inputs;
    for (EvaluationId& input : inputs) {
      input = ids_[input.index()];
    }
    const EvaluationId made =
        in_.values.add(std::move(kind), std::move(inputs), evaluation.stage,
                       evaluation.natural_rate, type(evaluation.type), origin(id));
    in_.values.set_rate(made, evaluation.natural_rate);
    return made;
  }

  Origin origin(EvaluationId id) const {
    const FromPort& from = made_.origins[id.index()];
    Origin origin = made_.evaluations[id].origin;
    if (from.place) {
      origin.span = place(*from.place);
    }
    if (from.name) {
      const EvaluationId value = ports_[*from.name]->evaluation;
      if (origin.name.empty()) {
        origin.name = in_.graph().evaluations[value].origin.name;
      } else {
        const std::string stem = stem_of(in_, value);
        origin.name.insert(0, stem.empty() ? "value" : stem);
      }
    }
    return origin;
  }

  const TypingContext& in_;
  const GraphTemplate& made_;
  const TypedPorts& ports_;
  std::vector<EvaluationId> ids_;             // by EvaluationId of the template
  std::vector<std::optional<TypeId>> types_;  // by TypeId of the template
};

TypedValue copy_template(CallTyping& typing, const GraphTemplate& made, const TypedPorts& ports) {
  const TypingContext& in = typing.in;
  TemplateCopy copy(in, made, ports);
  copy.run();
  for (std::size_t i = 0; i < made.links.size(); ++i) {
    ConvertedLink link = made.links[i];
    link.from = copy[link.from];
    link.to = copy[link.to];
    if (made.links_at[i]) {
      link.span = copy.place(*made.links_at[i]).value_or(Span{});
    }
    typing.found.links.push_back(std::move(link));
  }
  for (RangedArgument argument : made.ranged) {
    argument.value = copy[argument.value];
    typing.found.ranged.push_back(argument);
  }
  TypedValue value = value_of(copy[made.result], copy.type(made.type));
  value.made_in = made.is_made_here ? std::optional(no_environment) : std::nullopt;
  return value;
}

}  // namespace

TypedValue type_graph_result(CallTyping& typing, const GraphResultCall& call) {
  const TypingContext& in = typing.in;
  const PortValues calls = in.elaborator.answer(
      [&](const Expansion& state) { return declared_ports(state, call.instance); });
  TypedPorts ports(calls.size(), nullptr);
  Requests tried = typing.requests.of_candidate();
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (calls[i]) {
      ports[i] = tried.require(*calls[i]);
    }
  }
  const GraphInstance& instance = in.elaborator.instances()[call.instance];
  typing.expands = instance.fragment;
  if (tried.is_waiting()) {
    typing.requests.note_tried(tried);
    return {};
  }
  const auto made = template_of(in, *instance.fragment, call.result, typing.at.stage, ports);
  if (made != nullptr && made->is_usable && suits(in, *made, instance, ports)) {
    for (std::size_t i = 0; i < calls.size(); ++i) {
      if (calls[i] && made->is_read[i]) {
        typing.requests.accept({*calls[i]});
      } else if (calls[i]) {
        typing.requests.reject({*calls[i]});
      }
    }
    const TypedValue value = copy_template(typing, *made, ports);
    in.values.suggest_name(value, typing.origin.name);
    return value;
  }
  typing.requests.reject(tried.requested());
  const CallId expanded = in.elaborator.result_of(call.instance, call.result);
  const TypedValue* result = typing.requests.require(expanded);
  if (result == nullptr || result->is_error) {
    return {};
  }
  in.values.suggest_name(*result, typing.origin.name);
  return *result;
}

}  // namespace weft
