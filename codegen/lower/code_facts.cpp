#include "codegen/lower/code_facts.h"

#include <algorithm>
#include <variant>

#include "codegen/lower/called_bodies.h"

namespace weft {
namespace {

bool has_loop_statement(const Body& body) {
  return std::any_of(body.stmts.begin(), body.stmts.end(), [](const BodyStmt& statement) {
    return std::holds_alternative<ForBody>(statement.kind) ||
           std::holds_alternative<WhileBody>(statement.kind);
  });
}

}  // namespace

bool CodeFacts::call_takes_derivative(EvaluationId id) {
  const auto* leaf = std::get_if<LeafEvaluation>(&plan_.evaluations[id].kind);
  return leaf != nullptr && (body_of(library_, *leaf) == nullptr ||
                             leaves_.contains(leaf->fragment, leaf->type_arguments, leaf->special));
}

bool CodeFacts::functions_take_derivative() {
  if (!functions_take_) {
    const auto& functions = plan_.functions.functions;
    functions_take_ =
        std::any_of(functions.begin(), functions.end(), [this](const PlanFunction& function) {
          return std::any_of(function.body.begin(), function.body.end(),
                             [this](EvaluationId id) { return call_takes_derivative(id); });
        });
  }
  return *functions_take_;
}

bool CodeFacts::takes_derivative(EvaluationId id) {
  return call_takes_derivative(id) ||
         (plan_.functions.first[id.index()] && functions_take_derivative());
}

bool CodeFacts::call_has_loop(EvaluationId id) const {
  const EvaluationKind& kind = plan_.evaluations[id].kind;
  const auto* leaf = std::get_if<LeafEvaluation>(&kind);
  if (leaf == nullptr) {
    return std::holds_alternative<LoopEvaluation>(kind);
  }
  const Body* body = body_of(library_, *leaf);
  if (body == nullptr) {
    return false;
  }
  const std::vector<LeafBody> called = in_call_order(library_, {{leaf->fragment, body}});
  return has_loop_statement(*body) ||
         std::any_of(called.begin(), called.end(),
                     [](const LeafBody& each) { return has_loop_statement(*each.body); });
}

bool CodeFacts::has_loop(EvaluationId id) const {
  const Store<PlanFunction>& functions = plan_.functions.functions;
  std::vector<EvaluationId> open = {id};
  for (std::size_t next = 0; next < open.size(); ++next) {
    const EvaluationId call = open[next];
    if (call_has_loop(call)) {
      return true;
    }
    // A function's body is part of what takes it, and may take functions itself.
    const std::optional<PlanFunctionId> first = plan_.functions.first[call.index()];
    for (std::size_t i = first ? first->index() : functions.size();
         i < functions.size() && functions[PlanFunctionId(i)].leaf == call; ++i) {
      const std::vector<EvaluationId>& body = functions[PlanFunctionId(i)].body;
      open.insert(open.end(), body.begin(), body.end());
    }
  }
  return false;
}

}  // namespace weft
