#include <cstring>

#include "tests/property/syntax_generator.h"

namespace weft::testing {

using namespace syntax;

namespace {

constexpr int precedences[] = {10, 10, 10, 9, 9, 8, 8, 7, 7, 7, 7, 6, 6, 5, 4, 3, 2, 1};

}  // namespace

ExprId SyntaxGenerator::add(decltype(Expr::kind) kind) {
  return module_.exprs.add({{}, std::move(kind)});
}

std::optional<ExprId> SyntaxGenerator::maybe_expr() {
  return chance(2) ? std::nullopt : std::optional(expr());
}

ExprId SyntaxGenerator::expr(Level level, int precedence) {
  if (budget_ == 0) {
    return primary();
  }
  --budget_;
  if (level == Level::Whole && chance(6)) {
    ExprId operand = expr(Level::Choice);
    return add(AscribeExpr{operand, traits()});
  }
  if (level == Level::Whole && chance(8)) {
    std::vector<Identifier> parameters;
    while (chance(2)) {
      parameters.push_back(name());
    }
    return add(LambdaExpr{std::move(parameters), expr()});
  }
  if (level <= Level::Choice && chance(5)) {
    ExprId condition = expr(Level::Binary);
    ExprId if_true = chance(4) ? expr() : expr(Level::Choice);
    return add(SelectExpr{condition, if_true, expr(Level::Choice)});
  }
  if (level <= Level::Binary && chance(2)) {
    return binary(precedence);
  }
  if (level <= Level::Unary && chance(5)) {
    auto op = static_cast<UnaryOperator>(below(4));
    return add(UnaryExpr{op, expr(Level::Unary)});
  }
  return postfix();
}

/// All binary operators are left associative.
ExprId SyntaxGenerator::binary(int precedence) {
  auto op = static_cast<BinaryOperator>(below(std::size(precedences)));
  int own = precedences[static_cast<std::size_t>(op)];
  if (own < precedence) {
    return expr(Level::Unary);
  }
  ExprId left = expr(Level::Binary, own);
  ExprId right = own == 10 ? expr(Level::Unary) : expr(Level::Binary, own + 1);
  return add(BinaryExpr{op, left, right});
}

ExprId SyntaxGenerator::postfix() {
  ExprId result = primary();
  while (budget_ > 0 && chance(3)) {
    --budget_;
    switch (below(4)) {
      case 0:
        result = add(MemberExpr{result, name()});
        break;
      case 1:
        result = add(IndexExpr{result, expr()});
        break;
      case 2: {
        CallExpr call{result, {}};
        while (chance(2)) {
          std::optional<Identifier> key;
          if (chance(2)) {
            key = name();
          }
          call.arguments.push_back({key, expr()});
        }
        result = add(std::move(call));
        break;
      }
      default: {
        WithExpr with{result, {}};
        do {
          Path feature = path();
          with.injections.push_back({std::move(feature), expr()});
          if (chance(3)) {
            with.injections.back().keeps_frame = Span{};
          }
        } while (chance(3));
        result = add(std::move(with));
        break;
      }
    }
  }
  return result;
}

ExprId SyntaxGenerator::primary() {
  switch (below(budget_ > 0 ? 9 : 6)) {
    case 0:
    case 1:
      return number();
    case 2:
      return add(BoolExpr{chance(2)});
    case 3:
      return chance(3) ? add(StringExpr{text()}) : add(NameExpr{name().name});
    case 4: {
      ColorExpr color{{0, 0, 0, 0}, chance(2)};
      for (int i = 0; i < (color.has_alpha ? 4 : 3); ++i) {
        color.channels[i] = static_cast<std::uint8_t>(below(256));
      }
      return add(color);
    }
    case 5:
    case 6:
      return add(NameExpr{name().name});
    case 7:
      return in_size_ ? number() : loop();
    default:
      --budget_;
      return add(ParenExpr{expr()});
  }
}

ExprId SyntaxGenerator::loop() {
  --budget_;
  ExprId count =
      chance(2) ? add(NameExpr{name().name}) : add(NumberExpr{NumberKind::Int, below(100), 0});
  LoopExpr result{count, {}, {}};
  do {
    Identifier state = name();
    TypeRef state_type = type();
    result.states.push_back({state, std::move(state_type), expr()});
  } while (chance(3));
  while (chance(2)) {
    if (chance(4)) {
      StitchBinding stitch{bindings()};
      result.bindings.push_back(module_.bindings.add({{}, std::move(stitch)}));
    } else {
      result.bindings.push_back(value_binding());
    }
  }
  return add(std::move(result));
}

ExprId SyntaxGenerator::number() {
  switch (below(4)) {
    case 0:
      return add(NumberExpr{NumberKind::Int, random_.next() % 0x80000000U, 0});
    case 1:
      return add(NumberExpr{NumberKind::Uint, random_.next() & 0xffffffffU, 0});
    case 2:
      return add(NumberExpr{NumberKind::Float, 0, static_cast<double>(below(1000)) / 10});
    default: {
      // Random bits of a double within the range of float, including subnormal ones.
      for (;;) {
        std::uint64_t bits = random_.next() & 0x7fffffffffffffffU;
        double value = 0;
        std::memcpy(&value, &bits, sizeof(value));
        if (value < 3e38) {
          return add(NumberExpr{NumberKind::Float, 0, value});
        }
      }
    }
  }
}

}  // namespace weft::testing
