#include "fragments/analysis/body_laws.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace weft {

BodyLawFinder::BodyLawFinder(const LeafLaws& laws, const Fragment& fragment, const Body& body,
                             const std::vector<Law>& inputs)
    : laws_(laws),
      fragment_(fragment),
      body_(body),
      inputs_(inputs),
      locals_(body.locals.size()),
      exprs_(body.exprs.size()),
      is_conditional_(body.stmts.size(), false) {
  for (std::size_t i = 0; i < body_.locals.size(); ++i) {
    if (body_.locals[i].output) {
      locals_[i] = Law::Zero;
    }
  }
}

std::optional<LeafLaws::Question> BodyLawFinder::run() {
  for (; looked_at_ < body_.exprs.size(); ++looked_at_) {
    if (auto missing = find_law(looked_at_)) {
      return missing;
    }
  }
  if (!work_) {
    if (!body_.locals.empty()) {
      work_.emplace(body_);
    }
    for (std::size_t i = body_.stmts.size(); i-- > 0;) {
      follow(BodyStmtId(i));
    }
    if (!work_) {
      return std::nullopt;  // expressions depend on statements by locals only
    }
    work_->stmts.clear();  // inner statements, which came after those around them
  }
  while (!work_->exprs.empty() || !work_->stmts.empty()) {
    for (; !work_->exprs.empty(); work_->exprs.pop()) {
      if (auto missing = find_law(work_->exprs.front())) {
        return missing;
      }
    }
    while (!work_->stmts.empty()) {
      const BodyStmtId next(work_->stmts.front());
      work_->stmts.pop();
      follow(next);
    }
  }
  return std::nullopt;
}

std::vector<Law> BodyLawFinder::results() const {
  std::vector<Law> results(fragment_.results.size(), Law::Zero);
  for (std::size_t i = 0; i < body_.locals.size(); ++i) {
    if (const auto& output = body_.locals[i].output) {
      results[*output] = join(results[*output], *locals_[i]);
    }
  }
  for (std::size_t i = 0; i < body_.stmts.size(); ++i) {
    const auto* returned = std::get_if<ReturnBody>(&body_.stmts[BodyStmtId(i)].kind);
    if (returned != nullptr && returned->value) {
      results[0] = join(results[0], exprs_[returned->value->index()].value_or(Law::Zero));
    }
  }
  for (Law& result : results) {
    result = leaves_early_ ? Law::Nonlinear : result;
  }
  return results;
}

std::optional<LeafLaws::Question> BodyLawFinder::find_law(std::uint32_t index) {
  const BodyExpr& expr = body_.exprs[BodyExprId(index)];
  if (!has_known_operands(expr)) {
    return std::nullopt;
  }
  Law law = Law::Zero;
  // Its members have a law each, which may change though the one of all does not.
  const bool has_members = expr.op == Operation::Call && expr.type.is_void();
  if (expr.op == Operation::Call) {
    const std::vector<Law>* results = results_of(expr);
    if (results == nullptr) {
      const BodyCall& call = body_.calls[expr.payload];
      return LeafLaws::Question{call.fragment, call.type_arguments, inputs_of(expr)};
    }
    law = results->front();
    for (const Law each : *results) {
      law = has_members ? join(law, each) : law;
    }
  } else {
    law = law_of(expr);
  }
  const std::optional<Law> before = std::exchange(exprs_[index], law);
  if (work_ && (has_members || before != law)) {
    for (const std::uint32_t reader : work_->readers.exprs_of_expr[index]) {
      work_->exprs.push(reader);
    }
    for (const std::uint32_t reader : work_->readers.stmts_of_expr[index]) {
      work_->stmts.push(reader);
    }
  }
  return std::nullopt;
}

bool BodyLawFinder::has_known_operands(const BodyExpr& expr) const {
  bool is_known = expr.op != Operation::Local || locals_[expr.payload];
  for (std::uint32_t j = 0; j < expr.argument_count; ++j) {
    is_known = is_known && exprs_[body_.argument(expr, j).index()];
  }
  return is_known;
}

const std::vector<Law>& BodyLawFinder::arguments_of(const BodyExpr& expr) const {
  arguments_.clear();
  for (std::uint32_t j = 0; j < expr.argument_count; ++j) {
    arguments_.push_back(*exprs_[body_.argument(expr, j).index()]);
  }
  return arguments_;
}

Law BodyLawFinder::law_of(const BodyExpr& expr) const {
  switch (expr.op) {
    case Operation::Literal: {
      const bool is_zero = expr.type.is_float_based() ? expr.payload << 1U == 0 : expr.payload == 0;
      return is_zero ? Law::Zero : Law::Constant;
    }
    case Operation::Length:
      return Law::Constant;
    case Operation::Local:
      return *locals_[expr.payload];
    case Operation::Port:
      return inputs_[expr.payload];
    case Operation::Feature:
      return inputs_[fragment_.ports.size() + expr.payload];
    case Operation::Member: {
      const BodyExpr& object = body_.exprs[body_.argument(expr, 0)];
      if (object.op == Operation::Call && object.type.is_void()) {
        return (*results_of(object))[expr.payload];
      }
      return laws_.operation()(expr.op, expr.payload, expr.type, arguments_of(expr));
    }
    case Operation::PortCall:
      return law_of_port_call(body_.port_calls[expr.payload].port, arguments_of(expr));
    default:
      return laws_.operation()(expr.op, expr.payload, expr.type, arguments_of(expr));
  }
}

Law BodyLawFinder::law_of_port_call(std::uint32_t port, const std::vector<Law>& arguments) const {
  Law given = Law::Zero;
  for (const Law law : arguments) {
    given = join(given, law);
  }
  if (is_constant(given)) {
    return inputs_[port];
  }
  std::size_t behind = fragment_.ports.size() + body_.features.size();
  for (std::uint32_t i = 0; i < port; ++i) {
    behind += fragment_.ports[i].kind != FragmentPort::Kind::Value ? 1 : 0;
  }
  const bool is_known = commutes_with_interpolation(given) && behind < inputs_.size();
  return is_known ? inputs_[behind] : Law::Nonlinear;
}

const std::vector<Law>& BodyLawFinder::inputs_of(const BodyExpr& expr) const {
  const BodyCall& call = body_.calls[expr.payload];
  arguments_of(expr);
  const Fragment& callee = laws_.library_.fragments[call.fragment];
  const BodyInstance* instance = callee.find_instance(call.type_arguments);
  for (const FeatureId feature :
       instance != nullptr ? instance->body.features : callee.declared_features) {
    const auto at = std::find(body_.features.begin(), body_.features.end(), feature);
    const bool is_known = at != body_.features.end();
    arguments_.push_back(is_known ? inputs_[fragment_.ports.size() +
                                            static_cast<std::size_t>(at - body_.features.begin())]
                                  : Law::Nonlinear);
  }
  return arguments_;
}

const std::vector<Law>* BodyLawFinder::results_of(const BodyExpr& expr) const {
  const BodyCall& call = body_.calls[expr.payload];
  static const Specialization whole;
  return laws_.find({call.fragment, call.type_arguments, inputs_of(expr), whole});
}

void BodyLawFinder::enter(BodyStmtId id, bool is_conditional) {
  if (is_conditional && !is_conditional_[id.index()]) {
    is_conditional_[id.index()] = true;
    if (work_) {
      work_->stmts.push(id.index());
    }
  }
}

void BodyLawFinder::assign(std::uint32_t local, Law value, bool is_conditional) {
  const std::optional<Law> before = locals_[local];
  locals_[local] = join(before.value_or(Law::Zero), is_conditional ? Law::Nonlinear : value);
  if (locals_[local] == before) {
    return;
  }
  for (const std::uint32_t reader : work_->readers.exprs_of_local[local]) {
    work_->exprs.push(reader);
  }
}

std::uint32_t BodyLawFinder::target_of(BodyExprId id, Law& value) const {
  while (body_.exprs[id].op != Operation::Local) {
    const BodyExpr& expr = body_.exprs[id];
    if (expr.op == Operation::Index && !is_constant(*exprs_[body_.argument(expr, 1).index()])) {
      value = Law::Nonlinear;
    }
    id = body_.argument(expr, 0);
  }
  return body_.exprs[id].payload;
}

bool BodyLawFinder::varies(BodyExprId condition) const {
  const std::optional<Law> law = exprs_[condition.index()];
  return law && !is_constant(*law);
}

void BodyLawFinder::assign(const AssignBody& assigned, bool is_conditional) {
  const std::optional<Law> before = exprs_[assigned.target.index()];
  const std::optional<Law> assigned_law = exprs_[assigned.value.index()];
  if (!before || !assigned_law) {
    return;
  }
  Law value = *assigned_law;
  if (assigned.op) {
    value = laws_.operation()(*assigned.op, 0, body_.exprs[assigned.target].type, {*before, value});
  }
  const std::uint32_t local = target_of(assigned.target, value);
  assign(local, value, is_conditional);
}

void BodyLawFinder::follow(BodyStmtId id) {
  const bool outer = is_conditional_[id.index()];
  const BodyStmt& stmt = body_.stmts[id];
  if (const auto* block = std::get_if<BlockBody>(&stmt.kind)) {
    for (const BodyStmtId inner : block->statements) {
      enter(inner, outer);
    }
  } else if (const auto* branch = std::get_if<IfBody>(&stmt.kind)) {
    const bool inside = outer || varies(branch->condition);
    enter(branch->then_branch, inside);
    if (branch->else_branch) {
      enter(*branch->else_branch, inside);
    }
  } else if (const auto* loop = std::get_if<ForBody>(&stmt.kind)) {
    const bool inside = outer || varies(loop->condition);
    if (loop->initial) {
      enter(*loop->initial, outer);
    }
    if (loop->step) {
      enter(*loop->step, inside);
    }
    enter(loop->body, inside);
  } else if (const auto* repeat = std::get_if<WhileBody>(&stmt.kind)) {
    enter(repeat->body, outer || varies(repeat->condition));
  } else if (const auto* declared = std::get_if<DeclareBody>(&stmt.kind)) {
    if (!declared->initial) {
      assign(declared->local, Law::Zero, false);
    } else if (const std::optional<Law> law = exprs_[declared->initial->index()]) {
      assign(declared->local, *law, outer);
    }
  } else if (const auto* assigned = std::get_if<AssignBody>(&stmt.kind)) {
    assign(*assigned, outer);
  } else {
    // After a conditional return, break or continue, execution of the rest depends on that
    // condition.
    leaves_early_ = leaves_early_ || outer;
  }
}

}  // namespace weft
