#include "codegen/lower/body_ranges.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <unordered_map>
#include <variant>

#include "codegen/lower/medium_errors.h"
#include "fragments/model/intrinsics.h"

namespace weft {
namespace {

class BodyRangeFinder {
 public:
  BodyRangeFinder(const Library& library, const Body& body, const std::vector<ValueRange>& inputs,
                  const std::vector<double>& errors, int calls)
      : library_(library), body_(body), inputs_(inputs), input_errors_(errors), calls_(calls) {}

  BodyRanges run() {
    BodyRanges ranges{std::vector<ValueRange>(body_.exprs.size()), unknown_range, unknown.error};
    if (has_loop(body_)) {
      return ranges;
    }
    find_writes();
    exprs_.reserve(body_.exprs.size());
    errors_.reserve(body_.exprs.size());
    for (std::size_t i = 0; i < body_.exprs.size(); ++i) {
      const BodyExprId id(i);
      const Known known = known_of(body_.exprs[id]);
      exprs_.push_back(known.range);
      errors_.push_back(known.error);
      const auto [first, last] = writes_.equal_range(id);
      for (auto write = first; write != last; ++write) {
        take(write->second);
      }
    }
    const Known result = result_of();
    ranges.result = result.range;
    ranges.error = result.error;
    ranges.exprs = std::move(exprs_);
    return ranges;
  }

 private:
  struct Known {
    ValueRange range;
    double error;
  };
  static constexpr Known unknown = {unknown_range, std::numeric_limits<double>::infinity()};

  static Known either(const std::optional<Known>& one, const Known& other) {
    return one ? Known{hull(one->range, other.range), std::max(one->error, other.error)} : other;
  }
  static Known rounded(const ValueRange& range) { return {range, rounding_error(range)}; }

  Known known(BodyExprId id) const { return {exprs_[id.index()], errors_[id.index()]}; }

  struct Write {
    std::uint32_t local = 0;
    std::optional<BodyExprId> target;  // none where it is declared
    std::optional<Operation> op;
    BodyExprId value;
  };

  // A local that is declared without a value is 0 where nothing was written to it.
  void find_writes() {
    locals_.assign(body_.locals.size(), Known{{0, 0}, 0});
    for (const BodyStmt& stmt : body_.stmts) {
      const auto* declared = std::get_if<DeclareBody>(&stmt.kind);
      if (declared != nullptr && declared->initial) {
        locals_[declared->local].reset();
        writes_.emplace(*declared->initial,
                        Write{declared->local, std::nullopt, std::nullopt, *declared->initial});
      } else if (const auto* assigned = std::get_if<AssignBody>(&stmt.kind);
                 assigned != nullptr && assigned->target != assigned->value) {
        const Write write{assigned_local(body_, assigned->target), assigned->target, assigned->op,
                          assigned->value};
        writes_.emplace(std::max(assigned->target, assigned->value), write);
      }
    }
  }

  void take(const Write& write) {
    Known given = known(write.value);
    if (write.op) {
      const DataType type = body_.exprs[*write.target].type;
      const Known before = known(*write.target);
      const std::vector<ValueRange> operands = {before.range, given.range};
      const std::vector<double> errors = {before.error, given.error};
      given.range = operation_range(*write.op, 0, type, operands);
      given.error = operation_error(*write.op, 0, type, operands, errors, given.range);
    }
    std::optional<Known>& local = locals_[write.local];
    local = either(local, given);
  }

  Known known_of(const BodyExpr& expr) const {
    switch (expr.op) {
      case Operation::Port:
        return {inputs_[expr.payload], input_errors_[expr.payload]};
      case Operation::Local:
        return locals_[expr.payload].value_or(unknown);
      case Operation::Literal:
        return rounded(range_of_constant({expr.type, {expr.payload}}));
      case Operation::Call:
        return known_of_call(expr);
      default:
        break;
    }
    if (expr.op == Operation::Intrinsic && static_cast<Intrinsic>(expr.payload) == Intrinsic::Dot) {
      const std::vector<ValueRange> a = components_of(body_.argument(expr, 0));
      const std::vector<ValueRange> b = components_of(body_.argument(expr, 1));
      const std::vector<double> errors = errors_of(expr);
      return {dot_range(a, b), dot_error(a, b, errors[0], errors[1])};
    }
    const std::vector<ValueRange> operands = operands_of(expr);
    const ValueRange range = operation_range(expr.op, expr.payload, expr.type, operands);
    return {range,
            operation_error(expr.op, expr.payload, expr.type, operands, errors_of(expr), range)};
  }

  // What is known per expression, of the operands of one.
  template <typename T>
  std::vector<T> of_operands(const BodyExpr& expr, const std::vector<T>& known) const {
    std::vector<T> operands;
    operands.reserve(expr.argument_count);
    for (std::uint32_t i = 0; i < expr.argument_count; ++i) {
      operands.push_back(known[body_.argument(expr, i).index()]);
    }
    return operands;
  }

  std::vector<ValueRange> operands_of(const BodyExpr& expr) const {
    return of_operands(expr, exprs_);
  }
  std::vector<double> errors_of(const BodyExpr& expr) const { return of_operands(expr, errors_); }

  // Each component's own range if the vector is made of scalars.
  std::vector<ValueRange> components_of(BodyExprId id) const {
    const BodyExpr& vector = body_.exprs[id];
    const auto size = static_cast<std::uint32_t>(vector.type.rows());
    return vector.op == Operation::Construct && vector.argument_count == size
               ? operands_of(vector)
               : std::vector<ValueRange>(size, exprs_[id.index()]);
  }

  Known known_of_call(const BodyExpr& expr) const {
    const Body* callee = calls_ > 0 ? body_of_callee(library_, body_.calls[expr.payload]) : nullptr;
    if (callee == nullptr) {
      return unknown;
    }
    const BodyRanges ranges =
        body_ranges(library_, *callee, operands_of(expr), errors_of(expr), calls_ - 1);
    return {ranges.result, ranges.error};
  }

  Known result_of() const {
    std::optional<Known> result;
    for (const BodyStmt& stmt : body_.stmts) {
      const auto* returned = std::get_if<ReturnBody>(&stmt.kind);
      if (returned != nullptr && returned->value) {
        result = either(result, known(*returned->value));
      }
    }
    return result.value_or(unknown);
  }

  const Library& library_;
  const Body& body_;
  const std::vector<ValueRange>& inputs_;
  const std::vector<double>& input_errors_;
  int calls_;
  std::unordered_multimap<BodyExprId, Write>
      writes_;                                // by the last expression of each; lookups only
  std::vector<ValueRange> exprs_;             // of those so far
  std::vector<double> errors_;                // of the same
  std::vector<std::optional<Known>> locals_;  // what each was given so far
};

}  // namespace

BodyRanges body_ranges(const Library& library, const Body& body,
                       const std::vector<ValueRange>& inputs, const std::vector<double>& errors,
                       int calls) {
  return BodyRangeFinder(library, body, inputs, errors, calls).run();
}

bool has_loop(const Body& body) {
  return std::any_of(body.stmts.begin(), body.stmts.end(), [](const BodyStmt& stmt) {
    return std::holds_alternative<ForBody>(stmt.kind) ||
           std::holds_alternative<WhileBody>(stmt.kind);
  });
}

const Body* body_of_callee(const Library& library, const BodyCall& call) {
  const BodyInstance* instance =
      library.fragments[call.fragment].find_instance(call.type_arguments);
  return instance != nullptr && instance->body.root ? &instance->body : nullptr;
}

}  // namespace weft
