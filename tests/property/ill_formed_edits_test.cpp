// Random errors in well-typed materials: one value gets another use, basis, unit or encoding, or
// becomes plain, or a function gets another signature. Either composing reports an error, or the
// result equals the value that an independent evaluator computes.

#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "composer/verification/verify_plan.h"
#include "tests/property/quantity_meaning.h"
#include "tests/property/quantity_picture.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"

namespace weft::testing::ill_formed_edits_test {

namespace {

using namespace weft;
using namespace weft::testing::quantities;

struct Counts {
  std::size_t refused = 0;
  std::size_t shown = 0;
  std::size_t undecided = 0;
};

void check(const Program& program, bool may_be_refused, Counts& counts) {
  const std::string text = text_of(program);
  const Composed composed = compose_text(text, "here");
  const Quantity expected = meaning_of(program);
  INFO(text << composed.errors());
  if (!composed.plan) {
    CHECK(!composed.errors().empty());
    CHECK(may_be_refused);
    ++counts.refused;
    return;
  }
  for (const PlanFault& fault :
       verify_plan(composed.library(), composed.plan->plan, *composed.plan)) {
    FAIL_CHECK("%" << fault.evaluation.index() << " " << plan_rule_name(fault.rule) << ": "
                   << fault.text);
  }
  if (expected.state == Quantity::State::Undecided) {
    ++counts.undecided;
    return;
  }
  CHECK(expected.state == Quantity::State::Known);
  CHECK(expected.kind == program.demanded);
  const std::vector<double> numbers = shown(composed, program);
  INFO(fmt::format("found {}, expected {} in world space, metres, linear light",
                   fmt::join(numbers, ", "), fmt::join(expected.value, ", ")));
  CHECK(shows(numbers, program, expected));
  ++counts.shown;
}

}  // namespace

TEST_CASE("well-formed materials show the meaning of their numbers", "[property]") {
  Random random(seed());
  Counts counts;
  const std::size_t cases = scaled(60);
  for (std::size_t i = 0; i < cases; ++i) {
    INFO("seed " << seed() << ", case " << i);
    check(random_program(random), false, counts);
  }
  CHECK(counts.shown + counts.undecided == cases);
}

TEST_CASE("an ill-formed edit is an error or shows the meaning of its numbers", "[property]") {
  Random random(seed() + 1);
  Counts counts;
  const std::size_t cases = scaled(150);
  for (std::size_t i = 0; i < cases; ++i) {
    INFO("seed " << seed() << ", case " << i);
    Program program = random_program(random);
    spoil(program, random);
    check(program, true, counts);
  }
  INFO(counts.refused << " refused, " << counts.shown << " shown, " << counts.undecided
                      << " undecided");
  CHECK(counts.refused > cases / 4);
  CHECK(counts.shown > cases / 8);
  CHECK(counts.undecided < cases / 8);
}

}  // namespace weft::testing::ill_formed_edits_test
