#include "composer/evaluations/equal_evaluations.h"

#include "support/hash.h"
#include "support/overloaded.h"

namespace weft {
namespace {

std::uint64_t payload_hash(const EvaluationKind& kind) {
  return std::visit(
      Overloaded{
          [](const ConstantEvaluation& e) {
            std::uint64_t hash = static_cast<std::uint64_t>(e.value.type.rows());
            for (std::uint32_t word : e.value.bits) {
              hash = mix_hash(hash, word);
            }
            return hash;
          },
          [](const FeatureEvaluation& e) { return std::uint64_t{e.feature.index()}; },
          [](const ParameterEvaluation& e) { return std::uint64_t{e.parameter}; },
          [](const InterpolateEvaluation& e) { return std::uint64_t{e.is_flat ? 1U : 0U}; },
          [](const UniformEvaluation&) { return std::uint64_t{0}; },
          [](const BoundEvaluation& e) {
            return std::uint64_t{e.level} << 32 | std::uint64_t{e.parameter};
          },
          [](const LeafEvaluation& e) {
            const LeafPart* part = e.special.part.get();
            const bool is_value = part != nullptr && part->value;
            return std::uint64_t{e.fragment.index()} << 32 |
                   std::uint64_t{is_value ? part->value->index() : 0U};
          },
          [](const LoopEvaluation& e) { return std::uint64_t{e.function_level}; },
          [](const MapEvaluation& e) {
            return std::uint64_t{e.function_level} << 32 | std::uint64_t{e.size};
          },
          [](const ResultEvaluation& e) { return std::uint64_t{e.result}; },
          [](const StateEvaluation& e) { return std::uint64_t{e.state}; },
          [](const OperationEvaluation& e) {
            return static_cast<std::uint64_t>(e.op) << 32 | std::uint64_t{e.payload};
          },
      },
      kind);
}

/// Only a Construct depends on the data type that it makes; other kinds determine theirs.
bool is_construct(const EvaluationKind& kind) {
  const auto* operation = std::get_if<OperationEvaluation>(&kind);
  return operation && operation->op == Operation::Construct;
}

}  // namespace

std::uint64_t evaluation_hash(const EvaluationKind& kind, const EvaluationIds& inputs,
                              Stage stage) {
  std::uint64_t hash =
      mix_hash(payload_hash(kind), kind.index() * 4 + static_cast<std::uint64_t>(stage));
  for (EvaluationId input : inputs) {
    hash = mix_hash(hash, input.index());
  }
  return hash;
}

std::optional<EvaluationId> EqualEvaluations::find(std::uint64_t hash, const EvaluationKind& kind,
                                                   const EvaluationIds& inputs, Stage stage,
                                                   TypeId type) const {
  const auto known_at = known_.find(hash, [&](std::uint32_t at) {
    const Evaluation& known = evaluations_[EvaluationId(at)];
    const bool same_data = !is_construct(kind) || types_[known.type].data() == types_[type].data();
    return known.stage == stage && known.inputs == inputs && known.kind == kind && same_data;
  });
  return known_at ? std::optional(EvaluationId(*known_at)) : std::nullopt;
}

EvaluationId EqualEvaluations::find_or_insert(EvaluationId id) {
  const std::uint64_t hash = evaluation_hash(evaluations_[id]);
  const std::optional<EvaluationId> known = find(hash, evaluations_[id]);
  if (!known) {
    insert(hash, id);
  }
  return known.value_or(id);
}

}  // namespace weft
