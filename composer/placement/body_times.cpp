#include "composer/placement/body_times.h"

#include <algorithm>
#include <utility>

#include "fragments/analysis/known_values.h"
#include "fragments/analysis/operation_counts.h"
#include "fragments/model/leaf_part.h"

namespace weft {
namespace {

/// 0 for what costs nothing, 1 for one cheap operation on all components, more for others.
std::uint64_t own_steps(const BodyExpr& expr) {
  if (expr.op == Operation::Call) {
    return two_steps;
  }
  const auto components = static_cast<std::uint64_t>(std::max(expr.type.component_count(), 1));
  const std::uint64_t operations = operation_count(expr.op, expr.payload, expr.type, 1);
  return (operations + components - 1) / components;
}

bool counts_up(Operation condition) {
  return condition == Operation::Less || condition == Operation::LessEqual;
}

class BodyTimesFinder {
 public:
  BodyTimesFinder(const Library& library, const SplitQuestion& question, LeafLaws& laws)
      : library_(library), body_(*question.body), question_(question), laws_(laws) {}

  BodyTimes run() {
    for (const SplitQuestion::Input& input : question_.inputs) {
      found_.whole.join_with(input.time);
    }
    found_.initials = initial_values(body_);
    found_.can = can_be_parts(library_, body_);
    find_limits();
    find_values();
    find_needed();
    return std::move(found_);
  }

 private:
  /// `min(count, 16)` as the bound of a loop stays in the shader, which then need not clamp the
  /// indices in the loop: of a value of the host it would know nothing.
  void find_limits() {
    found_.is_limit.assign(body_.exprs.size(), false);
    for (const BodyStmt& stmt : body_.stmts) {
      const auto* loop = std::get_if<ForBody>(&stmt.kind);
      if (loop == nullptr || !counts_up(body_.exprs[loop->condition].op)) {
        continue;
      }
      BodyExprId bound = body_.argument(body_.exprs[loop->condition], 1);
      if (body_.exprs[bound].op == Operation::Local) {
        bound = found_.initials[body_.exprs[bound].payload].value_or(bound);
      }
      const BodyExpr& value = body_.exprs[bound];
      found_.is_limit[bound.index()] = value.op == Operation::Intrinsic && value.type.is_integral();
    }
  }

  void find_values() {
    found_.values.resize(body_.exprs.size());
    for (std::size_t i = 0; i < body_.exprs.size(); ++i) {
      const BodyExpr& expr = body_.exprs[BodyExprId(i)];
      BoundValue& value = found_.values[i];
      if (!found_.can[i]) {
        value.time = found_.whole;
      } else if (expr.op == Operation::Port) {
        take_input(value, question_.inputs[expr.payload], expr.type);
      } else if (expr.op == Operation::Feature) {
        take_input(value, question_.inputs[question_.ports + expr.payload], expr.type);
      } else if (expr.op == Operation::Local) {
        const BoundValue& initial = found_.values[found_.initials[expr.payload]->index()];
        value = {initial.time, 0, initial.known, initial.law};
      } else if (expr.op == Operation::Literal) {
        value.known = Constant{expr.type, {expr.payload}};
        value.law = Law::Constant;
      } else {
        take_operation(value, expr);
      }
    }
  }

  static void take_input(BoundValue& value, const SplitQuestion::Input& input, DataType type) {
    value.time = input.time;
    value.law = input.law;
    if (input.known && input.known->type == type) {
      value.known = *input.known;
    }
  }

  /// What constants decide is constant, also a product with 0, and the rest of the body folds with
  /// it: as a part it would be a value that nobody knows. A product with 1 is the other factor.
  void take_operation(BoundValue& value, const BodyExpr& expr) {
    std::vector<const Constant*> known;
    std::vector<DataType> types;
    std::vector<Law> laws;
    value.steps = own_steps(expr);
    for (std::uint32_t k = 0; k < expr.argument_count; ++k) {
      const BodyExprId argument = body_.argument(expr, k);
      const BoundValue& operand = found_.values[argument.index()];
      value.time.join_with(operand.time);
      value.steps += operand.steps;
      known.push_back(operand.known ? &*operand.known : nullptr);
      types.push_back(body_.exprs[argument].type);
      laws.push_back(operand.law);
    }
    value.law = law_of(expr, laws);
    if (std::all_of(known.begin(), known.end(),
                    [](const Constant* one) { return one == nullptr; })) {
      return;
    }
    KnownOutcome outcome =
        known_outcome(library_.data_types, expr.op, expr.payload, expr.type, known, types);
    if (outcome.value) {
      value.time = {};
      value.law = Law::Constant;
      value.known = std::move(outcome.value);
    } else if (outcome.argument) {
      const BoundValue& same = found_.values[body_.argument(expr, *outcome.argument).index()];
      value.time = same.time;
      value.steps = same.steps;
      value.law = same.law;
    }
  }

  Law law_of(const BodyExpr& expr, const std::vector<Law>& arguments) {
    if (expr.op != Operation::Call) {
      return laws_.operation()(expr.op, expr.payload, expr.type, arguments);
    }
    const BodyCall& call = body_.calls[expr.payload];
    return laws_.results(call.fragment, call.type_arguments, arguments).front();
  }

  /// Finds what results need, given what constants decide: in `x * (1.0 - tint)` with `tint` 1,
  /// nothing of `x`.
  void find_needed() {
    found_.is_needed.assign(body_.exprs.size(), false);
    for (const BodyStmt& stmt : body_.stmts) {
      const auto* declared = std::get_if<DeclareBody>(&stmt.kind);
      if (declared == nullptr || !found_.initials[declared->local]) {
        visit_expressions(stmt, [this](BodyExprId id) { found_.is_needed[id.index()] = true; });
      }
    }
    for (std::size_t i = body_.exprs.size(); i-- > 0;) {
      if (!found_.is_needed[i] || found_.values[i].known) {
        continue;
      }
      const BodyExpr& expr = body_.exprs[BodyExprId(i)];
      if (expr.op == Operation::Local && found_.initials[expr.payload]) {
        found_.is_needed[found_.initials[expr.payload]->index()] = true;
      }
      for (std::uint32_t k = 0; k < expr.argument_count; ++k) {
        found_.is_needed[body_.argument(expr, k).index()] = true;
      }
    }
  }

  const Library& library_;
  const Body& body_;
  const SplitQuestion& question_;
  LeafLaws& laws_;
  BodyTimes found_;
};

}  // namespace

std::vector<bool> BodyTimes::named() const {
  std::vector<bool> is_named(values.size(), false);
  for (const std::optional<BodyExprId>& initial : initials) {
    if (initial) {
      is_named[initial->index()] = true;
    }
  }
  return is_named;
}

bool BodyTimes::repeats_work(const Body& body, BodyExprId value, const std::vector<bool>& is_part,
                             const std::vector<bool>& repeats) const {
  const BodyExpr& expr = body.exprs[value];
  const auto initial =
      expr.op == Operation::Local ? initials[expr.payload] : std::optional<BodyExprId>();
  bool again = initial && !is_part[initial->index()] && values[initial->index()].steps > 0;
  for (std::uint32_t k = 0; k < expr.argument_count; ++k) {
    const std::size_t argument = body.argument(expr, k).index();
    again = again || (repeats[argument] && !is_part[argument]);
  }
  return again;
}

BodyTimes find_body_times(const Library& library, const SplitQuestion& question, LeafLaws& laws) {
  return BodyTimesFinder(library, question, laws).run();
}

}  // namespace weft
