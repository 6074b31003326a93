#include "codegen/lower/stage_lowering.h"

#include <algorithm>
#include <string>
#include <utility>

#include "codegen/lower/forwarded_call.h"
#include "codegen/lower/symbol_reads.h"
#include "support/check.h"

namespace weft {
namespace {

// Unnamed operators are inlined into their reader up to `readable_depth`. Constructors and swizzles
// are inlined up to `greatest_depth`, which keeps expressions below the 32 levels that shader
// consumers accept.
constexpr std::uint32_t readable_depth = 3;
constexpr std::uint32_t greatest_depth = 20;

// Declares a local with the value, and reads it.
BodyExprId declare(BodyWriter& writer, EvaluationId id, std::string name, BodyExprId expr,
                   Precision precision) {
  const std::uint32_t index =
      writer.add_local(writer.body().exprs[expr].type, std::move(name), precision);
  writer.declare(index, expr, id);
  return writer.local(index);
}

bool has_lazy_operator(const Body& body) {
  return std::any_of(body.exprs.begin(), body.exprs.end(), [](const BodyExpr& expr) {
    return expr.op == Operation::Select || expr.op == Operation::And || expr.op == Operation::Or;
  });
}

// Whether a reader of the value evaluates only some of its operands, so that neighboring fragments
// may disagree whether it is computed. Rarely asked: O(evaluations).
bool has_lazy_reader(const Library& library, const Plan& plan, EvaluationId id) {
  return std::any_of(
      plan.evaluations.begin(), plan.evaluations.end(), [&](const Evaluation& reader) {
        const auto* operation = std::get_if<OperationEvaluation>(&reader.kind);
        const auto* leaf = std::get_if<LeafEvaluation>(&reader.kind);
        const bool chooses = operation != nullptr && operation->op == Operation::Select;
        const Body* body = leaf != nullptr ? body_of(library, *leaf) : nullptr;
        return (chooses || (body != nullptr && has_lazy_operator(*body))) &&
               std::find(reader.inputs.begin(), reader.inputs.end(), id) != reader.inputs.end();
      });
}

/// Per evaluation: whether the step of a loop or map reads it from outside. Empty if there are
/// none.
std::vector<bool> find_invariants(const Plan& plan) {
  std::vector<bool> is_invariant;
  for (const PlanFunction& function : plan.functions.functions) {
    const EvaluationKind& owner = plan.evaluations[function.leaf].kind;
    if (!std::holds_alternative<LoopEvaluation>(owner) &&
        !std::holds_alternative<MapEvaluation>(owner)) {
      continue;  // leaves are given what their functions read
    }
    is_invariant.resize(plan.evaluations.size(), false);
    for (const EvaluationId capture : function.captures) {
      is_invariant[capture.index()] = true;
    }
  }
  return is_invariant;
}

// Empty for a plan without functions.
PassedFunctions tables_of_functions(const Plan& plan) {
  const std::size_t functions = plan.functions.functions.size();
  const std::size_t evaluations = functions == 0 ? 0 : plan.evaluations.size();
  return {std::vector<LoweredValue>(evaluations), std::vector<std::uint32_t>(evaluations, 0),
          std::vector<std::optional<std::uint32_t>>(functions),
          std::vector<std::vector<EvaluationId>>(functions)};
}

}  // namespace

StageLowering::StageLowering(const LoweringInput& input, Stage stage, const StageSlice& slice,
                             const std::vector<std::string_view>& wishes)
    : input_(input),
      wishes_(wishes),
      is_first_state_(input.plan.evaluations.size(), false),
      is_invariant_(find_invariants(input.plan)),
      names_(&input.names),
      folded_(input.library, input.plan, stage),
      functions_(input.library, input.types, input.interface, folded_, input.leaves, program_,
                 names_),
      values_(input.plan.evaluations.size()),
      uses_(slice.uses),
      passed_(tables_of_functions(input.plan)),
      frame_{BodyWriter(program_.main, &program_.origins), &values_, &uses_} {
  program_.stage = stage;
  for (const Evaluation& each : input.plan.evaluations) {
    const auto* loop = std::get_if<LoopEvaluation>(&each.kind);
    for (std::size_t i = 0; loop != nullptr && i < loop->states.size(); ++i) {
      is_first_state_[each.inputs[i + 1].index()] = true;
    }
  }
}

BodyExprId StageLowering::value(EvaluationId id) {
  LoweredValue& found = known(id);
  if (!found.expr) {
    WEFT_CHECK(found.symbol || found.stored || found.first_result,
               "an evaluation is read before it is lowered");
    found.expr = found.first_result ? writer().local(*found.first_result)
                 : found.stored     ? load_value(body(), *found.stored, found.type)
                                    : read_symbol(body(), program_, *found.symbol, type_of(id));
    if (found.stored && !found.type.is_plain()) {
      add_line(id, *found.expr);
    }
  }
  const BodyExprId full = *known(id).expr;
  const bool is_rounded = frame_.computes_with_medium && medium_role(id) == MediumRole::Rounded;
  return is_rounded ? rounded(id, full) : full;
}

BodyExprId StageLowering::argument(EvaluationId id, DataType type) {
  const BodyExprId expr = value(id);
  const DataType have = body().exprs[expr].type;
  if (have.is_scalar() && (type.is_vector() || (type.is_scalar() && have != type))) {
    return body().add(Operation::Construct, type, 0, {expr}, {});
  }
  return expr;
}

void StageLowering::keep(EvaluationId id, BodyExprId expr, bool is_plain) {
  known(id).expr = expr;
  const bool is_anonymous = plan().evaluations[id].origin.name.empty() || is_next_state(id) ||
                            is_first_state_[id.index()];  // the name is the state's
  const auto is_free = [&] { return is_cheap(body(), expr); };
  const bool is_invariant = !is_invariant_.empty() && is_invariant_[id.index()];  // of a loop
  const std::vector<bool>* after_discard = frame_.read_after_discard;
  const auto may_be_skipped = [&] {
    return (after_discard != nullptr && (*after_discard)[id.index()]) ||
           (frame_.branches != nullptr && frame_.branches->is_read_by_varying(id)) ||
           has_lazy_reader(input_.library, plan(), id);
  };
  const std::uint32_t limit = is_plain ? greatest_depth : readable_depth;
  const bool stays = (is_plain || is_anonymous) && writer().depth(expr) <= limit &&
                     ((uses(id) == 1 && !is_invariant) || is_free()) &&
                     !body().exprs[expr].type.is_array() &&
                     (medium_role(id) != MediumRole::Rounded || is_free()) &&
                     !(writer().takes_derivative(expr) && may_be_skipped());
  if (!stays) {
    add_line(id, expr);
  }
}

void StageLowering::keep_stored(EvaluationId id, BodyExprId stored, DataType type) {
  const bool is_whole = is_loaded_whole(body().exprs[stored].type, type) && !type.is_array();
  if (is_whole || (type.is_vector() && uses(id) > 1 && !is_cheap(body(), stored))) {
    keep(id, load_value(body(), stored, type), true);
  } else {
    known(id).stored = stored;
    known(id).type = type;
  }
}

BodyExprId StageLowering::add_line(EvaluationId id, BodyExprId expr) {
  std::string name(is_next_state(id) ? "next_" : "");
  name += wish(id);
  const bool is_medium = medium_role(id) == MediumRole::Computed;
  known(id).expr =
      declare(writer(), id, std::move(name), expr, is_medium ? Precision::Medium : Precision::Full);
  return *known(id).expr;
}

BodyExprId StageLowering::rounded(EvaluationId id, BodyExprId full) {
  LoweredValue& found = known(id);
  if (!found.rounded) {
    const bool has_name = body().exprs[full].op == Operation::Local;
    std::string name(wish(id));
    name += has_name ? "_medium" : "";
    found.rounded = declare(writer(), id, std::move(name), full, Precision::Medium);
  }
  return *found.rounded;
}

void StageLowering::read(EvaluationId id, const std::optional<Symbol>& symbol) {
  WEFT_CHECK(symbol.has_value(), "a read of something that the interface lacks");
  if (type_of(id).is_texture()) {
    known(id).symbol = *symbol;
  } else if (symbol->kind == SymbolKind::BlockMember &&
             !input_.interface.blocks[symbol->index].rows.empty() &&
             !type_of(id).is_array()) {                      // often read only in part
    add_line(id, symbol_itself(body(), program_, *symbol));  // which names it
  } else if (symbol->kind == SymbolKind::BlockMember) {
    // Arrays have the size stated by the profile.
    keep_stored(id, symbol_itself(body(), program_, *symbol),
                input_.interface.blocks[symbol->index].members[symbol->member].type);
  } else if (symbol->kind == SymbolKind::HostInput) {
    known(id).expr = symbol_itself(body(), program_, *symbol);
  } else {
    keep(id, read_symbol(body(), program_, *symbol, type_of(id)), true);
  }
}

bool StageLowering::is_next_state(EvaluationId id) const {
  const std::vector<EvaluationId>* states = frame_.next_states;
  return states != nullptr && std::find(states->begin(), states->end(), id) != states->end();
}

Program StageLowering::finish() {
  writer().finish();
  Namer locals(&names_);
  program_.local_names = writer().name_locals(locals);
  std::vector<std::uint32_t> candidates = functions_.added();
  for (std::uint32_t i = 0; i < program_.functions.size(); ++i) {
    if (find_forwarded_call(program_.functions[i])) {
      candidates.push_back(i);
    }
  }
  remove_uncalled(program_, candidates);
  return std::move(program_);
}

}  // namespace weft
