#include "fragments/analysis/laws.h"

#include <algorithm>

#include "support/hash.h"
#include "support/index_table.h"

namespace weft {

/// Finds the laws of one body by fixed-point iteration: laws of locals only grow. A local has no
/// law until an assignment gives it one, and neither has an expression that reads it: a divisor
/// without a law must not count as zero.
class BodyLawFinder {
 public:
  BodyLawFinder(const LeafLaws& laws, const Library& library, const Fragment& fragment,
                const Body& body, const std::vector<Law>& inputs)
      : laws_(laws), library_(library), fragment_(fragment), body_(body), inputs_(inputs) {}

  /// Returns a query that must be answered first; empty once results() is valid.
  std::optional<LeafLaws::Question> run() {
    locals_.assign(body_.locals.size(), std::nullopt);
    for (std::size_t i = 0; i < body_.locals.size(); ++i) {
      if (body_.locals[i].output) {
        locals_[i] = Law::Zero;
      }
    }
    exprs_.assign(body_.exprs.size(), std::nullopt);
    is_conditional_.assign(body_.stmts.size(), false);
    for (bool grew = true; grew;) {
      if (auto missing = find_values()) {
        return missing;
      }
      grew = false;
      // Blocks contain statements with smaller ids, so conditions propagate from the greatest id
      // down.
      for (std::size_t i = body_.stmts.size(); i-- > 0;) {
        grew = follow(BodyStmtId(i)) || grew;
      }
    }
    return std::nullopt;
  }

  std::vector<Law> results() const {
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

 private:
  std::optional<LeafLaws::Question> find_values() {
    for (std::size_t i = 0; i < body_.exprs.size(); ++i) {
      const BodyExpr& expr = body_.exprs[BodyExprId(i)];
      if (!has_known_operands(expr)) {
        continue;
      }
      if (expr.op == Operation::Call) {
        const std::vector<Law>* results = results_of(expr);
        if (results == nullptr) {
          const BodyCall& call = body_.calls[expr.payload];
          return LeafLaws::Question{call.fragment, call.type_arguments, inputs_of(expr)};
        }
        Law joined = results->front();
        for (const Law law : *results) {
          joined = expr.type.is_void() ? join(joined, law) : joined;
        }
        exprs_[i] = joined;
      } else {
        exprs_[i] = law_of(expr);
      }
    }
    return std::nullopt;
  }

  bool has_known_operands(const BodyExpr& expr) const {
    bool is_known = expr.op != Operation::Local || locals_[expr.payload];
    for (std::uint32_t j = 0; j < expr.argument_count; ++j) {
      is_known = is_known && exprs_[body_.argument(expr, j).index()];
    }
    return is_known;
  }

  /// Of an expression whose operands have laws. Valid until it is called again.
  const std::vector<Law>& arguments_of(const BodyExpr& expr) const {
    arguments_.clear();
    for (std::uint32_t j = 0; j < expr.argument_count; ++j) {
      arguments_.push_back(*exprs_[body_.argument(expr, j).index()]);
    }
    return arguments_;
  }

  Law law_of(const BodyExpr& expr) const {
    switch (expr.op) {
      case Operation::Literal: {
        const bool is_zero =
            expr.type.is_float_based() ? expr.payload << 1U == 0 : expr.payload == 0;
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

  Law law_of_port_call(std::uint32_t port, const std::vector<Law>& arguments) const {
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

  /// The laws of what a callee reads: of the arguments, then of its features. Valid until it or
  /// arguments_of() is called again.
  const std::vector<Law>& inputs_of(const BodyExpr& expr) const {
    const BodyCall& call = body_.calls[expr.payload];
    arguments_of(expr);
    const Fragment& callee = library_.fragments[call.fragment];
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

  /// Null: they must be found first.
  const std::vector<Law>* results_of(const BodyExpr& expr) const {
    const BodyCall& call = body_.calls[expr.payload];
    static const Specialization whole;
    return laws_.find({call.fragment, call.type_arguments, inputs_of(expr), whole});
  }

  bool enter(BodyStmtId id, bool is_conditional) {
    const bool grew = is_conditional && !is_conditional_[id.index()];
    is_conditional_[id.index()] = is_conditional_[id.index()] || is_conditional;
    return grew;
  }

  bool assign(std::uint32_t local, Law value, bool is_conditional) {
    const std::optional<Law> before = locals_[local];
    locals_[local] = join(before.value_or(Law::Zero), is_conditional ? Law::Nonlinear : value);
    return locals_[local] != before;
  }

  // `a.b[i].c = v`: returns the local at the base, and joins the laws of the indices into `value`.
  std::uint32_t target_of(BodyExprId id, Law& value) const {
    while (body_.exprs[id].op != Operation::Local) {
      const BodyExpr& expr = body_.exprs[id];
      if (expr.op == Operation::Index && !is_constant(*exprs_[body_.argument(expr, 1).index()])) {
        value = Law::Nonlinear;
      }
      id = body_.argument(expr, 0);
    }
    return body_.exprs[id].payload;
  }

  bool varies(BodyExprId condition) const {
    const std::optional<Law> law = exprs_[condition.index()];
    return law && !is_constant(*law);
  }

  bool assign(const AssignBody& assigned, bool is_conditional) {
    const std::optional<Law> before = exprs_[assigned.target.index()];
    const std::optional<Law> assigned_law = exprs_[assigned.value.index()];
    if (!before || !assigned_law) {
      return false;
    }
    Law value = *assigned_law;
    if (assigned.op) {
      value =
          laws_.operation()(*assigned.op, 0, body_.exprs[assigned.target].type, {*before, value});
    }
    const std::uint32_t local = target_of(assigned.target, value);
    return assign(local, value, is_conditional);
  }

  bool follow(BodyStmtId id) {
    const bool outer = is_conditional_[id.index()];
    const BodyStmt& stmt = body_.stmts[id];
    bool grew = false;
    if (const auto* block = std::get_if<BlockBody>(&stmt.kind)) {
      for (const BodyStmtId inner : block->statements) {
        grew = enter(inner, outer) || grew;
      }
    } else if (const auto* branch = std::get_if<IfBody>(&stmt.kind)) {
      const bool inside = outer || varies(branch->condition);
      grew = enter(branch->then_branch, inside);
      if (branch->else_branch) {
        grew = enter(*branch->else_branch, inside) || grew;
      }
    } else if (const auto* loop = std::get_if<ForBody>(&stmt.kind)) {
      const bool inside = outer || varies(loop->condition);
      if (loop->initial) {
        grew = enter(*loop->initial, outer) || grew;
      }
      if (loop->step) {
        grew = enter(*loop->step, inside) || grew;
      }
      grew = enter(loop->body, inside) || grew;
    } else if (const auto* repeat = std::get_if<WhileBody>(&stmt.kind)) {
      grew = enter(repeat->body, outer || varies(repeat->condition));
    } else if (const auto* declared = std::get_if<DeclareBody>(&stmt.kind)) {
      if (!declared->initial) {
        grew = assign(declared->local, Law::Zero, false);
      } else if (const std::optional<Law> law = exprs_[declared->initial->index()]) {
        grew = assign(declared->local, *law, outer);
      }
    } else if (const auto* assigned = std::get_if<AssignBody>(&stmt.kind)) {
      grew = assign(*assigned, outer);
    } else {
      // After a conditional return, break or continue, execution of the rest depends on that
      // condition.
      grew = outer && !leaves_early_;
      leaves_early_ = leaves_early_ || outer;
    }
    return grew;
  }

  const LeafLaws& laws_;
  const Library& library_;
  const Fragment& fragment_;
  const Body& body_;
  const std::vector<Law>& inputs_;
  std::vector<std::optional<Law>> locals_;
  std::vector<std::optional<Law>> exprs_;  // nothing: an operand has no law
  std::vector<bool> is_conditional_;       // per statement: is under a varying condition
  mutable std::vector<Law> arguments_;     // of arguments_of() and inputs_of()
  bool leaves_early_ = false;
};

std::size_t LeafLaws::QuestionHash::operator()(const QuestionView& question) const {
  std::uint64_t hash = question.fragment.index();
  for (const DataType type : question.type_arguments) {
    hash = mix_hash(hash, static_cast<std::uint64_t>(type.kind()) << 32 |
                              static_cast<std::uint64_t>(type.rows()) << 16 | type.index());
  }
  for (const Law law : question.inputs) {
    hash = mix_hash(hash, static_cast<std::uint64_t>(law));
  }
  for (const UnreadFeature& unread : question.special.unread) {
    hash = mix_hash(hash, std::uint64_t{unread.port} << 32 | unread.position);
  }
  if (const LeafPart* part = question.special.part.get(); part != nullptr && part->value) {
    hash = mix_hash(hash, part->value->index());
  }
  return static_cast<std::size_t>(hash);
}

const std::vector<Law>* LeafLaws::find(const QuestionView& question) const {
  const auto known = known_.find(question);
  return known == known_.end() ? nullptr : &known->second;
}

std::vector<Law> LeafLaws::native_results(const Fragment& fragment,
                                          const std::vector<Law>& inputs) const {
  const auto ports = static_cast<std::ptrdiff_t>(fragment.ports.size());
  const bool is_same =
      std::all_of(inputs.begin(), inputs.end(), [](Law law) { return is_constant(law); });
  const bool has_same_features =
      std::all_of(inputs.begin() + ports, inputs.end(), [](Law law) { return is_constant(law); });
  Law law = Law::Zero;
  for (std::ptrdiff_t i = 0; i < ports; ++i) {
    law = join(law, inputs[static_cast<std::size_t>(i)]);
  }
  const std::optional<Law> declared = declared_law(library_, fragment);
  if (is_same) {
    law = Law::Constant;
  } else if (!declared || *declared == Law::Nonlinear || !has_same_features) {
    law = Law::Nonlinear;
  } else {
    law = join(law, *declared);
  }
  return std::vector<Law>(fragment.results.size(), law);
}

std::optional<LeafLaws::Question> LeafLaws::answer(const Question& question,
                                                   std::vector<Law>& results) const {
  const Fragment& fragment = find_signature(library_, question.fragment, question.special);
  const Body* body =
      find_body(library_, question.fragment, question.type_arguments, question.special);
  if (body == nullptr) {
    results = native_results(fragment, question.inputs);
    return std::nullopt;
  }
  BodyLawFinder finder(*this, library_, fragment, *body, question.inputs);
  if (auto missing = finder.run()) {
    return missing;
  }
  results = finder.results();
  return std::nullopt;
}

const std::vector<Law>& LeafLaws::results(FragmentId fragment,
                                          const std::vector<DataType>& type_arguments,
                                          const std::vector<Law>& inputs,
                                          const Specialization& special) {
  const QuestionView question(fragment, type_arguments, inputs, special);
  // Consecutive queries are often equal.
  if (last_ != nullptr && QuestionEqual()(last_->first, question)) {
    return last_->second;
  }
  if (const auto known = known_.find(question); known != known_.end()) {
    last_ = &*known;
    return known->second;
  }
  std::vector<Question> open{{fragment, type_arguments, inputs, special}};
  while (!open.empty()) {
    const Question next = open.back();
    std::vector<Law> results;
    if (find(next) != nullptr) {
      open.pop_back();
    } else if (auto missing = answer(next, results)) {
      open.push_back(std::move(*missing));
    } else {
      known_.emplace(next, std::move(results));
      open.pop_back();
    }
  }
  last_ = &*known_.find(question);
  return last_->second;
}

std::optional<Law> declared_law(const Library& library, const Fragment& fragment) {
  if (!fragment.law) {
    return std::nullopt;
  }
  const std::string_view name = library.text(*fragment.law);
  if (name == law_name(Law::Linear)) {
    return Law::Linear;
  }
  return name == law_name(Law::Affine) ? Law::Affine : Law::Nonlinear;
}

}  // namespace weft
