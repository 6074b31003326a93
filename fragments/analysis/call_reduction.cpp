#include "fragments/analysis/call_reduction.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "fragments/analysis/known_values.h"
#include "fragments/model/returned_expression.h"
#include "support/hash.h"

namespace weft {
namespace {

constexpr std::size_t most_inputs = 64;
constexpr std::size_t most_answers = 8192;

/// The abstract value of an expression or local.
struct Value {
  std::optional<Constant> known;
  std::optional<std::uint32_t> input;  // a copy of that input
  std::uint64_t depends = 0;           // bit set of the inputs that it depends on
};

/// Abstractly executes a straight-line body from its first statement to its return.
class BodyWalk {
 public:
  BodyWalk(const Library& library, const Fragment& fragment, const Body& body,
           const std::vector<const Constant*>& known)
      : library_(library),
        body_(body),
        known_(known),
        ports_(fragment.ports.size()),
        exprs_(body.exprs.size()),
        locals_(body.locals.size()),
        results_(fragment.results.size()),
        rounds_(body.exprs.size(), 0) {}

  std::optional<ReducedCall> run() {
    if (!body_.root || !follow_all()) {
      return std::nullopt;
    }
    for (std::size_t i = 0; i < body_.locals.size() && !has_returned_; ++i) {
      if (const auto& output = body_.locals[i].output) {
        results_[*output] = locals_[i];
      }
    }
    ReducedCall reduced;
    std::uint64_t needed = 0;
    reduced.results.reserve(results_.size());
    reduced.is_needed.reserve(known_.size());
    for (Value& result : results_) {
      needed |= result.depends;
      reduced.results.push_back({std::move(result.known), result.input});
    }
    for (std::size_t i = 0; i < known_.size(); ++i) {
      reduced.is_needed.push_back((needed >> i & 1U) != 0);
    }
    return reduced;
  }

 private:
  struct Open {
    BodyStmtId stmt;
    std::uint64_t condition;  // bit set of the inputs it is conditional on; 0: unconditional
  };

  /// Returns whether the body could be followed. Statements are popped from a stack.
  bool follow_all() {
    open_.push_back({*body_.root, 0});
    while (!open_.empty()) {
      const Open next = open_.back();
      open_.pop_back();
      if (!follow(body_.stmts[next.stmt], next.condition)) {
        return false;
      }
    }
    return true;
  }

  bool follow(const BodyStmt& stmt, std::uint64_t condition) {
    if (const auto* block = std::get_if<BlockBody>(&stmt.kind)) {
      for (std::size_t i = block->statements.size(); i-- > 0;) {
        open_.push_back({block->statements[i], condition});
      }
    } else if (const auto* choice = std::get_if<IfBody>(&stmt.kind)) {
      const Value& decided = value_of(choice->condition);
      const bool is_unknown = !decided.known;
      const bool is_true = is_unknown || decided.known->bits[0] != 0;
      condition |= is_unknown ? decided.depends | undecided : 0;
      if (choice->else_branch && (is_unknown || !is_true)) {
        open_.push_back({*choice->else_branch, condition});
      }
      if (is_true) {
        open_.push_back({choice->then_branch, condition});
      }
    } else if (const auto* declared = std::get_if<DeclareBody>(&stmt.kind)) {
      Value value;
      if (declared->initial) {
        value = value_of(*declared->initial);
      } else if (body_.locals[declared->local].type.is_plain()) {
        value.known = zero_constant(library_.data_types, body_.locals[declared->local].type);
      }
      locals_[declared->local] =
          std::move(value);  // the condition does not matter: only its own block sees the local
    } else if (const auto* assigned = std::get_if<AssignBody>(&stmt.kind)) {
      assign(*assigned, condition);
    } else if (const auto* returned = std::get_if<ReturnBody>(&stmt.kind)) {
      if (condition != 0) {
        return false;
      }
      if (returned->value) {
        results_[0] = value_of(*returned->value);
        has_returned_ = true;
      }
      open_.clear();
    } else {
      return false;  // loops, break and continue
    }
    return true;
  }

  void assign(const AssignBody& assigned, std::uint64_t condition) {
    Value value = value_of(assigned.value);
    BodyExprId target = assigned.target;
    if (assigned.op) {
      const Value before = value_of(assigned.target);
      value = combined(*assigned.op, 0, body_.exprs[target].type, {&before, &value},
                       {body_.exprs[target].type, body_.exprs[assigned.value].type});
    }
    bool is_part = false;
    std::uint64_t depends = value.depends | condition;
    while (body_.exprs[target].op != Operation::Local) {
      const BodyExpr& part = body_.exprs[target];
      for (std::uint32_t i = 1; i < part.argument_count; ++i) {
        depends |= value_of(body_.argument(part, i)).depends;  // indices
      }
      target = body_.argument(part, 0);
      is_part = true;
    }
    Value& local = locals_[body_.exprs[target].payload];
    if (is_part || condition != 0) {
      local = Value{std::nullopt, std::nullopt, local.depends | depends};
    } else {
      local = std::move(value);
    }
    // The `undecided` bit marks unknown conditions, also those that depend on no input; it is not
    // an input itself.
    local.depends &= ~undecided;
  }

  /// Evaluates an expression in the current state. Each expression belongs to one statement and is
  /// reached once.
  const Value& value_of(BodyExprId root) {
    std::vector<BodyExprId>& open = lists_.open;
    open.assign(1, root);
    const std::size_t round = ++round_;
    while (!open.empty()) {
      const BodyExprId id = open.back();
      const BodyExpr& expr = body_.exprs[id];
      const std::size_t before = open.size();
      for (std::uint32_t i = 0; i < expr.argument_count; ++i) {
        const BodyExprId argument = body_.argument(expr, i);
        if (rounds_[argument.index()] != round) {
          open.push_back(argument);
        }
      }
      if (open.size() == before) {
        open.pop_back();
        exprs_[id.index()] = evaluate(expr);
        rounds_[id.index()] = round;
      }
    }
    return exprs_[root.index()];
  }

  Value input(std::size_t index, DataType type) const {
    Value value;
    const Constant* known = known_[index];
    if (known != nullptr && known->type == type) {
      value.known = *known;
    } else {
      value.input = static_cast<std::uint32_t>(index);
      value.depends = std::uint64_t{1} << index;
    }
    return value;
  }

  Value evaluate(const BodyExpr& expr) {
    switch (expr.op) {
      case Operation::Literal:
        return {Constant{expr.type, {expr.payload}}, std::nullopt, 0};
      case Operation::Local:
        return locals_[expr.payload];
      case Operation::Port:
        return input(expr.payload, expr.type);
      case Operation::Feature:
        return input(ports_ + expr.payload, expr.type);
      default:
        break;
    }
    if (expr.op == Operation::PortCall && expr.argument_count == 0) {
      return input(body_.port_calls[expr.payload].port,
                   expr.type);  // the function itself is a value here
    }
    lists_.arguments.clear();
    lists_.types.clear();
    for (std::uint32_t i = 0; i < expr.argument_count; ++i) {
      lists_.arguments.push_back(&exprs_[body_.argument(expr, i).index()]);
      lists_.types.push_back(body_.exprs[body_.argument(expr, i)].type);
    }
    Value value = combined(expr.op, expr.payload, expr.type, lists_.arguments, lists_.types);
    if (expr.op == Operation::Call) {
      for (std::size_t i = 0; i < body_.features.size(); ++i) {
        value.depends |= std::uint64_t{1} << (ports_ + i);  // the callee may read any feature
      }
    } else if (expr.op == Operation::PortCall) {
      value.depends |= std::uint64_t{1} << body_.port_calls[expr.payload].port;
    }
    return value;
  }

  Value combined(Operation op, std::uint32_t payload, DataType type,
                 const std::vector<const Value*>& arguments, const std::vector<DataType>& types) {
    Value value;
    lists_.known.clear();
    for (const Value* argument : arguments) {
      lists_.known.push_back(argument->known ? &*argument->known : nullptr);
      value.depends |= argument->depends;
    }
    KnownOutcome outcome =
        known_outcome(library_.data_types, op, payload, type, lists_.known, types);
    if (outcome.value) {
      return {std::move(outcome.value), std::nullopt, 0};
    }
    if (outcome.argument) {
      return *arguments[*outcome.argument];
    }
    if (op == Operation::Select && arguments[1]->input &&
        arguments[1]->input == arguments[2]->input) {
      return *arguments[1];
    }
    return value;
  }

  /// Of the expression at hand; kept for their memory.
  struct Lists {
    std::vector<BodyExprId> open;
    std::vector<const Value*> arguments;
    std::vector<DataType> types;
    std::vector<const Constant*> known;  // per argument
  };

  static constexpr std::uint64_t undecided = std::uint64_t{1} << (most_inputs - 1);

  const Library& library_;
  const Body& body_;
  const std::vector<const Constant*>& known_;
  std::size_t ports_;
  std::vector<Value> exprs_;
  std::vector<Value> locals_;
  std::vector<Value> results_;
  std::vector<Open> open_;
  Lists lists_;
  std::vector<std::size_t> rounds_;  // per expression: the round that evaluated it
  std::size_t round_ = 0;
  bool has_returned_ = false;
};

std::optional<UnaryBody> unary_of(const Fragment& fragment, const Body& body) {
  const std::optional<BodyExprId> result = returned_expression(body);
  if (!result || fragment.ports.size() != 1 || !body.features.empty()) {
    return std::nullopt;
  }
  const BodyExpr& expr = body.exprs[*result];
  const bool is_unary =
      expr.argument_count == 1 && body.exprs[body.argument(expr, 0)].op == Operation::Port;
  return is_unary ? std::optional(UnaryBody{expr.op, expr.payload}) : std::nullopt;
}

/// Whether BodyWalk can execute the body.
bool is_straight(const Fragment& fragment, const Body& body) {
  const bool has_loop = std::any_of(body.stmts.begin(), body.stmts.end(), [](const BodyStmt& stmt) {
    return std::holds_alternative<ForBody>(stmt.kind) ||
           std::holds_alternative<WhileBody>(stmt.kind);
  });
  return !has_loop && fragment.ports.size() + body.features.size() < most_inputs;
}

}  // namespace

const CallReduction::BodyFacts& CallReduction::facts(const Fragment& fragment, const Body& body) {
  const auto known = facts_.find(&body);
  if (known != facts_.end()) {
    return known->second;
  }
  BodyFacts facts;
  facts.is_straight = is_straight(fragment, body);
  facts.unary = unary_of(fragment, body);
  if (facts.is_straight) {
    const std::vector<const Constant*> nothing(fragment.ports.size() + body.features.size(),
                                               nullptr);
    facts.with_nothing_known = BodyWalk(library_, fragment, body, nothing).run();
  }
  const auto is_empty = [](const ReducedResult& result) { return !result.value && !result.input; };
  facts.says_nothing =
      !facts.unary && (!facts.with_nothing_known ||
                       (std::all_of(facts.with_nothing_known->results.begin(),
                                    facts.with_nothing_known->results.end(), is_empty) &&
                        std::find(facts.with_nothing_known->is_needed.begin(),
                                  facts.with_nothing_known->is_needed.end(),
                                  false) == facts.with_nothing_known->is_needed.end()));
  return facts_.emplace(&body, std::move(facts)).first->second;
}

bool CallReduction::says_nothing(FragmentId id, const std::vector<DataType>& type_arguments,
                                 const Specialization& special) {
  const Body* body = find_body(library_, id, type_arguments, special);
  return body == nullptr || facts(library_.fragments[id], *body).says_nothing;
}

const ReducedCall* CallReduction::reduce(FragmentId id, const std::vector<DataType>& type_arguments,
                                         const std::vector<const Constant*>& known,
                                         const Specialization& special) {
  const auto found = [](const std::optional<ReducedCall>& reduced) {
    return reduced ? &*reduced : nullptr;
  };
  const Fragment& fragment = library_.fragments[id];
  const Body* body = find_body(library_, id, type_arguments, special);
  if (body == nullptr) {
    return nullptr;
  }
  const BodyFacts& of_body = facts(fragment, *body);
  if (!of_body.is_straight) {
    return nullptr;
  }
  const bool is_any_known = std::any_of(known.begin(), known.end(),
                                        [](const Constant* value) { return value != nullptr; });
  if (!is_any_known) {
    return found(of_body.with_nothing_known);
  }
  Question question{body, {}, {}};
  question.types.reserve(known.size());
  for (const Constant* value : known) {
    question.types.push_back(value != nullptr ? value->type : DataType());
    if (value != nullptr) {
      question.bits.insert(question.bits.end(), value->bits.begin(), value->bits.end());
    }
  }
  if (const auto answered = answers_.find(question); answered != answers_.end()) {
    return found(answered->second);
  }
  if (answers_.size() >= most_answers) {
    answers_.clear();
  }
  return found(
      answers_.emplace(std::move(question), BodyWalk(library_, fragment, *body, known).run())
          .first->second);
}

std::size_t CallReduction::QuestionHash::operator()(const Question& question) const {
  std::uint64_t hash = std::hash<const Body*>()(question.body);
  for (const std::uint32_t word : question.bits) {
    hash = mix_hash(hash, word);
  }
  return hash;
}

std::optional<UnaryBody> CallReduction::unary(FragmentId id,
                                              const std::vector<DataType>& type_arguments,
                                              const Specialization& special) {
  const Body* body = find_body(library_, id, type_arguments, special);
  return body == nullptr ? std::nullopt : facts(library_.fragments[id], *body).unary;
}

}  // namespace weft
