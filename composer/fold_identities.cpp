#include "composer/fold_identities.h"

#include <algorithm>

namespace weft {
namespace {

/// Whether it is part of a function that is handed over, or is given one: those stay as they are.
bool concerns_functions(const TypedGraph& graph, EvaluationId id) {
  const EvaluationKind& kind = graph.evaluations[id].kind;
  const auto* leaf = std::get_if<LeafEvaluation>(&kind);
  return graph.levels[id.index()].any() || (leaf && leaf->function_level != 0) || std::holds_alternative<LoopEvaluation>(kind);
}

/// Whether the body does nothing but return the sum of its first two ports.
bool is_sum_of_ports(const Body& body) {
  const auto* block = body.root ? std::get_if<BlockBody>(&body.stmts[*body.root].kind) : nullptr;
  if (!block || block->statements.size() != 1) {
    return false;
  }
  const auto* result = std::get_if<ReturnBody>(&body.stmts[block->statements.front()].kind);
  if (!result || !result->value) {
    return false;
  }
  const BodyExpr& sum = body.exprs[*result->value];
  if (sum.op != Operation::Add) {
    return false;
  }
  const BodyExpr& left = body.exprs[body.argument(sum, 0)];
  const BodyExpr& right = body.exprs[body.argument(sum, 1)];
  return left.op == Operation::Port && right.op == Operation::Port &&
         left.payload + right.payload == 1;
}

bool is_zero(const Evaluation& evaluation) {
  const auto* constant = std::get_if<ConstantEvaluation>(&evaluation.kind);
  return constant && std::all_of(constant->value.bits.begin(), constant->value.bits.end(),
                                 [](std::uint32_t word) { return word == 0; });
}

std::optional<EvaluationId> folded(const Library& library, const TypedGraph& graph,
                                   const Evaluation& evaluation) {
  const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
  if (!leaf || evaluation.inputs.size() != 2) {
    return std::nullopt;
  }
  const Evaluation& first = graph.evaluations[evaluation.inputs[0]];
  const Evaluation& second = graph.evaluations[evaluation.inputs[1]];
  if (is_zero(first) == is_zero(second)) {
    return std::nullopt;
  }
  const EvaluationId other = evaluation.inputs[is_zero(first) ? 1 : 0];
  const DataType type = graph.types[evaluation.type].data();
  const BodyInstance* instance =
      library.fragments[leaf->fragment].find_instance(leaf->type_arguments);
  const bool is_same = graph.types[graph.evaluations[other].type].data() == type;
  return instance && is_same && is_sum_of_ports(instance->body) ? std::optional(other)
                                                                : std::nullopt;
}

}  // namespace

void fold_identities(const Library& library, TypedGraph& graph) {
  std::vector<EvaluationId> stands_for;  // per evaluation
  for (std::size_t i = 0; i < graph.evaluations.size(); ++i) {
    Evaluation& evaluation = graph.evaluations[EvaluationId(i)];
    stands_for.push_back(EvaluationId(i));
    if (concerns_functions(graph, EvaluationId(i))) {
      continue;
    }
    for (EvaluationId& input : evaluation.inputs) {
      input = stands_for[input.index()];
    }
    stands_for.back() = folded(library, graph, evaluation).value_or(EvaluationId(i));
  }
  redirect_outputs(graph, stands_for);
}

}  // namespace weft
