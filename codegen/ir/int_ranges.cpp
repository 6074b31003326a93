#include "codegen/ir/int_ranges.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "fragments/model/intrinsics.h"

namespace weft {
namespace {

/// What a local's value follows from, before any range is known.
struct LocalSource {
  std::optional<BodyExprId> initial;  ///< empty if the local may have any value
  std::optional<BodyExprId> bound;    ///< of counters
  bool includes_bound = false;
};

bool is_int(DataType type) { return type == int_type || type == uint_type; }

bool is_local(const Body& body, BodyExprId id, std::uint32_t local) {
  return body.exprs[id].op == Operation::Local && body.exprs[id].payload == local;
}

bool steps_by_one(const Body& body, const ForBody& loop, std::uint32_t local) {
  const auto* step = loop.step ? std::get_if<AssignBody>(&body.stmts[*loop.step].kind) : nullptr;
  return step != nullptr && step->op == Operation::Add && is_local(body, step->target, local) &&
         is_int(body.exprs[step->value].type) && body.exprs[step->value].op == Operation::Literal &&
         body.exprs[step->value].payload == 1;
}

/// The declaration of a loop's counter, if the loop counts up to a bound.
const DeclareBody* find_counter(const Body& body, const ForBody& loop) {
  const auto* begin =
      loop.initial ? std::get_if<DeclareBody>(&body.stmts[*loop.initial].kind) : nullptr;
  const BodyExpr& condition = body.exprs[loop.condition];
  const bool compares = condition.op == Operation::Less || condition.op == Operation::LessEqual;
  return begin != nullptr && compares &&
                 is_local(body, body.argument(condition, 0), begin->local) &&
                 steps_by_one(body, loop, begin->local)
             ? begin
             : nullptr;
}

/// Per local: how often it is declared or assigned.
std::vector<std::uint32_t> count_writes(const Body& body) {
  std::vector<std::uint32_t> writes(body.locals.size(), 0);
  for (const BodyStmt& stmt : body.stmts) {
    if (const auto* assign = std::get_if<AssignBody>(&stmt.kind)) {
      ++writes[assigned_local(body, assign->target)];
    } else if (const auto* declare = std::get_if<DeclareBody>(&stmt.kind)) {
      ++writes[declare->local];
    }
  }
  return writes;
}

std::vector<LocalSource> find_sources(const Body& body) {
  const std::vector<std::uint32_t> writes = count_writes(body);
  std::vector<LocalSource> sources(body.locals.size());
  for (const BodyStmt& stmt : body.stmts) {
    if (const auto* declare = std::get_if<DeclareBody>(&stmt.kind)) {
      if (writes[declare->local] == 1) {
        sources[declare->local].initial = declare->initial;
      }
    } else if (const auto* loop = std::get_if<ForBody>(&stmt.kind)) {
      const DeclareBody* counter = find_counter(body, *loop);
      if (counter != nullptr && writes[counter->local] == 2) {
        const BodyExpr& condition = body.exprs[loop->condition];
        sources[counter->local] = {counter->initial, body.argument(condition, 1),
                                   condition.op == Operation::LessEqual};
      }
    }
  }
  return sources;
}

class RangeFinder {
 public:
  RangeFinder(const Body& body, const std::vector<std::uint32_t>& lengths)
      : body_(body), lengths_(lengths), sources_(find_sources(body)) {}

  std::vector<IntRange> run() {
    ranges_.reserve(body_.exprs.size());
    for (const BodyExpr& expr : body_.exprs) {
      ranges_.push_back(is_int(expr.type) ? range_of(expr) : range_of_type(int_type));
    }
    return std::move(ranges_);
  }

 private:
  IntRange argument(const BodyExpr& expr, std::uint32_t position) const {
    return ranges_[body_.argument(expr, position).index()];
  }

  IntRange range_of(const BodyExpr& expr) const {
    switch (expr.op) {
      case Operation::Literal:
        return range_of_literal(expr);
      case Operation::Local:
        return range_of_local(expr);
      case Operation::Length:
        return range_of_length(expr);
      case Operation::Negate: {
        const IntRange a = argument(expr, 0);
        return unless_it_wraps({-a.greatest, -a.least}, expr.type);
      }
      case Operation::Add: {
        const IntRange a = argument(expr, 0);
        const IntRange b = argument(expr, 1);
        return unless_it_wraps({a.least + b.least, a.greatest + b.greatest}, expr.type);
      }
      case Operation::Subtract: {
        const IntRange a = argument(expr, 0);
        const IntRange b = argument(expr, 1);
        return unless_it_wraps({a.least - b.greatest, a.greatest - b.least}, expr.type);
      }
      case Operation::Select: {
        const IntRange a = argument(expr, 1);
        const IntRange b = argument(expr, 2);
        return {std::min(a.least, b.least), std::max(a.greatest, b.greatest)};
      }
      case Operation::Construct: {  // keeps the bits of an int or uint
        const bool is_kept = is_int(body_.exprs[body_.argument(expr, 0)].type);
        return is_kept ? unless_it_wraps(argument(expr, 0), expr.type) : range_of_type(expr.type);
      }
      case Operation::Intrinsic:
        return range_of_intrinsic(expr);
      default:
        return range_of_type(expr.type);
    }
  }

  static IntRange unless_it_wraps(const IntRange& range, DataType type) {
    const IntRange all = range_of_type(type);
    return range.is_within(all) ? range : all;
  }

  static IntRange lesser(const IntRange& a, const IntRange& b) {
    return {std::min(a.least, b.least), std::min(a.greatest, b.greatest)};
  }
  static IntRange greater(const IntRange& a, const IntRange& b) {
    return {std::max(a.least, b.least), std::max(a.greatest, b.greatest)};
  }

  IntRange range_of_intrinsic(const BodyExpr& expr) const {
    switch (static_cast<Intrinsic>(expr.payload)) {
      case Intrinsic::Min:
        return lesser(argument(expr, 0), argument(expr, 1));
      case Intrinsic::Max:
        return greater(argument(expr, 0), argument(expr, 1));
      case Intrinsic::Clamp:  // min(max(x, low), high), also if low > high
        return lesser(greater(argument(expr, 0), argument(expr, 1)), argument(expr, 2));
      default:
        return range_of_type(expr.type);
    }
  }

  IntRange range_of_length(const BodyExpr& expr) const {
    if (expr.argument_count == 1) {
      const BodyExpr& array = body_.exprs[body_.argument(expr, 0)];
      const std::uint32_t length = array.op == Operation::Feature ? lengths_[array.payload] : 0;
      if (length != 0) {
        return {length, length};
      }
    }
    return {0, range_of_type(int_type).greatest};
  }

  // Operands have smaller ids than the expressions that use them, so a read of a counter inside its
  // own bound meets a range that is not known yet. It must not be used: there the counter may have
  // reached the bound.
  IntRange range_of_local(const BodyExpr& expr) const {
    const IntRange all = range_of_type(expr.type);
    const LocalSource& source = sources_[expr.payload];
    if (!source.initial || source.initial->index() >= ranges_.size()) {
      return all;
    }
    const IntRange initial = ranges_[source.initial->index()];
    if (!source.bound) {
      return initial;
    }
    const bool is_known = source.bound->index() < ranges_.size();
    const std::int64_t bound = is_known ? ranges_[source.bound->index()].greatest : all.greatest;
    if (source.includes_bound && bound == all.greatest) {
      return all;  // a counter that is to exceed the greatest int wraps
    }
    const std::int64_t last = source.includes_bound ? bound : bound - 1;
    // Inside of the bound, the counter may have any value up to the type's greatest.
    return {initial.least, is_known ? std::max(initial.least, last) : all.greatest};
  }

  const Body& body_;
  const std::vector<std::uint32_t>& lengths_;
  std::vector<LocalSource> sources_;
  std::vector<IntRange> ranges_;
};

}  // namespace

IntRange range_of_type(DataType type) {
  return type == uint_type ? IntRange{0, std::numeric_limits<std::uint32_t>::max()}
                           : IntRange{std::numeric_limits<std::int32_t>::min(),
                                      std::numeric_limits<std::int32_t>::max()};
}

IntRange range_of_literal(const BodyExpr& literal) {
  const std::int64_t value = literal.type == uint_type ? static_cast<std::int64_t>(literal.payload)
                                                       : static_cast<std::int32_t>(literal.payload);
  return {value, value};
}

std::vector<IntRange> find_int_ranges(const Body& body, const std::vector<std::uint32_t>& lengths) {
  return RangeFinder(body, lengths).run();
}

}  // namespace weft
