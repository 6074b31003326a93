// The number of lookups of glslang for a module is counted, not measured.

#include "codegen/ir/module_effort.h"

#include "tests/support/catch.h"

namespace weft::testing::module_effort_test {

namespace {

BodyExprId number(Body& body, std::uint32_t bits) {
  return body.add(Operation::Literal, DataType::scalar(Scalar::Float), bits, {}, {});
}

}  // namespace

TEST_CASE("module effort: each use of a constant costs one comparison per earlier constant") {
  Program program;
  for (const std::uint32_t bits : {7U, 8U, 9U, 7U, 9U}) {  // 0 + 1 + 2 + 0 + 2
    number(program.main, bits);
  }
  const ModuleEffort effort = effort_of(program);
  CHECK(effort.constants == 3);
  CHECK(effort.comparisons == 5);
}

TEST_CASE(
    "module effort: each kind has its list, number vectors share one, functions are included") {
  Program program;
  program.functions.push_back(
      {"f", {}, DataType::scalar(Scalar::Float), {}, {}, {}, {}, {}, FragmentId(0)});
  Body& body = program.functions.front().body;
  const BodyExprId one = number(body, 1);
  const BodyExprId two = number(body, 2);  // 1
  body.add(Operation::Literal, DataType::scalar(Scalar::Int), 1, {}, {});
  const DataType float2 = DataType::vector(Scalar::Float, 2);
  body.add(Operation::Construct, float2, 0, {one, two}, {});
  body.add(Operation::Construct, float2, 0, {two, one}, {});  // 1
  const BodyExprId sum =
      body.add(Operation::Add, DataType::scalar(Scalar::Float), 0, {one, two}, {});
  body.add(Operation::Construct, float2, 0, {sum, one}, {});  // not a constant
  const ModuleEffort effort = effort_of(program);
  CHECK(effort.constants == 5);
  CHECK(effort.comparisons == 2);
}

TEST_CASE("module effort: a note is printed above the comparison limit") {
  CHECK_FALSE(slow_module_note("m.frag.glsl.spv", 10, {8'000, most_comparisons_unsaid}));
  const auto note = slow_module_note("m.frag.glsl.spv", 10, {8'001, most_comparisons_unsaid + 1});
  REQUIRE(note);
  CHECK(note->severity == Severity::Note);
  CHECK(note->code == Code::SlowModule);
  CHECK_THAT(note->message, contains("m.frag.glsl.spv") && contains("8,001"));
}

}  // namespace weft::testing::module_effort_test
