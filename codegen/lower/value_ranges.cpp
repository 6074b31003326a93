#include "codegen/lower/value_ranges.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <variant>

#include "fragments/model/intrinsics.h"
#include "fragments/model/metadata_range.h"

namespace weft {
namespace {

constexpr ValueRange unknown = {};
constexpr ValueRange zero_to_one = {0, 1};
constexpr ValueRange around_zero = {-1, 1};

ValueRange hull(const ValueRange& a, const ValueRange& b) {
  return {std::min(a.least, b.least), std::max(a.greatest, b.greatest)};
}

bool is_finite(const ValueRange& range) {
  return std::isfinite(range.least) && std::isfinite(range.greatest);
}

ValueRange sum(const ValueRange& a, const ValueRange& b) {
  return {a.least + b.least, a.greatest + b.greatest};
}

ValueRange negated(const ValueRange& a) { return {-a.greatest, -a.least}; }

ValueRange product(const ValueRange& a, const ValueRange& b) {
  if (!is_finite(a) || !is_finite(b)) {
    return unknown;
  }
  const auto [least, greatest] = std::minmax(
      {a.least * b.least, a.least * b.greatest, a.greatest * b.least, a.greatest * b.greatest});
  return {least, greatest};
}

// Nothing is known of quotients by a number that may be 0.
ValueRange quotient(const ValueRange& a, const ValueRange& b) {
  const bool is_safe = is_finite(b) && (b.least > 0 || b.greatest < 0);
  return is_safe ? product(a, {1 / b.greatest, 1 / b.least}) : unknown;
}

ValueRange least_of(const ValueRange& a, const ValueRange& b) {
  return {std::min(a.least, b.least), std::min(a.greatest, b.greatest)};
}

ValueRange greatest_of(const ValueRange& a, const ValueRange& b) {
  return {std::max(a.least, b.least), std::max(a.greatest, b.greatest)};
}

ValueRange intrinsic_range(Intrinsic intrinsic, const std::vector<ValueRange>& a) {
  switch (intrinsic) {
    case Intrinsic::Saturate:
      return least_of(greatest_of(a[0], {0, 0}), {1, 1});
    case Intrinsic::Fract:
    case Intrinsic::Step:
    case Intrinsic::SmoothStep:
      return zero_to_one;
    case Intrinsic::Sin:
    case Intrinsic::Cos:
    case Intrinsic::Sign:
      return around_zero;
    case Intrinsic::Abs:
      return greatest_of({0, 0}, hull(a[0], negated(a[0])));
    case Intrinsic::Min:
      return least_of(a[0], a[1]);
    case Intrinsic::Max:
      return greatest_of(a[0], a[1]);
    case Intrinsic::Clamp:
      return least_of(greatest_of(a[0], a[1]), a[2]);
    case Intrinsic::Mix:
      return a[2].is_within(0, 1) ? hull(a[0], a[1])
                                  : sum(a[0], product(sum(a[1], negated(a[0])), a[2]));
    case Intrinsic::Fma:
      return sum(product(a[0], a[1]), a[2]);
    default:
      return unknown;
  }
}

ValueRange range_of_constant(const Constant& value) {
  if (!value.type.is_scalar_or_vector()) {
    return unknown;
  }
  ValueRange range = {std::numeric_limits<double>::infinity(),
                      -std::numeric_limits<double>::infinity()};
  for (std::size_t i = 0; i < value.bits.size(); ++i) {
    const double number = component_of(value, i);
    if (!std::isfinite(number)) {
      return unknown;
    }
    range = hull(range, {number, number});
  }
  return range;
}

// What `min` and `max` promise for every component.
ValueRange range_of_parameter(const Library& library, const MaterialParameter& parameter) {
  ValueRange range;
  const auto rows = static_cast<std::size_t>(parameter.type.data().rows());
  for (const MetaValue& bound : parameter.meta) {
    const std::string_view name = library.text(bound.name);
    if (name == "min") {
      range.least = bound_of(bound, 0);
      for (std::size_t i = 1; i < rows; ++i) {
        range.least = std::min(range.least, bound_of(bound, i));
      }
    } else if (name == "max") {
      range.greatest = bound_of(bound, 0);
      for (std::size_t i = 1; i < rows; ++i) {
        range.greatest = std::max(range.greatest, bound_of(bound, i));
      }
    }
  }
  return range;
}

bool has_loop(const Body& body) {
  return std::any_of(body.stmts.begin(), body.stmts.end(), [](const BodyStmt& stmt) {
    return std::holds_alternative<ForBody>(stmt.kind) ||
           std::holds_alternative<WhileBody>(stmt.kind);
  });
}

// Per local, the values that it is declared with or assigned as a whole; nothing if something else
// is written to it.
std::vector<std::optional<std::vector<BodyExprId>>> written_values(const Body& body) {
  std::vector<std::optional<std::vector<BodyExprId>>> written(body.locals.size());
  for (auto& values : written) {
    values.emplace();
  }
  for (const BodyStmt& stmt : body.stmts) {
    const auto* declared = std::get_if<DeclareBody>(&stmt.kind);
    const auto* assigned = std::get_if<AssignBody>(&stmt.kind);
    if (declared != nullptr && declared->initial && written[declared->local]) {
      written[declared->local]->push_back(*declared->initial);
    } else if (assigned != nullptr) {
      auto& values = written[assigned_local(body, assigned->target)];
      if (assigned->op || body.exprs[assigned->target].op != Operation::Local) {
        values.reset();
      } else if (values) {
        values->push_back(assigned->value);
      }
    }
  }
  return written;
}

// The range of a body's one result. Without loops, what a local is given is written before it is
// read; expressions are in the order of the text.
ValueRange body_range(const Body& body, const std::vector<ValueRange>& inputs) {
  if (has_loop(body)) {
    return unknown;
  }
  const auto written = written_values(body);
  std::vector<ValueRange> ranges;
  const auto local_range = [&](std::uint32_t local) {
    if (!written[local] || written[local]->empty()) {
      return unknown;
    }
    std::optional<ValueRange> range;
    for (const BodyExprId value : *written[local]) {
      const ValueRange& other = value.index() < ranges.size() ? ranges[value.index()] : unknown;
      range = range ? hull(*range, other) : other;
    }
    return *range;
  };
  for (const BodyExpr& expr : body.exprs) {
    std::vector<ValueRange> operands;
    operands.reserve(expr.argument_count);
    for (std::uint32_t i = 0; i < expr.argument_count; ++i) {
      operands.push_back(ranges[body.argument(expr, i).index()]);
    }
    ranges.push_back(expr.op == Operation::Port    ? inputs[expr.payload]
                     : expr.op == Operation::Local ? local_range(expr.payload)
                     : expr.op == Operation::Literal
                         ? range_of_constant({expr.type, {expr.payload}})
                         : operation_range(expr.op, expr.payload, expr.type, operands));
  }
  std::optional<ValueRange> result;
  for (const BodyStmt& stmt : body.stmts) {
    const auto* returned = std::get_if<ReturnBody>(&stmt.kind);
    if (returned != nullptr && returned->value) {
      const ValueRange& range = ranges[returned->value->index()];
      result = result ? hull(*result, range) : range;
    }
  }
  return result.value_or(unknown);
}

class ValueRangeFinder {
 public:
  ValueRangeFinder(const Library& library, const Plan& plan,
                   const std::vector<bool>& is_of_order_one)
      : library_(library), plan_(plan), is_of_order_one_(is_of_order_one) {}

  std::vector<ValueRange> run() {
    ranges_.resize(plan_.evaluations.size());
    for (std::size_t i = 0; i < ranges_.size(); ++i) {
      const EvaluationId id(i);
      const Evaluation& evaluation = plan_.evaluations[id];
      if (plan_.types[evaluation.type].data().is_scalar_or_vector() &&
          !plan_.functions.is_in_function(id)) {
        ranges_[i] = range_of(evaluation);
        if (is_of_order_one_[i] && !ranges_[i].is_within(-1, 1)) {
          ranges_[i] = around_zero;
        }
      }
    }
    return std::move(ranges_);
  }

 private:
  ValueRange range_of(const Evaluation& evaluation) const {
    if (const auto* constant = std::get_if<ConstantEvaluation>(&evaluation.kind)) {
      return range_of_constant(constant->value);
    }
    if (const auto* read = std::get_if<ParameterEvaluation>(&evaluation.kind)) {
      return range_of_read(read->parameter);
    }
    if (std::holds_alternative<InterpolateEvaluation>(evaluation.kind) ||
        std::holds_alternative<UniformEvaluation>(evaluation.kind)) {
      return ranges_[evaluation.inputs[0].index()];  // a mean of the vertices' values, or a copy
    }
    if (const auto* operation = std::get_if<OperationEvaluation>(&evaluation.kind)) {
      return operation_range(operation->op, operation->payload, plan_.types[evaluation.type].data(),
                             inputs_of(evaluation));
    }
    if (const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind)) {
      return range_of_call(evaluation, *leaf);
    }
    return unknown;
  }

  ValueRange range_of_read(std::uint32_t parameter) const {
    if (parameter < plan_.static_values.size() && plan_.static_values[parameter]) {
      return range_of_constant(*plan_.static_values[parameter]);
    }
    const std::vector<MaterialParameter>& all = library_.materials[plan_.material].parameters;
    return parameter < all.size() ? range_of_parameter(library_, all[parameter]) : unknown;
  }

  std::vector<ValueRange> inputs_of(const Evaluation& evaluation) const {
    std::vector<ValueRange> inputs;
    inputs.reserve(evaluation.inputs.size());
    for (const EvaluationId input : evaluation.inputs) {
      inputs.push_back(ranges_[input.index()]);
    }
    return inputs;
  }

  ValueRange range_of_call(const Evaluation& evaluation, const LeafEvaluation& leaf) const {
    const Body* body = body_of(library_, leaf);
    return body != nullptr ? body_range(*body, inputs_of(evaluation)) : unknown;
  }

  const Library& library_;
  const Plan& plan_;
  const std::vector<bool>& is_of_order_one_;
  std::vector<ValueRange> ranges_;  // per evaluation, of those so far
};

}  // namespace

ValueRange operation_range(Operation op, std::uint32_t payload, DataType type,
                           const std::vector<ValueRange>& operands) {
  if (!type.is_float_based() || type.is_matrix()) {
    return unknown;
  }
  switch (op) {
    case Operation::Negate:
      return negated(operands[0]);
    case Operation::Add:
      return sum(operands[0], operands[1]);
    case Operation::Subtract:
      return sum(operands[0], negated(operands[1]));
    case Operation::Multiply:
      return product(operands[0], operands[1]);
    case Operation::Divide:
      return quotient(operands[0], operands[1]);
    case Operation::Select:
      return hull(operands[1], operands[2]);
    case Operation::Swizzle:
    case Operation::Index:
      return operands[0];
    case Operation::Construct: {
      ValueRange range = operands.empty() ? ValueRange{0, 0} : operands[0];
      for (const ValueRange& operand : operands) {
        range = hull(range, operand);
      }
      return range;
    }
    case Operation::Intrinsic:
      return intrinsic_range(static_cast<Intrinsic>(payload), operands);
    default:
      return unknown;
  }
}

std::vector<ValueRange> value_ranges(const Library& library, const Plan& plan,
                                     const std::vector<bool>& is_of_order_one) {
  return ValueRangeFinder(library, plan, is_of_order_one).run();
}

}  // namespace weft
