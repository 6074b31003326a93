#include "composer/evaluations/equal_evaluations.h"

#include "support/index_table.h"
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
          [](const LeafEvaluation& e) { return std::uint64_t{e.fragment.index()}; },
          [](const LoopEvaluation& e) { return std::uint64_t{e.function_level}; },
          [](const MapEvaluation& e) {
            return std::uint64_t{e.function_level} << 32 | std::uint64_t{e.size};
          },
          [](const ResultEvaluation& e) { return std::uint64_t{e.result}; },
          [](const OperationEvaluation& e) {
            return static_cast<std::uint64_t>(e.op) << 32 | std::uint64_t{e.payload};
          },
      },
      kind);
}

/// Only a Construct depends on the data type that it makes.
bool is_construct(const EvaluationKind& kind) {
  const auto* operation = std::get_if<OperationEvaluation>(&kind);
  return operation && operation->op == Operation::Construct;
}

}  // namespace

std::uint64_t evaluation_hash(const EvaluationKind& kind, const std::vector<EvaluationId>& inputs,
                              Stage stage) {
  std::uint64_t hash =
      mix_hash(payload_hash(kind), kind.index() * 4 + static_cast<std::uint64_t>(stage));
  for (EvaluationId input : inputs) {
    hash = mix_hash(hash, input.index());
  }
  return hash;
}

bool is_equal_evaluation(const TypedGraph& graph, EvaluationId id, const EvaluationKind& kind,
                         const std::vector<EvaluationId>& inputs, Stage stage, TypeId type) {
  const Evaluation& known = graph.evaluations[id];
  const bool same_data =
      !is_construct(kind) || graph.types[known.type].data() == graph.types[type].data();
  return known.stage == stage && known.inputs == inputs && known.kind == kind && same_data;
}

void merge_equals(TypedGraph& graph) {
  IndexTable table;
  std::vector<EvaluationId> stands_for;
  for (std::size_t i = 0; i < graph.evaluations.size(); ++i) {
    stands_for.push_back(EvaluationId(i));
  }
  const auto merge = [&](std::size_t i) {
    Evaluation& evaluation = graph.evaluations[EvaluationId(i)];
    for (EvaluationId& input : evaluation.inputs) {
      input = stands_for[input.index()];
    }
    const std::uint64_t hash =
        evaluation_hash(evaluation.kind, evaluation.inputs, evaluation.stage);
    const auto known = table.find(hash, [&](std::uint32_t at) {
      return is_equal_evaluation(graph, EvaluationId(at), evaluation.kind, evaluation.inputs,
                                 evaluation.stage, evaluation.type);
    });
    stands_for[i] = EvaluationId(known.value_or(static_cast<std::uint32_t>(i)));
    if (!known) {
      table.insert(hash, static_cast<std::uint32_t>(i));
    }
  };
  // Constants first: zeros added by folding may follow their readers.
  for (const bool are_constants : {true, false}) {
    for (std::size_t i = 0; i < graph.evaluations.size(); ++i) {
      const EvaluationKind& kind = graph.evaluations[EvaluationId(i)].kind;
      if (std::holds_alternative<ConstantEvaluation>(kind) == are_constants) {
        merge(i);
      }
    }
  }
  redirect_outputs(graph, stands_for);
}

}  // namespace weft
