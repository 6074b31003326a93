#include "codegen/lower/fold_arguments.h"

#include <algorithm>
#include <utility>

#include "codegen/lower/body_writer.h"
#include "codegen/lower/copy_leaf_body.h"
#include "codegen/lower/symbol_reads.h"
#include "codegen/lower/value_numbers.h"
#include "fragments/analysis/known_values.h"
#include "fragments/analysis/operation_counts.h"
#include "fragments/interpreter/interpreter.h"
#include "fragments/model/body_flow.h"
#include "fragments/model/live_body.h"

namespace weft {
namespace {

constexpr std::size_t most_ports = 64;            // others are left as they are
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
  ArgumentFolding(const Library& library, const Body& body, const KnownArguments& arguments)
      : library_(library), body_(body), arguments_(arguments), initials_(initial_values(body)) {}

  std::optional<FoldedBody> run() {
    for (std::size_t i = 0; i < std::min(arguments_.size(), most_ports); ++i) {
      equal_ |= arguments_[i].same_as && arguments_[i].constant == nullptr ? PortSet{1} << i : 0;
    }
    saving_ = equal_;
    if (equal_ != 0) {
      number_values();
    }
    find_known();
    add_unread_ports();
    if (saving_ == 0) {
      return std::nullopt;
    }
    const Body out = copied_body();
    FoldedBody folded{without_injections(library_, out, {}), {}, {}};
    if (folded.body.features != body_.features) {
      return std::nullopt;  // calls pass the features of the whole body
    }
    const PortSet unread = read_ports(body_) & ~read_ports(folded.body);
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
      const bool is_written = i < most_ports && (saving_ >> i & 1U) != 0;
      folded.is_written.push_back(is_written);
      folded.is_dropped.push_back(is_written || (i < most_ports && (unread >> i & 1U) != 0));
    }
    return folded;
  }

 private:
  /// The payload, of a port that of the one that is read in its place.
  std::uint32_t folded_payload(const BodyExpr& expr) const {
    const bool is_equal = expr.op == Operation::Port && expr.payload < most_ports &&
                          (equal_ >> expr.payload & 1U) != 0;
    return is_equal ? *arguments_[expr.payload].same_as : expr.payload;
  }

  // Reads of a local that is assigned again have numbers of their own.
  void number_values() {
    const std::vector<std::uint32_t> first_calls = first_equal_calls(body_);
    ValueNumbers known;
    for (std::size_t i = 0; i < body_.exprs.size(); ++i) {
      const BodyExpr& expr = body_.exprs[BodyExprId(i)];
      const auto own = static_cast<std::uint32_t>(i);
      if (expr.op == Operation::Local) {
        const std::optional<BodyExprId>& initial = initials_[expr.payload];
        numbers_.push_back(initial && initial->index() < i ? numbers_[initial->index()] : own);
        continue;
      }
      ValueKey key{expr.op, expr.type,
                   expr.op == Operation::Call ? first_calls[expr.payload] : folded_payload(expr)};
      for (std::uint32_t k = 0; k < expr.argument_count; ++k) {
        key.arguments.push_back(numbers_[body_.argument(expr, k).index()]);
      }
      numbers_.push_back(known.try_emplace(std::move(key), own).first->second);
    }
  }

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
        if (expr.op == Operation::Call) {
          take_call(known_[i], expr);
        } else {
          take_operation(known_[i], expr);
          take_equals(known_[i], expr);
        }
      }
    }
    for (const BodyStmt& stmt : body_.stmts) {
      if (const auto* branch = std::get_if<IfBody>(&stmt.kind)) {
        const KnownValue& condition = known_of(branch->condition);
        saving_ |= condition.value ? condition.by : 0;
      }
    }
  }

  static PortSet read_ports(const Body& body) {
    PortSet read = 0;
    for (const BodyExpr& expr : body.exprs) {
      const bool is_port = expr.op == Operation::Port && expr.payload < most_ports;
      read |= is_port ? PortSet{1} << expr.payload : 0;
    }
    return read;
  }

  /// A constant that the body does not read, as after an unread member, is no parameter.
  void add_unread_ports() {
    const PortSet read = read_ports(body_);
    for (std::size_t i = 0; i < std::min(arguments_.size(), most_ports); ++i) {
      saving_ |= arguments_[i].constant != nullptr ? PortSet{1} << i & ~read : 0;
    }
  }

  void take_port(KnownValue& known, const BodyExpr& port) const {
    const Constant* constant = port.payload < std::min(arguments_.size(), most_ports)
                                   ? arguments_[port.payload].constant
                                   : nullptr;
    if (constant != nullptr && port.type.is_scalar_or_vector()) {
      known.value = as_type(*constant, port.type);
      known.by = known.value ? PortSet{1} << port.payload : 0;
    }
  }

  /// An operation whose two operands are one value, which decides it.
  void take_equals(KnownValue& known, const BodyExpr& expr) const {
    const std::uint32_t first = expr.op == Operation::Select ? 1 : 0;
    if (known.value || known.same || equal_ == 0 || expr.argument_count != first + 2) {
      return;
    }
    const BodyExprId argument = body_.argument(expr, first);
    if (numbers_[argument.index()] != numbers_[body_.argument(expr, first + 1).index()]) {
      return;
    }
    KnownOutcome outcome = outcome_of_equals(library_.data_types, expr.op, expr.payload, expr.type,
                                             body_.exprs[argument].type);
    known.value = std::move(outcome.value);
    known.same = outcome.argument ? std::optional(argument) : std::nullopt;
    known.by = known.value || known.same ? equal_ : 0;
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
    return out.add(expr.op, expr.type, folded_payload(expr), arguments, expr.span);
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
  const KnownArguments& arguments_;
  std::vector<std::optional<BodyExprId>> initials_;
  PortSet equal_ = 0;                   // the ports that others are read in the place of
  std::vector<std::uint32_t> numbers_;  // per expression, if `equal_`: equal for equal values
  std::vector<KnownValue> known_;       // per expression
  PortSet saving_ = 0;                  // `equal_`, and ports whose constants save something
  std::vector<BodyExprId> copied_;
};

}  // namespace

std::optional<FoldedBody> fold_arguments(const Library& library, const Body& body,
                                         const KnownArguments& arguments) {
  const bool has_any =
      std::any_of(arguments.begin(), arguments.end(),
                  [](const KnownArgument& one) { return one.constant != nullptr || one.same_as; });
  return has_any && body.root ? ArgumentFolding(library, body, arguments).run() : std::nullopt;
}

KnownArguments known_arguments(const Library& library, const Plan& plan, const Evaluation& call,
                               const LeafEvaluation& leaf) {
  const std::vector<FragmentPort>& ports = signature_of(library, leaf).ports;
  KnownArguments arguments(ports.size());
  for (std::uint32_t i = 0; i < ports.size(); ++i) {
    if (ports[i].kind != FragmentPort::Kind::Value) {
      continue;
    }
    const EvaluationId input = call.inputs[i];
    const DataType type = bound_type(ports[i].type, leaf.type_arguments);
    if (const auto* constant = std::get_if<ConstantEvaluation>(&plan.evaluations[input].kind)) {
      arguments[i].constant = &constant->value;
    }
    for (std::uint32_t k = 0; k < i && !arguments[i].same_as && !type.is_texture(); ++k) {
      const bool is_same = ports[k].kind == FragmentPort::Kind::Value && call.inputs[k] == input &&
                           bound_type(ports[k].type, leaf.type_arguments) == type;
      arguments[i].same_as = is_same ? std::optional(k) : std::nullopt;
    }
  }
  return arguments;
}

std::optional<FoldedBody> fold_part(const Library& library, const Plan& plan,
                                    const Evaluation& call, const LeafEvaluation& leaf) {
  const Body* body = value_part(leaf) != nullptr ? body_of(library, leaf) : nullptr;
  return body != nullptr
             ? fold_arguments(library, *body, known_arguments(library, plan, call, leaf))
             : std::nullopt;
}

}  // namespace weft
