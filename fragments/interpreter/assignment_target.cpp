#include "fragments/interpreter/assignment_target.h"

#include "support/check.h"

namespace weft::interpreter {
namespace {

void narrow_to_swizzle(AssignmentTarget& target, std::uint32_t code) {
  std::array<std::uint32_t, 4> components = {};
  for (int i = 0; i < swizzle_count(code); ++i) {
    auto component = static_cast<std::uint32_t>(swizzle_component(code, i));
    WEFT_CHECK(component < target.count, "a swizzle names a component that does not exist");
    components[static_cast<std::size_t>(i)] =
        target.is_swizzled ? target.components[component] : component;
  }
  target.components = components;
  target.count = static_cast<std::uint32_t>(swizzle_count(code));
  target.is_swizzled = true;
}

void narrow_to_element(ValueLayout& layout, AssignmentTarget& target, const Operand& index) {
  Operand part = select_element(layout, {target.type, target.words, target.count}, index);
  auto offset = static_cast<std::uint32_t>(part.words - target.words);
  target.words += target.is_swizzled ? target.components[offset] : offset;
  target.is_swizzled = false;
  target.count = part.count;
}

}  // namespace

std::uint32_t target_local(const Body& body, BodyExprId target) {
  while (body.exprs[target].op != Operation::Local) {
    target = body.argument(body.exprs[target], 0);
  }
  return body.exprs[target].payload;
}

AssignmentTarget resolve_target(ValueLayout& layout, const Body& body, BodyExprId target,
                                std::span<Word> local_words, std::span<const Operand> values) {
  std::vector<BodyExprId> path;  // from the target down to the local, exclusive
  BodyExprId at = target;
  while (body.exprs[at].op != Operation::Local) {
    path.push_back(at);
    at = body.argument(body.exprs[at], 0);
  }
  AssignmentTarget result;
  result.type = body.exprs[at].type;
  result.words = local_words.data();
  result.count = static_cast<std::uint32_t>(local_words.size());
  for (auto step = path.rbegin(); step != path.rend(); ++step) {
    const BodyExpr& expr = body.exprs[*step];
    if (expr.op == Operation::Swizzle) {
      narrow_to_swizzle(result, expr.payload);
    } else if (expr.op == Operation::Index) {
      narrow_to_element(layout, result, values[body.argument(expr, 1).index()]);
    } else {
      WEFT_CHECK(expr.op == Operation::Member, "an assignment to something else than a local");
      result.words += layout.member_offset(result.type, expr.payload);
      result.count = layout.words(expr.type);
    }
    result.type = expr.type;
  }
  return result;
}

}  // namespace weft::interpreter
