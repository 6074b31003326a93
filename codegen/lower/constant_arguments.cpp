#include "codegen/lower/constant_arguments.h"

#include <algorithm>
#include <utility>

#include "codegen/lower/body_writer.h"
#include "codegen/lower/copy_leaf_body.h"
#include "codegen/lower/symbol_reads.h"
#include "fragments/analysis/known_values.h"
#include "fragments/analysis/operation_counts.h"
#include "fragments/interpreter/interpreter.h"
#include "fragments/model/body_flow.h"
#include "fragments/model/live_body.h"

namespace weft {
namespace {

constexpr std::size_t most_ports = 64;
constexpr std::uint64_t most_call_steps = 1'000;  // of a call of constants
using PortSet = std::uint64_t;

/// What is known of an expression.
struct KnownValue {
  std::optional<Constant> value;   ///< if constants decide it
  std::optional<BodyExprId> same;  ///< else, if it is a copy of that expression
  PortSet by = 0;                  ///< the ports that decide either
};

/// A scalar constant as a vector, where a port takes one.
std::optional<Constant> as_type(const Constant& constant, DataType type) {
  if (constant.type == type) {
    return constant;
  }
  const bool spreads = constant.type.is_scalar() && type.is_vector() &&
                       constant.type.scalar_kind() == type.scalar_kind();
  return spreads ? std::optional(Constant{
                       type, std::vector<std::uint32_t>(static_cast<std::size_t>(type.rows()),
                                                        constant.bits.front())})
                 : std::nullopt;
}

class ArgumentFolding {
 public:
  ArgumentFolding(const Library& library, const Body& body, const ConstantArguments& arguments)
      : library_(library), body_(body), arguments_(arguments), initials_(initial_values(body)) {}

  std::optional<FoldedBody> run() {
    find_known();
    add_unread_ports();
    if (saving_ == 0) {
      return std::nullopt;
    }
    Body out = copied_body();
    FoldedBody folded{without_injections(library_, out, {}), {}};
    if (folded.body.features != body_.features) {
      return std::nullopt;  // calls pass the features of the whole body
    }
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
      folded.is_folded.push_back(i < most_ports && (saving_ >> i & 1U) != 0);
    }
    return folded;
  }

 private:
  void find_known() {
    known_.resize(body_.exprs.size());
    for (std::size_t i = 0; i < body_.exprs.size(); ++i) {
      const BodyExpr& expr = body_.exprs[BodyExprId(i)];
      if (expr.op == Operation::Port) {
        take_port(known_[i], expr);
      } else if (expr.op == Operation::Literal) {
        known_[i].value = Constant{expr.type, {expr.payload}};
      } else if (expr.op == Operation::Local) {
        if (const auto initial = initials_[expr.payload]; initial && known_of(*initial).value) {
          known_[i] = known_of(*initial);
        }
      } else if (expr.type.is_scalar_or_vector() && expr.argument_count != 0) {
        expr.op == Operation::Call ? take_call(known_[i], expr) : take_operation(known_[i], expr);
      }
    }
    for (const BodyStmt& stmt : body_.stmts) {
      if (const auto* branch = std::get_if<IfBody>(&stmt.kind)) {
        const KnownValue& condition = known_of(branch->condition);
        saving_ |= condition.value ? condition.by : 0;
      }
    }
  }

  /// A constant that the body does not read, as after an unread member, is no parameter.
  void add_unread_ports() {
    PortSet unread = 0;
    for (std::size_t i = 0; i < std::min(arguments_.size(), most_ports); ++i) {
      unread |= arguments_[i] != nullptr ? PortSet{1} << i : 0;
    }
    for (const BodyExpr& expr : body_.exprs) {
      if (expr.op == Operation::Port && expr.payload < most_ports) {
        unread &= ~(PortSet{1} << expr.payload);
      }
    }
    saving_ |= unread;
  }

  void take_port(KnownValue& known, const BodyExpr& port) const {
    const bool is_given = port.payload < std::min(arguments_.size(), most_ports) &&
                          arguments_[port.payload] != nullptr && port.type.is_scalar_or_vector();
    if (is_given) {
      known.value = as_type(*arguments_[port.payload], port.type);
      known.by = known.value ? PortSet{1} << port.payload : 0;
    }
  }

  void take_operation(KnownValue& known, const BodyExpr& expr) {
    std::vector<const Constant*> values;
    std::vector<DataType> types;
    PortSet by = 0;
    for (std::uint32_t k = 0; k < expr.argument_count; ++k) {
      const BodyExprId argument = body_.argument(expr, k);
      const KnownValue& one = known_of(argument);
      values.push_back(one.value ? &*one.value : nullptr);
      types.push_back(body_.exprs[argument].type);
      by |= one.by;
    }
    if (std::all_of(values.begin(), values.end(), [](const auto* one) { return one == nullptr; })) {
      return;
    }
    KnownOutcome outcome =
        known_outcome(library_.data_types, expr.op, expr.payload, expr.type, values, types);
    if (outcome.value) {
      known.value = std::move(outcome.value);
      known.by = by;
    } else if (outcome.argument && by != 0) {
      const BodyExprId argument = body_.argument(expr, *outcome.argument);
      known.value = known_of(argument).value;
      known.same = known.value ? std::nullopt : std::optional(argument);
      known.by = by;
    }
    const bool is_decided = known.value || known.same;
    if (is_decided && operation_count(expr.op, expr.payload, expr.type, 1) != 0) {
      saving_ |= by;
    }
  }

  /// A call of another leaf with constants alone.
  void take_call(KnownValue& known, const BodyExpr& expr) {
    const BodyCall& call = body_.calls[expr.payload];
    const Fragment& fragment = library_.fragments[call.fragment];
    const BodyInstance* instance = fragment.find_instance(call.type_arguments);
    std::vector<Constant> given;
    PortSet by = 0;
    for (std::uint32_t k = 0; k < expr.argument_count; ++k) {
      const KnownValue& one = known_of(expr, k);
      const DataType type = bound_type(fragment.ports[k].type, call.type_arguments);
      std::optional<Constant> value = one.value ? as_type(*one.value, type) : std::nullopt;
      if (!value) {
        return;
      }
      given.push_back(std::move(*value));
      by |= one.by;
    }
    if (by == 0 || instance == nullptr || !instance->body.root ||
        !instance->body.features.empty()) {
      return;
    }
    const std::vector<Constant> no_features;
    EvaluationInputs inputs{given, no_features};
    inputs.step_limit = most_call_steps;
    auto values = evaluate_body(library_, instance->body, {expr.type}, inputs);
    if (values && is_finite(values->front())) {
      known.value = std::move(values->front());
      known.by = by;
      saving_ |= by;
    }
  }

  bool is_written(const KnownValue& known) const {
    return known.by != 0 && (known.by & ~saving_) == 0;
  }

  Body copied_body() {
    Body out;
    out.locals = body_.locals;
    out.features = body_.features;
    out.calls = body_.calls;
    out.port_calls = body_.port_calls;
    for (std::size_t i = 0; i < body_.exprs.size(); ++i) {
      copied_.push_back(copy(out, body_.exprs[BodyExprId(i)], known_[i]));
    }
    for (const BodyStmt& from : body_.stmts) {
      BodyStmt stmt = from;
      replace_expressions(stmt, [this](BodyExprId id) { return copied_[id.index()]; });
      if (auto* block = std::get_if<BlockBody>(&stmt.kind)) {
        block->statements = without_decided(out, block->statements);
      } else if (auto* branch = std::get_if<IfBody>(&stmt.kind); branch && branch->else_branch) {
        branch->else_branch = taken(*branch->else_branch);
      }
      out.add(std::move(stmt));
    }
    out.root = body_.root;
    return out;
  }

  BodyExprId copy(Body& out, const BodyExpr& expr, const KnownValue& known) const {
    if (is_written(known)) {
      return known.value ? add_constant(out, library_.data_types, *known.value)
                         : copied_[known.same->index()];
    }
    std::vector<BodyExprId> arguments;
    arguments.reserve(expr.argument_count);
    for (std::uint32_t k = 0; k < expr.argument_count; ++k) {
      arguments.push_back(copied_[body_.argument(expr, k).index()]);
      // `f0 + 0.96`, not `f0 + vec3(0.96)`.
      const auto scalar = takes_scalars(expr.op) && is_written(known_of(expr, k)) &&
                                  !known_of(expr, 1 - k).value &&
                                  body_.exprs[body_.argument(expr, 1 - k)].type == expr.type
                              ? spread_scalar(out, arguments.back())
                              : std::nullopt;
      arguments.back() = scalar.value_or(arguments.back());
    }
    return out.add(expr.op, expr.type, expr.payload, arguments, expr.span);
  }

  const KnownValue& known_of(BodyExprId id) const { return known_[id.index()]; }
  const KnownValue& known_of(const BodyExpr& expr, std::uint32_t argument) const {
    return known_of(body_.argument(expr, argument));
  }

  static bool takes_scalars(Operation op) {
    return op == Operation::Add || op == Operation::Subtract || op == Operation::Multiply ||
           op == Operation::Divide;
  }

  /// What is left of a statement once decided branches are taken.
  std::optional<BodyStmtId> taken(BodyStmtId id) const {
    std::optional<BodyStmtId> left = id;
    while (left) {
      const auto* branch = std::get_if<IfBody>(&body_.stmts[*left].kind);
      const KnownValue* condition = branch != nullptr ? &known_of(branch->condition) : nullptr;
      if (condition == nullptr || !condition->value || !is_written(*condition)) {
        break;
      }
      left = condition->value->bits.front() != 0 ? branch->then_branch : branch->else_branch;
    }
    return left;
  }

  /// The statements of a block, with those of branches that are taken in any case.
  std::vector<BodyStmtId> without_decided(const Body& out,
                                          const std::vector<BodyStmtId>& statements) const {
    std::vector<BodyStmtId> left;
    for (const BodyStmtId id : statements) {
      const std::optional<BodyStmtId> taken_one = taken(id);
      if (taken_one == id) {
        left.push_back(id);
      } else if (taken_one) {
        const auto* block = std::get_if<BlockBody>(&out.stmts[*taken_one].kind);
        if (block != nullptr) {
          left.insert(left.end(), block->statements.begin(), block->statements.end());
        } else {
          left.push_back(*taken_one);
        }
      }
      if (!left.empty() && std::holds_alternative<ReturnBody>(body_.stmts[left.back()].kind)) {
        break;
      }
    }
    return left;
  }

  const Library& library_;
  const Body& body_;
  const ConstantArguments& arguments_;
  std::vector<std::optional<BodyExprId>> initials_;
  std::vector<KnownValue> known_;  // per expression
  PortSet saving_ = 0;             // the ports whose constants save something
  std::vector<BodyExprId> copied_;
};

}  // namespace

std::optional<FoldedBody> fold_arguments(const Library& library, const Body& body,
                                         const ConstantArguments& arguments) {
  const bool has_any = std::any_of(arguments.begin(), arguments.end(),
                                   [](const Constant* one) { return one != nullptr; });
  return has_any && body.root ? ArgumentFolding(library, body, arguments).run() : std::nullopt;
}

ConstantArguments constant_arguments(const Library& library, const Plan& plan,
                                     const Evaluation& call, const LeafEvaluation& leaf) {
  const Fragment& signature = signature_of(library, leaf);
  ConstantArguments arguments(signature.ports.size(), nullptr);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const auto* constant = std::get_if<ConstantEvaluation>(&plan.evaluations[call.inputs[i]].kind);
    if (constant != nullptr && signature.ports[i].kind == FragmentPort::Kind::Value) {
      arguments[i] = &constant->value;
    }
  }
  return arguments;
}

std::optional<FoldedBody> fold_part(const Library& library, const Plan& plan,
                                    const Evaluation& call, const LeafEvaluation& leaf) {
  const Body* body = value_part(leaf) != nullptr ? body_of(library, leaf) : nullptr;
  return body != nullptr
             ? fold_arguments(library, *body, constant_arguments(library, plan, call, leaf))
             : std::nullopt;
}

}  // namespace weft
