#include "codegen/lower/medium_bodies.h"

#include <algorithm>
#include <optional>

#include "codegen/lower/body_ranges.h"
#include "fragments/analysis/lipschitz_law.h"

namespace weft {
namespace {

bool is_number(const BodyExpr& expr) {
  return expr.type.is_float_based() && expr.op != Operation::Literal;
}

bool is_within_medium(const BodyExpr& expr, const ValueRange& range) {
  const double most = expr.op == Operation::Literal ? greatest_medium : greatest_plain;
  return expr.type.is_scalar_or_vector() &&
         (!expr.type.is_float_based() || range.is_within(-most, most));
}

// Whether an error of any operand is one of the same order of the result.
bool is_continuous(const Body& body, const BodyExpr& expr) {
  std::vector<Law> laws;
  laws.reserve(expr.argument_count);
  for (std::uint32_t i = 0; i < expr.argument_count; ++i) {
    laws.push_back(is_number(body.exprs[body.argument(expr, i)]) ? Law::Affine : Law::Constant);
  }
  return lipschitz_law(expr.op, expr.payload, expr.type, laws) != Law::Nonlinear;
}

bool has_medium_form(const Body& body) {
  return body.features.empty() && body.port_calls.empty() && !has_loop(body) &&
         std::all_of(body.locals.begin(), body.locals.end(), [](const BodyLocal& local) {
           return !local.output && local.type.is_scalar_or_vector();
         });
}

// The error of the result; nothing if some step cannot have medium precision. `calls` bounds the
// recursion.
std::optional<double> medium_error(const Library& library, const Body& body,
                                   const std::vector<ValueRange>& inputs,
                                   const std::vector<double>& errors, int calls) {
  if (!has_medium_form(body)) {
    return std::nullopt;
  }
  const BodyRanges known = body_ranges(library, body, inputs, errors, calls);
  const std::vector<ValueRange>& ranges = known.exprs;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const BodyExpr& expr = body.exprs[BodyExprId(i)];
    if (!is_within_medium(expr, ranges[i])) {
      return std::nullopt;
    }
    if (expr.op != Operation::Call) {
      if (!is_continuous(body, expr)) {
        return std::nullopt;
      }
      continue;
    }
    const Body* callee = body_of_callee(library, body.calls[expr.payload]);
    std::vector<ValueRange> given;
    given.reserve(expr.argument_count);
    for (std::uint32_t k = 0; k < expr.argument_count; ++k) {
      given.push_back(ranges[body.argument(expr, k).index()]);
    }
    // Its error is in `known`.
    const std::vector<double> no_errors(given.size(), 0);
    if (calls == 0 || callee == nullptr ||
        !medium_error(library, *callee, given, no_errors, calls - 1)) {
      return std::nullopt;
    }
  }
  return known.error;
}

}  // namespace

bool allows_medium(const Library& library, const Body& body, const std::vector<ValueRange>& inputs,
                   const std::vector<double>& errors, double most_error) {
  const auto error = medium_error(library, body, inputs, errors, most_followed_calls);
  return error && *error <= most_error;
}

}  // namespace weft
