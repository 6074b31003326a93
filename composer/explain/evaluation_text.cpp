#include "composer/explain/evaluation_text.h"

#include <variant>

#include <fmt/format.h>

#include "composer/evaluations/plan_parameters.h"
#include "composer/evaluations/stated_defaults.h"
#include "composer/explain/conversion_report.h"
#include "composer/explain/value_text.h"
#include "composer/verification/value_demands.h"
#include "support/text_table.h"

namespace weft {
namespace {

std::string number(EvaluationId id) { return fmt::format("%{}", id.index()); }

std::string swizzle_text(std::uint32_t code) {
  std::string text;
  for (int i = 0; i < swizzle_count(code); ++i) {
    text += "xyzw"[swizzle_component(code, i)];
  }
  return text;
}

class EvaluationText {
 public:
  /// Inputs are written as numbers or, down to `depth` calls, as their names or actions.
  EvaluationText(const Library& library, const Plan& plan, const Evaluation& evaluation,
                 int depth = 0)
      : library_(library), plan_(plan), evaluation_(evaluation), depth_(depth) {}

  std::string operator()(const ConstantEvaluation& kind) const {
    return value_text(kind.value, library_);
  }
  std::string operator()(const FeatureEvaluation& kind) const {
    return text(library_.features[kind.feature].path);
  }
  std::string operator()(const ParameterEvaluation& kind) const {
    return "param " + std::string(parameter_name(library_, plan_, kind.parameter));
  }
  std::string operator()(const InterpolateEvaluation&) const {
    const bool is_flat = interpolation_word(plan_, evaluation_) == "flat";
    return fmt::format("interpolate{}({})", is_flat ? " flat" : "", inputs());
  }
  std::string operator()(const UniformEvaluation&) const {
    return fmt::format("host({})", inputs());
  }
  std::string operator()(const BoundEvaluation& kind) const {
    if (kind.parameter == index_of_call) {
      return fmt::format("index of call {}", kind.level);
    }
    return fmt::format("bound {}.{}", kind.level, kind.parameter);
  }
  std::string operator()(const LeafEvaluation& kind) const {
    return fmt::format("{}({})", leaf_name(library_, kind), inputs());
  }
  std::string operator()(const LoopEvaluation&) const { return fmt::format("loop({})", inputs()); }
  std::string operator()(const StateEvaluation& kind) const {
    return fmt::format("state {}[{}]",
                       text(library_.materials[plan_.material].states[kind.state].demand.name),
                       input(evaluation_.inputs.front()));
  }
  std::string operator()(const MapEvaluation& kind) const {
    return fmt::format("map {}({})", kind.size, inputs());
  }
  std::string operator()(const ResultEvaluation& kind) const {
    if (const auto* loop =
            std::get_if<LoopEvaluation>(&plan_.evaluations[evaluation_.inputs.front()].kind)) {
      return fmt::format("{}.{}", inputs(), text(loop->states[kind.result]));
    }
    const Evaluation& leaf = plan_.evaluations[evaluation_.inputs.front()];
    const auto* call = std::get_if<LeafEvaluation>(&leaf.kind);
    return fmt::format("{}.{}", inputs(),
                       call != nullptr
                           ? text(signature_of(library_, *call).results[kind.result].name)
                           : std::to_string(kind.result));
  }
  std::string operator()(const OperationEvaluation& kind) const {
    const EvaluationIds& in = evaluation_.inputs;
    if (kind.op == Operation::Swizzle) {
      return fmt::format("{}.{}", inputs(), swizzle_text(kind.payload));
    }
    if (kind.op == Operation::Index && in.size() == 2) {
      return fmt::format("{}[{}]", input(in[0]), input(in[1]));
    }
    if (kind.op == Operation::Select && in.size() == 3) {
      return fmt::format("{} ? {} : {}", input(in[0]), input(in[1]), input(in[2]));
    }
    if (kind.op == Operation::Member) {
      const DataType type = plan_.types[plan_.evaluations[in.front()].type].data();
      return fmt::format("{}.{}", inputs(),
                         text(library_.data_types.structure(type).members[kind.payload].name));
    }
    return fmt::format("{}({})", library_.type_name(plan_.types[evaluation_.type].data()),
                       inputs());
  }

 private:
  std::string text(NameId name) const { return std::string(library_.text(name)); }
  std::string input(EvaluationId id) const { return depth_ == 0 ? number(id) : named(id); }
  std::string named(EvaluationId id) const {
    const Evaluation* source = &plan_.evaluations[id];
    if (std::holds_alternative<InterpolateEvaluation>(source->kind)) {
      source = &plan_.evaluations[source->inputs.front()];
    }
    if (const auto* parameter = std::get_if<ParameterEvaluation>(&source->kind)) {
      return std::string(parameter_name(library_, plan_, parameter->parameter));
    }
    const bool is_feature = std::holds_alternative<FeatureEvaluation>(source->kind);
    if (!is_feature && !source->origin.name.empty()) {
      return source->origin.name;
    }
    if (depth_ == 1 && !source->inputs.empty()) {
      return "…";
    }
    const std::string what =
        std::visit(EvaluationText(library_, plan_, *source, depth_ - 1), source->kind);
    const auto* operation = std::get_if<OperationEvaluation>(&source->kind);
    return operation != nullptr && operation->op == Operation::Select ? "(" + what + ")" : what;
  }
  std::string inputs() const {
    std::vector<std::string> parts;
    constexpr std::size_t most_named = 8;
    for (EvaluationId each : evaluation_.inputs) {
      if (depth_ > 0 && parts.size() == most_named) {
        parts.emplace_back("…");
        break;
      }
      parts.push_back(input(each));
    }
    return joined(parts);
  }

  const Library& library_;
  const Plan& plan_;
  const Evaluation& evaluation_;
  int depth_;
};

}  // namespace

std::string evaluation_text(const Library& library, const Plan& plan,
                            const Evaluation& evaluation) {
  return std::visit(EvaluationText(library, plan, evaluation), evaluation.kind);
}

std::string evaluation_words(const Library& library, const Plan& plan,
                             const Evaluation& evaluation) {
  constexpr int deepest = 3;
  return std::visit(EvaluationText(library, plan, evaluation, deepest), evaluation.kind);
}

std::string value_words(const Library& library, const Plan& plan, EvaluationId id) {
  const Evaluation* source = &plan.evaluations[id];
  if (std::holds_alternative<InterpolateEvaluation>(source->kind) ||
      std::holds_alternative<UniformEvaluation>(source->kind)) {
    source = &plan.evaluations[source->inputs.front()];
  }
  const bool is_feature = std::holds_alternative<FeatureEvaluation>(source->kind);
  return is_feature || source->origin.name.empty() ? evaluation_words(library, plan, *source)
                                                   : source->origin.name;
}

std::string_view interpolation_word(const Plan& plan, const Evaluation& interpolation) {
  const auto* kind = std::get_if<InterpolateEvaluation>(&interpolation.kind);
  const DataType type = plan.types[interpolation.type].data();
  return (kind != nullptr && kind->is_flat) || !type.is_float_based() ? "flat" : "interpolated";
}

const SemanticType& type_for_readers(const Plan& plan, EvaluationId id) {
  const SemanticType* seen = &plan.types[plan.evaluations[id].type];
  for (const StatedType& stated : stated_types_of(plan, id)) {
    const SemanticType& type = plan.types[stated.type];
    if (!stated.is_round_trip && type.data() == seen->data()) {
      seen = &type;
    }
  }
  return *seen;
}

std::vector<SemanticType> stated_beyond(const Library& library, const Plan& plan, EvaluationId id) {
  const SemanticType& own = plan.types[plan.evaluations[id].type];
  std::vector<SemanticType> beyond;
  for (const StatedType& stated : stated_types_of(plan, id)) {
    const SemanticType& type = plan.types[stated.type];
    const bool says_more = !satisfies(own, demand_of(type), library.lattice) ||
                           !stated_defaults(own, type, library.lattice).empty();
    if (!stated.is_round_trip && type.data() == own.data() && says_more) {
      beyond.push_back(type);
    }
  }
  return beyond;
}

std::string type_with_stated(const Library& library, const SemanticType& type,
                             const std::vector<SemanticType>& stated) {
  std::string text = library.type_name(type);
  const std::string data = library.type_name(type.data());
  for (const SemanticType& each : stated) {
    SemanticType more(each.data());
    for (const TraitEntry& entry : each.entries()) {
      if (type.stated(entry.trait) != entry.value) {
        more.set(entry.trait, entry.value, library.lattice);
      }
    }
    std::string traits = library.type_name(more).substr(data.size());
    for (const TraitId trait : stated_defaults(type, each, library.lattice)) {
      const Trait& restored = library.lattice.trait(trait);
      const std::string entry =
          fmt::format("{}: {}", library.text(restored.name),
                      library.text(library.lattice.value(*restored.default_value).name));
      traits = traits.empty() ? fmt::format(" {{{}}}", entry)
                              : fmt::format("{}, {}}}", traits.substr(0, traits.size() - 1), entry);
    }
    text += " as" + traits;
  }
  return text;
}

std::string value_type_text(const Library& library, const Plan& plan, EvaluationId id) {
  return type_with_stated(library, plan.types[plan.evaluations[id].type],
                          stated_beyond(library, plan, id));
}

}  // namespace weft
