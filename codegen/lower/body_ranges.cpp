#include "codegen/lower/body_ranges.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <variant>

#include "fragments/model/intrinsics.h"

namespace weft {
namespace {

class BodyRangeFinder {
 public:
  BodyRangeFinder(const Library& library, const Body& body, const std::vector<ValueRange>& inputs,
                  int calls)
      : library_(library), body_(body), inputs_(inputs), calls_(calls) {}

  BodyRanges run() {
    BodyRanges ranges{std::vector<ValueRange>(body_.exprs.size()), unknown_range};
    if (has_loop(body_)) {
      return ranges;
    }
    find_writes();
    exprs_.reserve(body_.exprs.size());
    for (std::size_t i = 0; i < body_.exprs.size(); ++i) {
      const BodyExprId id(i);
      exprs_.push_back(range_of(body_.exprs[id]));
      const auto [first, last] = writes_.equal_range(id);
      for (auto write = first; write != last; ++write) {
        take(write->second);
      }
    }
    ranges.exprs = std::move(exprs_);
    ranges.result = result_of(ranges.exprs);
    return ranges;
  }

 private:
  struct Write {
    std::uint32_t local = 0;
    std::optional<BodyExprId> target;  // none where it is declared
    std::optional<Operation> op;
    BodyExprId value;
  };

  // A local that is declared without a value is 0 where nothing was written to it.
  void find_writes() {
    locals_.assign(body_.locals.size(), ValueRange{0, 0});
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
    ValueRange given = exprs_[write.value.index()];
    if (write.op) {
      given = operation_range(*write.op, 0, body_.exprs[*write.target].type,
                              {exprs_[write.target->index()], given});
    }
    std::optional<ValueRange>& local = locals_[write.local];
    local = local ? hull(*local, given) : given;
  }

  ValueRange range_of(const BodyExpr& expr) const {
    switch (expr.op) {
      case Operation::Port:
        return inputs_[expr.payload];
      case Operation::Local:
        return locals_[expr.payload].value_or(unknown_range);
      case Operation::Literal:
        return range_of_constant({expr.type, {expr.payload}});
      case Operation::Call:
        return range_of_call(expr);
      default:
        break;
    }
    if (expr.op == Operation::Intrinsic && static_cast<Intrinsic>(expr.payload) == Intrinsic::Dot) {
      return dot_range(components_of(body_.argument(expr, 0)),
                       components_of(body_.argument(expr, 1)));
    }
    return operation_range(expr.op, expr.payload, expr.type, operands_of(expr));
  }

  std::vector<ValueRange> operands_of(const BodyExpr& expr) const {
    std::vector<ValueRange> operands;
    operands.reserve(expr.argument_count);
    for (std::uint32_t i = 0; i < expr.argument_count; ++i) {
      operands.push_back(exprs_[body_.argument(expr, i).index()]);
    }
    return operands;
  }

  // Each component's own range if the vector is made of scalars.
  std::vector<ValueRange> components_of(BodyExprId id) const {
    const BodyExpr& vector = body_.exprs[id];
    const auto size = static_cast<std::uint32_t>(vector.type.rows());
    return vector.op == Operation::Construct && vector.argument_count == size
               ? operands_of(vector)
               : std::vector<ValueRange>(size, exprs_[id.index()]);
  }

  ValueRange range_of_call(const BodyExpr& expr) const {
    const Body* callee = calls_ > 0 ? body_of_callee(library_, body_.calls[expr.payload]) : nullptr;
    return callee != nullptr ? body_ranges(library_, *callee, operands_of(expr), calls_ - 1).result
                             : unknown_range;
  }

  ValueRange result_of(const std::vector<ValueRange>& exprs) const {
    std::optional<ValueRange> result;
    for (const BodyStmt& stmt : body_.stmts) {
      const auto* returned = std::get_if<ReturnBody>(&stmt.kind);
      if (returned != nullptr && returned->value) {
        const ValueRange& range = exprs[returned->value->index()];
        result = result ? hull(*result, range) : range;
      }
    }
    return result.value_or(unknown_range);
  }

  const Library& library_;
  const Body& body_;
  const std::vector<ValueRange>& inputs_;
  int calls_;
  std::unordered_multimap<BodyExprId, Write>
      writes_;                                     // by the last expression of each; lookups only
  std::vector<ValueRange> exprs_;                  // of those so far
  std::vector<std::optional<ValueRange>> locals_;  // what each was given so far
};

}  // namespace

BodyRanges body_ranges(const Library& library, const Body& body,
                       const std::vector<ValueRange>& inputs, int calls) {
  return BodyRangeFinder(library, body, inputs, calls).run();
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
