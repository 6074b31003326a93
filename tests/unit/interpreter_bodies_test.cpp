// Statements, locals, calls and limits, on bodies built by hand.

#include "tests/unit/interpreter_bodies.h"

#include "fragments/interpreter/interpreter.h"
#include "tests/support/catch.h"

namespace weft::testing::interpreter_bodies_test {

namespace {

using namespace weft;

using Values = tl::expected<std::vector<Constant>, EvaluationError>;

Values evaluate(const Library& library, const Body& body, DataType result,
                const std::vector<Constant>& ports = {},
                const std::vector<Constant>& features = {}) {
  return evaluate_body(library, body, {result}, {ports, features});
}

void check_value(const Values& values, const Constant& expected) {
  if (!values) {
    FAIL(values.error().message);
  }
  REQUIRE(values->size() == 1);
  INFO("expected " << text_of(expected) << ", got " << text_of(values->front()));
  CHECK(values->front() == expected);
}

void check_error(const Values& values, const std::string& message, Span span) {
  REQUIRE_FALSE(values);
  CHECK(values.error().message == message);
  CHECK(values.error().span == span);
}

/// Adds a leaf with only this body.
FragmentId add_leaf(Library& library, const std::string& name, Body body) {
  Fragment fragment{};
  fragment.name = library.names.intern(name);
  fragment.code()->instances.set({{{}, std::move(body)}});
  return library.fragments.add(std::move(fragment));
}

/// for (int i = 0; i < count; ++i) { … } around the caller's statements.
struct CountingLoop {
  BodyStmtId initial;
  BodyExprId condition;
  BodyStmtId step;
};
CountingLoop counting_loop(BodyBuilder& b, std::uint32_t i, std::int32_t count) {
  BodyStmtId initial = b.declare(i, b.integer(0));
  BodyExprId at = b.read(i);
  BodyExprId end = b.integer(count);
  BodyExprId condition = b.add(Operation::Less, bool_type, {at, end});
  BodyExprId counted = b.read(i);
  BodyExprId one = b.integer(1);
  return {initial, condition, b.assign(counted, one, Operation::Add)};
}

}  // namespace

TEST_CASE("interpreter: a body computes its result from its ports") {
  Library library;
  BodyBuilder b;
  BodyExprId x = b.port(0, float_type);
  BodyExprId y = b.port(1, float3_type);
  BodyExprId product = b.add(Operation::Multiply, float3_type, {x, y});
  Body body = b.finish({b.give(product)});
  check_value(evaluate(library, body, float3_type, {floats({2}), floats({1, 2, 3})}),
              floats({2, 4, 6}));
  // The same evaluator again, on other inputs.
  BodyEvaluator evaluator(library, body);
  std::vector<Constant> none;
  for (float factor : {1.0F, 3.0F}) {
    std::vector<Constant> ports = {floats({factor}), floats({1, 0, -1})};
    check_value(evaluator.run({float3_type}, {ports, none}), floats({factor, 0, -factor}));
  }
}

TEST_CASE("interpreter: if, else if and else branch correctly") {
  Library library;
  BodyBuilder b;
  auto less_than = [&](float bound) {
    BodyExprId x = b.port(0, float_type);
    BodyExprId limit = b.number(bound);
    return b.add(Operation::Less, bool_type, {x, limit});
  };
  BodyExprId below_0 = less_than(0);
  BodyExprId below_1 = less_than(1);
  BodyStmtId last = b.block({b.give(b.integer(3))});
  BodyStmtId middle = b.statement(IfBody{below_1, b.block({b.give(b.integer(2))}), last});
  BodyStmtId first = b.statement(IfBody{below_0, b.block({b.give(b.integer(1))}), middle});
  Body body = b.finish({first});
  check_value(evaluate(library, body, int_type, {floats({-1})}), ints({1}));
  check_value(evaluate(library, body, int_type, {floats({0.5F})}), ints({2}));
  check_value(evaluate(library, body, int_type, {floats({7})}), ints({3}));
}

TEST_CASE("interpreter: loops with break and continue") {
  Library library;
  // Sum of the odd numbers below 10 that are less than 7: 1 + 3 + 5.
  BodyBuilder b;
  std::uint32_t i = b.local(int_type);
  std::uint32_t sum = b.local(int_type);
  BodyStmtId start = b.declare(sum);
  CountingLoop loop = counting_loop(b, i, 10);
  BodyExprId parity = b.add(Operation::BitAnd, int_type, {b.read(i), b.integer(1)});
  BodyExprId is_even = b.add(Operation::Equal, bool_type, {parity, b.integer(0)});
  BodyStmtId skip =
      b.statement(IfBody{is_even, b.block({b.statement(ContinueBody{})}), std::nullopt});
  BodyExprId is_seven = b.add(Operation::Equal, bool_type, {b.read(i), b.integer(7)});
  BodyStmtId leave =
      b.statement(IfBody{is_seven, b.block({b.statement(BreakBody{})}), std::nullopt});
  BodyStmtId add = b.assign(b.read(sum), b.read(i), Operation::Add);
  BodyStmtId all =
      b.statement(ForBody{loop.initial, loop.condition, loop.step, b.block({skip, leave, add})});
  Body body = b.finish({start, all, b.give(b.read(sum))});
  check_value(evaluate(library, body, int_type), ints({9}));
}

TEST_CASE("interpreter: break leaves only the innermost of nested loops") {
  Library library;
  BodyBuilder b;
  std::uint32_t i = b.local(int_type);
  std::uint32_t j = b.local(int_type);
  std::uint32_t count = b.local(int_type);
  CountingLoop outer = counting_loop(b, i, 5);
  CountingLoop inner = counting_loop(b, j, 100);
  BodyExprId is_far = b.add(Operation::Greater, bool_type, {b.read(j), b.read(i)});
  BodyStmtId leave = b.statement(IfBody{is_far, b.block({b.statement(BreakBody{})}), std::nullopt});
  BodyStmtId add = b.assign(b.read(count), b.integer(1), Operation::Add);
  BodyStmtId inner_loop =
      b.statement(ForBody{inner.initial, inner.condition, inner.step, b.block({leave, add})});
  BodyStmtId outer_loop =
      b.statement(ForBody{outer.initial, outer.condition, outer.step, b.block({inner_loop})});
  Body body = b.finish({outer_loop, b.give(b.read(count))});
  check_value(evaluate(library, body, int_type), ints({1 + 2 + 3 + 4 + 5}));
}

TEST_CASE("interpreter: while loops, and locals declared in them restart at zero") {
  Library library;
  BodyBuilder b;
  std::uint32_t n = b.local(int_type);
  std::uint32_t fresh = b.local(int_type);
  std::uint32_t total = b.local(int_type);
  BodyStmtId start = b.declare(n, b.port(0, int_type));
  BodyExprId condition = b.add(Operation::Greater, bool_type, {b.read(n), b.integer(0)});
  BodyStmtId declare = b.declare(fresh);
  BodyStmtId raise = b.assign(b.read(fresh), b.read(n), Operation::Add);
  BodyStmtId add = b.assign(b.read(total), b.read(fresh), Operation::Add);
  BodyStmtId halve = b.assign(b.read(n), b.integer(2), Operation::Divide);
  BodyStmtId loop = b.statement(WhileBody{condition, b.block({declare, raise, add, halve})});
  Body body = b.finish({start, loop, b.give(b.read(total))});
  check_value(evaluate(library, body, int_type, {ints({20})}), ints({20 + 10 + 5 + 2 + 1}));
  check_value(evaluate(library, body, int_type, {ints({0})}), ints({0}));
}

TEST_CASE("interpreter: assignments to components, members and elements") {
  Library library;
  DataTypeTable& types = library.data_types;
  NameId name = library.names.intern("x");
  DataType pair = types.add_struct({name, {{name, float_type}, {name, float3_type}}});
  DataType list = types.array_of(pair, 2);

  BodyBuilder b;
  std::uint32_t v = b.local(float4_type);
  std::uint32_t m = b.local(DataType::matrix(2, 2));
  std::uint32_t s = b.local(list);
  std::vector<BodyStmtId> all;
  // v = (1, 2, 3, 4); v.wx = v.xw; v.zy *= 10; v.zyx[1] += 0.5
  all.push_back(b.declare(v, b.constant(floats({1, 2, 3, 4}))));
  all.push_back(b.assign(b.swizzle(b.read(v), {3, 0}, Scalar::Float),
                         b.swizzle(b.read(v), {0, 3}, Scalar::Float)));
  all.push_back(
      b.assign(b.swizzle(b.read(v), {2, 1}, Scalar::Float), b.number(10), Operation::Multiply));
  BodyExprId turned = b.swizzle(b.read(v), {2, 1, 0}, Scalar::Float);
  all.push_back(b.assign(b.add(Operation::Index, float_type, {turned, b.integer(1)}),
                         b.number(0.5F), Operation::Add));
  // v.wzyx.xz = (5, 6): w and y
  BodyExprId reversed = b.swizzle(b.read(v), {3, 2, 1, 0}, Scalar::Float);
  all.push_back(b.assign(b.swizzle(reversed, {0, 2}, Scalar::Float), b.constant(floats({5, 6}))));
  // m[1] = v.zw; m[0][1] = 7
  BodyExprId column = b.add(Operation::Index, float2_type, {b.read(m), b.integer(1)});
  all.push_back(b.assign(column, b.swizzle(b.read(v), {2, 3}, Scalar::Float)));
  column = b.add(Operation::Index, float2_type, {b.read(m), b.integer(0)});
  all.push_back(b.assign(b.add(Operation::Index, float_type, {column, b.integer(1)}), b.number(7)));
  // s[9].second.y = m[0][1]: the index is clamped to the last element
  BodyExprId element = b.add(Operation::Index, pair, {b.read(s), b.integer(9)});
  BodyExprId member = b.add(Operation::Member, float3_type, {element}, 1);
  column = b.add(Operation::Index, float2_type, {b.read(m), b.integer(0)});
  all.push_back(b.assign(b.swizzle(member, {1}, Scalar::Float),
                         b.add(Operation::Index, float_type, {column, b.integer(1)})));
  // s[0] = s[1]
  BodyExprId target = b.add(Operation::Index, pair, {b.read(s), b.integer(0)});
  all.push_back(b.assign(target, b.add(Operation::Index, pair, {b.read(s), b.integer(1)})));
  std::uint32_t out_v = b.local(float4_type, 0);
  std::uint32_t out_m = b.local(DataType::matrix(2, 2), 1);
  std::uint32_t out_s = b.local(list, 2);
  all.push_back(b.assign(b.read(out_v), b.read(v)));
  all.push_back(b.assign(b.read(out_m), b.read(m)));
  all.push_back(b.assign(b.read(out_s), b.read(s)));
  Body body = b.finish(all);

  std::vector<Constant> none;
  auto values =
      evaluate_body(library, body, {float4_type, DataType::matrix(2, 2), list}, {none, none});
  REQUIRE(values);
  CHECK((*values)[0] == floats({4, 6, 30, 5}));
  CHECK((*values)[1] == matrix(2, 2, {0, 7, 30, 5}));
  CHECK((*values)[2].bits ==
        std::vector<std::uint32_t>({0, 0, bits_of(7), 0, 0, 0, bits_of(7), 0}));
}

TEST_CASE("interpreter: a matrix may be multiplied by itself in place") {
  Library library;
  BodyBuilder b;
  DataType type = DataType::matrix(2, 2);
  std::uint32_t m = b.local(type);
  BodyStmtId start = b.declare(m, b.constant(matrix(2, 2, {1, 2, 3, 4})));
  BodyStmtId square = b.assign(b.read(m), b.read(m), Operation::MatrixProduct);
  Body body = b.finish({start, square, b.give(b.read(m))});
  check_value(evaluate(library, body, type), matrix(2, 2, {7, 10, 15, 22}));
}

TEST_CASE("interpreter: unassigned outputs are zero") {
  Library library;
  BodyBuilder b;
  std::uint32_t second = b.local(float2_type, 1);
  b.local(int_type, 0);
  Body body = b.finish({b.assign(b.read(second), b.constant(floats({1, 2})))});
  std::vector<Constant> none;
  auto values = evaluate_body(library, body, {int_type, float2_type}, {none, none});
  REQUIRE(values);
  CHECK((*values)[0] == ints({0}));
  CHECK((*values)[1] == floats({1, 2}));
}

TEST_CASE("interpreter: features, and arrays sized by the host") {
  Library library;
  DataType list = library.data_types.array_of(float3_type, 0);
  NameId name = library.names.intern("lights.direction");
  FeatureId feature = library.features.add(Feature{name, name, name, {}, {}, {}, {}, {}});
  BodyBuilder b;
  b.body.features = {feature};
  BodyExprId all = b.add(Operation::Feature, list, {}, 0);
  BodyExprId one = b.add(Operation::Index, float3_type, {all, b.port(0, int_type)});
  Body body = b.finish({b.give(one)});
  Constant lights{list, floats({1, 2, 3, 4}).bits};
  lights.bits.insert(lights.bits.end(), {bits_of(5), bits_of(6)});
  check_value(evaluate(library, body, float3_type, {ints({1})}, {lights}), floats({4, 5, 6}));
  check_value(evaluate(library, body, float3_type, {ints({7})}, {lights}), floats({4, 5, 6}));
  check_value(evaluate(library, body, float3_type, {ints({-7})}, {lights}), floats({1, 2, 3}));
  // An empty array reads as zeros.
  check_value(evaluate(library, body, float3_type, {ints({0})}, {Constant{list, {}}}),
              floats({0, 0, 0}));
  BodyBuilder l;
  l.body.features = {feature};
  const BodyExprId length =
      l.add(Operation::Length, int_type, {l.add(Operation::Feature, list, {}, 0)});
  const Body count = l.finish({l.give(length)});
  check_value(evaluate(library, count, int_type, {}, {lights}), ints({2}));
  check_value(evaluate(library, count, int_type, {}, {Constant{list, {}}}), ints({0}));
}

TEST_CASE("interpreter: calls of other leaves with features and several results") {
  Library library;
  NameId time = library.names.intern("frame.time");
  NameId index = library.names.intern("frame.index");
  FeatureId time_id = library.features.add(Feature{time, time, time, {}, {}, {}, {}, {}});
  FeatureId index_id = library.features.add(Feature{index, index, index, {}, {}, {}, {}, {}});

  BodyBuilder inner;  // x * frame.time
  inner.body.features = {time_id};
  BodyExprId t = inner.add(Operation::Feature, float_type, {}, 0);
  BodyExprId scaled_x = inner.add(Operation::Multiply, float_type, {inner.port(0, float_type), t});
  FragmentId scale = add_leaf(library, "scale", inner.finish({inner.give(scaled_x)}));

  BodyBuilder middle;  // scale(x) + scale(2)
  middle.body.features = {time_id};
  middle.body.calls = {{scale, {}}};
  BodyExprId x = middle.port(0, float_type);
  BodyExprId first = middle.add(Operation::Call, float_type, {x}, 0);
  BodyExprId second = middle.add(Operation::Call, float_type, {middle.number(2)}, 0);
  FragmentId twice = add_leaf(
      library, "twice",
      middle.finish({middle.give(middle.add(Operation::Add, float_type, {first, second}))}));

  BodyBuilder outer;  // twice(port) * twice(1), in a loop of three iterations
  outer.body.features = {index_id, time_id};
  outer.body.calls = {{twice, {}}};
  std::uint32_t i = outer.local(int_type);
  std::uint32_t sum = outer.local(float_type);
  CountingLoop loop = counting_loop(outer, i, 3);
  BodyExprId a = outer.add(Operation::Call, float_type, {outer.port(0, float_type)}, 0);
  BodyExprId b = outer.add(Operation::Call, float_type, {outer.number(1)}, 0);
  BodyExprId product = outer.add(Operation::Multiply, float_type, {a, b});
  BodyStmtId add = outer.assign(outer.read(sum), product, Operation::Add);
  BodyStmtId all =
      outer.statement(ForBody{loop.initial, loop.condition, loop.step, outer.block({add})});
  Body body = outer.finish({all, outer.give(outer.read(sum))});
  // time 10: twice(3) = 50, twice(1) = 30
  check_value(evaluate(library, body, float_type, {floats({3})}, {ints({4}), floats({10})}),
              floats({4500}));

  BodyBuilder lacking;
  lacking.body.calls = {{twice, {}}};
  BodyExprId call = lacking.add(Operation::Call, float_type, {lacking.number(1)}, 0);
  Body lacking_body = lacking.finish({lacking.give(call)});
  check_error(evaluate(library, lacking_body, float_type),
              "twice extracts frame.time, which has no value here", lacking_body.exprs[call].span);
}

TEST_CASE("interpreter: call chains have no depth limit") {
  Library library;
  BodyBuilder last;
  FragmentId callee =
      add_leaf(library, "leaf",
               last.finish({last.give(last.add(Operation::Add, int_type,
                                               {last.port(0, int_type), last.integer(1)}))}));
  for (int i = 0; i < 20'000; ++i) {
    BodyBuilder next;
    next.body.calls = {{callee, {}}};
    BodyExprId call = next.add(Operation::Call, int_type, {next.port(0, int_type)}, 0);
    callee = add_leaf(library, "leaf", next.finish({next.give(call)}));
  }
  const Body& body = library.fragments[callee].instances()[0].body;
  check_value(evaluate(library, body, int_type, {ints({41})}), ints({42}));
}

TEST_CASE("interpreter: fragments without a body cannot be called") {
  Library library;
  Fragment native{};
  native.name = library.names.intern("wave");
  FragmentId wave = library.fragments.add(native);
  BodyBuilder b;
  b.body.calls = {{wave, {}}};
  BodyExprId call = b.add(Operation::Call, float_type, {}, 0);
  Body body = b.finish({b.give(call)});
  check_error(evaluate(library, body, float_type), "wave has no body to evaluate",
              body.exprs[call].span);
}

TEST_CASE("interpreter: an endless loop ends in an error") {
  Library library;
  BodyBuilder b;
  BodyExprId yes = b.boolean(true);
  BodyStmtId loop = b.statement(WhileBody{yes, b.block({})});
  Body body = b.finish({loop, b.give(b.integer(1))});
  auto values = evaluate(library, body, int_type);
  REQUIRE_FALSE(values);
  CHECK(values.error().message == "the evaluation did not end within 1000000 steps");
  std::vector<Constant> none;
  EvaluationInputs inputs{none, none};
  inputs.step_limit = 10;
  values = evaluate_body(library, body, {int_type}, inputs);
  REQUIRE_FALSE(values);
  CHECK(values.error().message == "the evaluation did not end within 10 steps");
}

TEST_CASE("interpreter: a texture or function without a handler is an error at its location") {
  Library library;
  DataType texture = DataType::texture(TextureShape::Texture2d);
  BodyBuilder b;
  BodyExprId map = b.port(0, texture);
  BodyExprId sample = b.call(Intrinsic::Sample, float4_type, {map, b.constant(floats({0, 0}))});
  Body body = b.finish({b.give(sample)});
  check_error(evaluate(library, body, float4_type, {Constant{texture, {3}}}),
              "a texture cannot be read here", body.exprs[sample].span);

  BodyBuilder d;
  BodyExprId slope = d.call(Intrinsic::DerivativeX, float_type, {d.number(1)});
  body = d.finish({d.give(slope)});
  check_error(evaluate(library, body, float_type), "a derivative has no value on the CPU",
              body.exprs[slope].span);

  BodyBuilder f;
  f.body.port_calls = {{0, {}}};
  BodyExprId height = f.add(Operation::PortCall, float_type, {f.number(1)}, 0);
  body = f.finish({f.give(height)});
  check_error(evaluate(library, body, float_type), "a function port cannot be called here",
              body.exprs[height].span);

  BodyBuilder n;
  body = n.finish({});
  check_error(evaluate(library, body, float_type), "the body ends without a value",
              body.stmts[*body.root].span);

  BodyBuilder big;
  std::uint32_t local = big.local(library.data_types.array_of(float4_type, 1U << 30U));
  body = big.finish({big.declare(local), big.give(big.number(1))});
  check_error(evaluate(library, body, float_type),
              "the values of this body are too large to evaluate", {});
}

namespace {

/// A texture whose texels encode the access that read them.
class EchoReader : public TextureReader {
 public:
  Answer sample(std::uint32_t handle, TextureShape, const Coordinates& at) const override {
    return answer(handle, at[0], at[1], 0);
  }
  Answer sample_lod(std::uint32_t handle, TextureShape, const Coordinates& at,
                    float level) const override {
    return answer(handle, at[0], at[1], level);
  }
  Answer sample_bias(std::uint32_t handle, TextureShape, const Coordinates& at,
                     float bias) const override {
    return answer(handle, at[0], at[1], -bias);
  }
  Answer gather(std::uint32_t handle, TextureShape, const Coordinates& at,
                std::uint32_t component) const override {
    return answer(handle, at[0], at[1], static_cast<float>(component) + 0.5F);
  }
  std::optional<std::int32_t> levels(std::uint32_t handle, TextureShape) const override {
    return static_cast<std::int32_t>(handle) + 3;
  }
  Answer sample_grad(std::uint32_t handle, TextureShape, const Coordinates&,
                     const Coordinates& by_x, const Coordinates& by_y) const override {
    return answer(handle, by_x[0], by_y[1], -1);
  }
  std::optional<float> sample_compare(std::uint32_t handle, TextureShape, const Coordinates& at,
                                      float reference) const override {
    return static_cast<float>(handle) + at[0] + reference;
  }
  std::optional<float> sample_compare_lod0(std::uint32_t handle, TextureShape,
                                           const Coordinates& at, float reference) const override {
    return static_cast<float>(handle) + at[1] + reference;
  }
  Answer texel(std::uint32_t handle, TextureShape, const Texels& at,
               std::int32_t level) const override {
    return answer(handle, static_cast<float>(at[0]), static_cast<float>(at[1]),
                  static_cast<float>(level));
  }
  std::optional<Texels> size(std::uint32_t handle, TextureShape shape,
                             std::int32_t level) const override {
    return Texels{static_cast<std::int32_t>(handle), static_cast<std::int32_t>(shape), level, 0};
  }

 private:
  static Answer answer(std::uint32_t handle, float a, float b, float c) {
    return std::array<float, 4>{static_cast<float>(handle), a, b, c};
  }
};

class DoublingHandler : public PortCallHandler {
 public:
  tl::expected<Constant, EvaluationError> call(const PortCall& call, DataType,
                                               const std::vector<Constant>& arguments,
                                               const Constant*) override {
    last_port = call.port;
    if (arguments.empty()) {
      return tl::unexpected<EvaluationError>({"nothing to double", {}});
    }
    return floats({2 * float_of(arguments[0].bits[0])});
  }
  std::uint32_t last_port = 0;
};

}  // namespace

TEST_CASE("interpreter: textures are read through the caller's reader") {
  Library library;
  EchoReader reader;
  struct Case {
    Intrinsic intrinsic;
    std::vector<Constant> arguments;
    Constant expected;
  };
  const std::vector<Case> cases = {
      {Intrinsic::Sample, {floats({0.25F, 0.5F})}, floats({7, 0.25F, 0.5F, 0})},
      {Intrinsic::SampleLod, {floats({0.25F, 0.5F}), floats({3})}, floats({7, 0.25F, 0.5F, 3})},
      {Intrinsic::SampleBias, {floats({0.25F, 0.5F}), floats({3})}, floats({7, 0.25F, 0.5F, -3})},
      {Intrinsic::Gather, {floats({0.25F, 0.5F}), ints({2})}, floats({7, 0.25F, 0.5F, 2.5F})},
      {Intrinsic::TextureLevels, {}, ints({10})},
      {Intrinsic::SampleGrad,
       {floats({0, 0}), floats({1, 2}), floats({3, 4})},
       floats({7, 1, 4, -1})},
      {Intrinsic::SampleCompare, {floats({0.25F, 0.5F}), floats({2})}, floats({9.25F})},
      {Intrinsic::SampleCompareLod0, {floats({0.25F, 0.5F}), floats({2})}, floats({9.5F})},
      {Intrinsic::Texel, {ints({5, -6}), ints({2})}, floats({7, 5, -6, 2})},
      {Intrinsic::TextureSize, {ints({1})}, ints({7, 1})},
  };
  DataType texture = DataType::texture(TextureShape::Texture3d);
  for (const Case& it : cases) {
    BodyBuilder b;
    std::vector<BodyExprId> arguments = {b.port(0, texture)};
    for (const Constant& argument : it.arguments) {
      arguments.push_back(b.constant(argument));
    }
    Body body = b.finish({b.give(b.call(it.intrinsic, it.expected.type, arguments))});
    std::vector<Constant> ports = {{texture, {7}}};
    std::vector<Constant> none;
    INFO(intrinsic_name(it.intrinsic));
    check_value(evaluate_body(library, body, {it.expected.type}, {ports, none, &reader}),
                it.expected);
  }
}

TEST_CASE("interpreter: function ports are called through the caller's handler") {
  Library library;
  DoublingHandler handler;
  BodyBuilder b;
  b.body.port_calls = {{4, {}}};
  BodyExprId inner = b.add(Operation::PortCall, float_type, {b.number(3)}, 0);
  BodyExprId outer = b.add(Operation::PortCall, float_type, {inner}, 0);
  Body body = b.finish({b.give(outer)});
  std::vector<Constant> none;
  check_value(evaluate_body(library, body, {float_type}, {none, none, nullptr, &handler}),
              floats({12}));
  CHECK(handler.last_port == 4);

  BodyBuilder e;
  e.body.port_calls = {{4, {}}};
  body = e.finish({e.give(e.add(Operation::PortCall, float_type, {}, 0))});
  auto values = evaluate_body(library, body, {float_type}, {none, none, nullptr, &handler});
  REQUIRE_FALSE(values);
  CHECK(values.error().message == "nothing to double");
}

TEST_CASE("interpreter: a choice ignores errors of the untaken side") {
  Library library;
  BodyBuilder b;
  DataType list = library.data_types.array_of(float_type, 3);
  BodyExprId i = b.port(0, int_type);
  BodyExprId in_range = b.add(Operation::Less, bool_type, {i, b.integer(3)});
  BodyExprId element = b.add(Operation::Index, float_type, {b.port(1, list), i});
  BodyExprId chosen = b.add(Operation::Select, float_type, {in_range, element, b.number(-1)});
  Body body = b.finish({b.give(chosen)});
  Constant values{list, floats({10, 20, 30}).bits};
  check_value(evaluate(library, body, float_type, {ints({1}), values}), floats({20}));
  check_value(evaluate(library, body, float_type, {ints({1000}), values}), floats({-1}));
}

TEST_CASE("interpreter: constant expressions evaluate, others are rejected") {
  Library library;
  BodyBuilder b;
  std::uint32_t local = b.local(float_type);
  BodyExprId half = b.number(0.5F);
  BodyExprId both = b.add(Operation::Construct, float2_type, {half, b.integer(4)});
  BodyExprId root = b.call(Intrinsic::Sqrt, float2_type, {both});
  BodyExprId read = b.read(local);
  BodyExprId port = b.port(0, float_type);
  BodyExprId feature = b.add(Operation::Feature, float_type, {}, 0);
  BodyExprId sum = b.add(Operation::Add, float_type, {half, port});

  auto value = evaluate_expression(library, b.body, root);
  REQUIRE(value);
  CHECK(*value == floats({0.70710678F, 2}));
  for (BodyExprId varying : {read, port, feature, sum}) {
    auto refused = evaluate_expression(library, b.body, varying);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message == "not constant");
  }
  CHECK(evaluate_expression(library, b.body, sum).error().span == b.body.exprs[port].span);
}

TEST_CASE("interpreter: deep expressions and statements need no deep stack") {
  Library library;
  BodyBuilder b;
  BodyExprId sum = b.number(0);
  for (int i = 0; i < 100'000; ++i) {
    sum = b.add(Operation::Add, float_type, {sum, b.number(1)});
  }
  CHECK(*evaluate_expression(library, b.body, sum) == floats({100'000}));

  BodyStmtId inner = b.give(sum);
  for (int i = 0; i < 50'000; ++i) {
    inner = b.statement(IfBody{b.boolean(true), b.block({inner}), std::nullopt});
  }
  Body body = b.finish({inner});
  check_value(evaluate(library, body, float_type), floats({100'000}));
}

}  // namespace weft::testing::interpreter_bodies_test
