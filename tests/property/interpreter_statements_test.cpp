// Random integer expressions and random statements against 64-bit references, exactly.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>

#include "fragments/interpreter/interpreter.h"
#include "tests/support/catch.h"
#include "tests/support/seed.h"
#include "tests/unit/interpreter_bodies.h"

namespace weft::testing::interpreter_statements_test {

namespace {

using namespace weft;

/// Wraps a 64-bit value like 32-bit arithmetic.
std::int64_t wrapped(std::int64_t value, bool is_signed) {
  std::int64_t low = value & 0xffffffffLL;
  return is_signed && low >= 0x80000000LL ? low - 0x100000000LL : low;
}

struct IntegerReference {
  const Body& body;
  std::vector<std::int64_t>& locals;

  std::int64_t evaluate(BodyExprId id) const {
    const BodyExpr& expr = body.exprs[id];
    bool is_signed = expr.type.scalar_kind() == Scalar::Int;
    if (expr.op == Operation::Literal) {
      return wrapped(expr.payload, is_signed);
    }
    if (expr.op == Operation::Local) {
      return locals[expr.payload];
    }
    std::int64_t a = evaluate(body.argument(expr, 0));
    std::int64_t b = expr.argument_count > 1 ? evaluate(body.argument(expr, 1)) : 0;
    if (expr.op == Operation::Select) {
      return a != 0 ? b : evaluate(body.argument(expr, 2));
    }
    return apply(expr.op, a, b, is_signed);
  }

  static std::int64_t apply(Operation op, std::int64_t a, std::int64_t b, bool is_signed) {
    switch (op) {
      case Operation::Negate:
        return wrapped(-a, is_signed);
      case Operation::BitNot:
        return wrapped(~a, is_signed);
      case Operation::Add:
        return wrapped(a + b, is_signed);
      case Operation::Subtract:
        return wrapped(a - b, is_signed);
      case Operation::Multiply: {
        // In unsigned arithmetic, where overflow is defined.
        auto product = static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b);
        return wrapped(static_cast<std::int64_t>(product), is_signed);
      }
      case Operation::Divide:
        return b == 0 ? 0 : wrapped(a / b, is_signed);
      case Operation::Remainder:
        return b == 0 ? 0 : wrapped(a % b, is_signed);
      case Operation::ShiftLeft:
        return wrapped((a & 0xffffffffLL) << (b & 31), is_signed);
      case Operation::ShiftRight:
        return wrapped(a >> (b & 31), is_signed);
      case Operation::BitAnd:
        return wrapped(a & b, is_signed);
      case Operation::BitOr:
        return wrapped(a | b, is_signed);
      case Operation::BitXor:
        return wrapped(a ^ b, is_signed);
      case Operation::Less:
        return a < b;
      case Operation::Construct:
        return wrapped(a, is_signed);
      default:
        FAIL("the generator made what the reference does not know");
        return 0;
    }
  }
};

/// Makes random expressions of int and uint, and random statements over int locals.
struct IntegerGenerator {
  Random random;
  BodyBuilder builder = {};
  std::size_t local_count = 0;  ///< int locals

  BodyExprId literal(DataType type) {
    constexpr std::int64_t notable[] = {0, 1, -1, 2, 31, 32, 33, int_min, int_max, 1000};
    std::int64_t value = random.chance(3) ? static_cast<std::int64_t>(random.next())
                                          : notable[random.below(std::size(notable))];
    return builder.add(Operation::Literal, type, {}, static_cast<std::uint32_t>(value));
  }

  BodyExprId expression(DataType type, int depth) {
    constexpr Operation operations[] = {
        Operation::Add,       Operation::Subtract,  Operation::Multiply,   Operation::Divide,
        Operation::Remainder, Operation::ShiftLeft, Operation::ShiftRight, Operation::BitAnd,
        Operation::BitOr,     Operation::BitXor};
    if (depth <= 0 || random.chance(8)) {
      bool reads = type == int_type && local_count > 0 && random.chance(2);
      return reads ? builder.read(static_cast<std::uint32_t>(random.below(local_count)))
                   : literal(type);
    }
    std::size_t kind = random.below(12);
    if (kind == 0) {
      return builder.add(Operation::Negate, type, {expression(type, depth - 1)});
    }
    if (kind == 1) {
      return builder.add(Operation::BitNot, type, {expression(type, depth - 1)});
    }
    if (kind == 2) {
      DataType other = type == int_type ? uint_type : int_type;
      return builder.add(Operation::Construct, type, {expression(other, depth - 1)});
    }
    if (kind == 3) {
      BodyExprId condition = comparison(depth - 1);
      BodyExprId yes = expression(type, depth - 1);
      BodyExprId no = expression(type, depth - 1);
      return builder.add(Operation::Select, type, {condition, yes, no});
    }
    BodyExprId a = expression(type, depth - 1);
    BodyExprId b = expression(type, depth - 1);
    return builder.add(operations[random.below(std::size(operations))], type, {a, b});
  }

  BodyExprId comparison(int depth) {
    DataType type = random.chance(2) ? int_type : uint_type;
    BodyExprId a = expression(type, depth);
    BodyExprId b = expression(type, depth);
    return builder.add(Operation::Less, bool_type, {a, b});
  }

  BodyStmtId assignment() {
    BodyExprId target = builder.read(static_cast<std::uint32_t>(random.below(local_count)));
    BodyExprId value = expression(int_type, 2);
    constexpr Operation operations[] = {Operation::Add, Operation::Multiply, Operation::BitXor};
    return builder.assign(
        target, value,
        random.chance(2) ? std::optional<Operation>(operations[random.below(3)]) : std::nullopt);
  }

  BodyStmtId block(int depth, bool in_loop) {
    std::vector<BodyStmtId> inner;
    for (std::size_t i = random.below(4); i > 0; --i) {
      inner.push_back(statement(depth, in_loop));
    }
    return builder.block(std::move(inner));
  }

  /// Loops have a separate counter, so that they terminate.
  BodyStmtId loop(int depth) {
    std::uint32_t counter = builder.local(int_type);
    auto count = static_cast<std::int32_t>(random.below(5));
    if (random.chance(2)) {
      BodyStmtId initial = builder.declare(counter, builder.integer(0));
      BodyExprId at = builder.read(counter);
      BodyExprId condition = builder.add(Operation::Less, bool_type, {at, builder.integer(count)});
      BodyStmtId step = builder.assign(builder.read(counter), builder.integer(1), Operation::Add);
      return builder.statement(ForBody{initial, condition, step, block(depth - 1, true)});
    }
    BodyStmtId initial = builder.declare(counter, builder.integer(-count));
    BodyExprId at = builder.read(counter);
    BodyExprId condition = builder.add(Operation::Less, bool_type, {at, builder.integer(0)});
    BodyStmtId step = builder.assign(builder.read(counter), builder.integer(1), Operation::Add);
    BodyStmtId inner = block(depth - 1, true);
    BodyStmtId body = builder.block({step, inner});
    return builder.block({initial, builder.statement(WhileBody{condition, body})});
  }

  BodyStmtId statement(int depth, bool in_loop) {
    std::size_t kind = depth <= 0 ? 9 : random.below(10);
    if (kind < 3) {
      BodyExprId condition = comparison(1);
      BodyStmtId yes = block(depth - 1, in_loop);
      std::optional<BodyStmtId> no;
      if (random.chance(2)) {
        no = block(depth - 1, in_loop);
      }
      return builder.statement(IfBody{condition, yes, no});
    }
    if (kind < 5) {
      return loop(depth);
    }
    if (kind == 5 && in_loop) {
      return random.chance(2) ? builder.statement(BreakBody{}) : builder.statement(ContinueBody{});
    }
    if (kind == 6 && random.chance(4)) {
      return builder.give(expression(int_type, 2));
    }
    return kind == 7 ? block(depth - 1, in_loop) : assignment();
  }
};

enum class Flow { Next, Break, Continue, Return };

/// A reference evaluator that recurses over statements.
struct StatementReference {
  const Body& body;
  std::vector<std::int64_t>& locals;
  std::int64_t returned = 0;

  std::int64_t value(BodyExprId id) { return IntegerReference{body, locals}.evaluate(id); }

  Flow run(BodyStmtId id) {
    const auto& kind = body.stmts[id].kind;
    if (const auto* block = std::get_if<BlockBody>(&kind)) {
      for (BodyStmtId inner : block->statements) {
        if (Flow flow = run(inner); flow != Flow::Next) {
          return flow;
        }
      }
      return Flow::Next;
    }
    if (const auto* branch = std::get_if<IfBody>(&kind)) {
      if (value(branch->condition) != 0) {
        return run(branch->then_branch);
      }
      return branch->else_branch ? run(*branch->else_branch) : Flow::Next;
    }
    if (const auto* loop = std::get_if<ForBody>(&kind)) {
      for (run(*loop->initial); value(loop->condition) != 0; run(*loop->step)) {
        Flow flow = run(loop->body);
        if (flow == Flow::Break || flow == Flow::Return) {
          return flow == Flow::Return ? flow : Flow::Next;
        }
      }
      return Flow::Next;
    }
    if (const auto* loop = std::get_if<WhileBody>(&kind)) {
      while (value(loop->condition) != 0) {
        Flow flow = run(loop->body);
        if (flow == Flow::Break || flow == Flow::Return) {
          return flow == Flow::Return ? flow : Flow::Next;
        }
      }
      return Flow::Next;
    }
    if (const auto* exit = std::get_if<ReturnBody>(&kind)) {
      returned = value(*exit->value);
      return Flow::Return;
    }
    if (std::holds_alternative<BreakBody>(kind)) {
      return Flow::Break;
    }
    if (std::holds_alternative<ContinueBody>(kind)) {
      return Flow::Continue;
    }
    if (const auto* declaration = std::get_if<DeclareBody>(&kind)) {
      locals[declaration->local] = declaration->initial ? value(*declaration->initial) : 0;
      return Flow::Next;
    }
    const auto& assignment = std::get<AssignBody>(kind);
    std::int64_t fresh = value(assignment.value);
    std::int64_t& local = locals[body.exprs[assignment.target].payload];
    local = assignment.op ? IntegerReference::apply(*assignment.op, local, fresh, true) : fresh;
    return Flow::Next;
  }
};

}  // namespace

TEST_CASE("interpreter: random integer expressions agree with 64-bit arithmetic") {
  Library library;
  Random random(seed());
  std::vector<std::int64_t> no_locals;
  for (std::size_t round = 0; round < scaled(5000); ++round) {
    IntegerGenerator generator{Random(random.next())};
    DataType type = generator.random.chance(2) ? int_type : uint_type;
    BodyExprId root = generator.expression(type, 5);
    const Body& body = generator.builder.body;
    auto value = evaluate_expression(library, body, root);
    REQUIRE(value);
    std::int64_t expected = IntegerReference{body, no_locals}.evaluate(root);
    INFO("round " << round);
    CHECK(value->bits[0] == static_cast<std::uint32_t>(expected));
  }
}

TEST_CASE("interpreter: random statements match a tree walk") {
  Library library;
  Random random(seed());
  std::vector<Constant> none;
  for (std::size_t round = 0; round < scaled(2000); ++round) {
    IntegerGenerator generator{Random(random.next())};
    for (int i = 0; i < 3; ++i) {
      generator.builder.local(int_type);
    }
    generator.local_count = 3;
    std::vector<BodyStmtId> all;
    for (int i = 0; i < 4; ++i) {
      all.push_back(generator.statement(3, false));
    }
    BodyExprId a = generator.builder.read(0);
    BodyExprId b = generator.builder.read(1);
    BodyExprId c = generator.builder.read(2);
    BodyExprId both = generator.builder.add(Operation::BitXor, int_type, {a, b});
    all.push_back(
        generator.builder.give(generator.builder.add(Operation::Add, int_type, {both, c})));
    Body body = generator.builder.finish(all);

    std::vector<std::int64_t> locals(body.locals.size(), 0);
    StatementReference reference{body, locals};
    REQUIRE(reference.run(*body.root) == Flow::Return);
    auto values = evaluate_body(library, body, {int_type}, {none, none});
    INFO("round " << round);
    REQUIRE(values);
    CHECK(values->front().bits[0] == static_cast<std::uint32_t>(reference.returned));
  }
}

}  // namespace weft::testing::interpreter_statements_test
