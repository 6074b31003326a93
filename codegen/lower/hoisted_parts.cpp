#include "codegen/lower/hoisted_parts.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "codegen/lower/sample_arguments.h"
#include "fragments/model/intrinsics.h"

namespace weft {
namespace {

constexpr std::uint32_t deepest = 24;

// Left-nested chains of sums, products and suffixes add no nesting to the text, however long.
bool continues_chain(const Body& body, const BodyExpr& expr) {
  const Operation left = body.exprs[body.argument(expr, 0)].op;
  const auto is_sum = [](Operation op) {
    return op == Operation::Add || op == Operation::Subtract;
  };
  switch (expr.op) {
    case Operation::Swizzle:
    case Operation::Member:
      return true;
    case Operation::Add:
    case Operation::Subtract:
      return is_sum(left);
    case Operation::Multiply:
    case Operation::And:
    case Operation::Or:
      return left == expr.op;
    default:  // all others nest
      return false;
  }
}

// The levels that an expression adds to the text. clamp() may be written as min(max(…), …).
std::uint32_t levels(const BodyExpr& expr) {
  const bool is_clamp = expr.op == Operation::Intrinsic &&
                        expr.payload == static_cast<std::uint32_t>(Intrinsic::Clamp);
  return is_clamp ? 2 : 1;
}

class PartFinder {
 public:
  PartFinder(const Body& body, bool shares_calls) : body_(body), shares_calls_(shares_calls) {}

  // Computes depths after hoisting. An expression at the limit becomes a local and counts as depth
  // 0.
  std::vector<bool> run() {
    if (shares_calls_) {
      count_uses();
    }
    hoisted_.assign(body_.exprs.size(), false);
    depths_.assign(body_.exprs.size(), 0);
    branches_.assign(body_.exprs.size(), false);
    for (std::size_t i = 0; i < body_.exprs.size(); ++i) {
      const BodyExpr& expr = body_.exprs[BodyExprId(i)];
      for (std::uint32_t j = 0; j < expr.argument_count; ++j) {
        const std::uint32_t below = depths_[body_.argument(expr, j).index()];
        const bool nests = j > 0 || !continues_chain(body_, expr);
        depths_[i] = std::max(depths_[i], below + (nests ? levels(expr) : 0));
      }
      measure_branches(expr, i);
      if (depths_[i] >= deepest && !expr.type.is_void() && !expr.type.is_texture()) {
        hoisted_[i] = true;
        depths_[i] = 0;
      }
      if (is_array_value(body_, BodyExprId(i)) || is_array_choice(body_, BodyExprId(i))) {
        hoisted_[i] = true;
        hoist_repeated(expr);
      }
      const bool is_shared = shares_calls_ && expr.op == Operation::Call && uses_[i] > 1;
      if (is_shared || is_results_call(body_, BodyExprId(i)) || is_result(body_, BodyExprId(i))) {
        hoisted_[i] = true;
        depths_[i] = 0;
      }
    }
    return std::move(hoisted_);
  }

 private:
  // Operands have smaller ids than the expressions that use them, so one backward pass suffices.
  void count_uses() {
    uses_.assign(body_.exprs.size(), 0);
    for (const BodyStmt& stmt : body_.stmts) {
      visit_expressions(stmt, [this](BodyExprId id) { ++uses_[id.index()]; });
    }
    for (std::size_t i = body_.exprs.size(); i-- > 0;) {
      const BodyExpr& expr = body_.exprs[BodyExprId(i)];
      for (std::uint32_t j = 0; uses_[i] > 0 && j < expr.argument_count; ++j) {
        ++uses_[body_.argument(expr, j).index()];
      }
    }
  }

  void measure_branches(const BodyExpr& expr, std::size_t at) {
    branches_[at] = becomes_control_flow(expr.op);
    for (std::uint32_t j = 0; j < expr.argument_count; ++j) {
      const std::size_t argument = body_.argument(expr, j).index();
      if (branches_[argument] && samples_texture(expr)) {
        hoisted_[argument] = true;
        depths_[argument] = 0;
      } else {
        branches_[at] = branches_[at] || (branches_[argument] && !hoisted_[argument]);
      }
    }
  }

  // A value that fills several elements of an array is computed once.
  void hoist_repeated(const BodyExpr& array) {
    for (std::uint32_t j = 1; j < array.argument_count; ++j) {
      const BodyExprId element = body_.argument(array, j);
      if (element == body_.argument(array, j - 1) && is_computed(element)) {
        hoisted_[element.index()] = true;
        depths_[element.index()] = 0;
      }
    }
  }
  bool is_computed(BodyExprId id) const {
    while (true) {
      const BodyExpr& expr = body_.exprs[id];
      const bool is_part = expr.op == Operation::Swizzle || expr.op == Operation::Member;
      if (!is_part) {
        return expr.argument_count > 0 && expr.op != Operation::Construct;
      }
      id = body_.argument(expr, 0);
    }
  }

  const Body& body_;
  bool shares_calls_;
  std::vector<bool> hoisted_;
  std::vector<std::uint32_t> uses_;  // per expression: how many expressions and statements read it
  std::vector<std::uint32_t> depths_;
  std::vector<bool> branches_;  // per expression: whether it has control flow in it
};

}  // namespace

bool is_array_value(const Body& body, BodyExprId id) {
  return body.exprs[id].op == Operation::Construct && body.exprs[id].type.is_array();
}

bool is_array_choice(const Body& body, BodyExprId id) {
  return body.exprs[id].op == Operation::Select && body.exprs[id].type.is_array();
}

bool is_results_call(const Body& body, BodyExprId id) {
  return body.exprs[id].op == Operation::Call && body.exprs[id].type.is_void();
}

bool is_result(const Body& body, BodyExprId id) {
  const BodyExpr& expr = body.exprs[id];
  return expr.op == Operation::Member && is_results_call(body, body.argument(expr, 0));
}

std::vector<bool> find_hoisted_parts(const Body& body, bool shares_calls) {
  return PartFinder(body, shares_calls).run();
}

}  // namespace weft
