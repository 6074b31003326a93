// Parts of random bodies: each computed by itself and given to what remains, they yield the results
// of the whole body, bit for bit.

#include <algorithm>
#include <vector>

#include "fragments/interpreter/interpreter.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "fragments/model/leaf_part.h"
#include "support/float_bits.h"
#include "tests/property/body_generator.h"
#include "tests/support/catch.h"
#include "tests/support/seed.h"

namespace weft::testing::leaf_parts_test {

namespace {

using namespace weft;

/// A random set of expressions that can be parts and are no constants.
std::vector<BodyExprId> random_parts(Random& random, const Library& library, const Body& body) {
  const std::vector<bool> can = can_be_parts(library, body);
  std::vector<BodyExprId> parts;
  for (std::size_t i = 0; i < body.exprs.size(); ++i) {
    const BodyExpr& expr = body.exprs[BodyExprId(i)];
    const bool is_read =
        expr.op == Operation::Literal || expr.op == Operation::Local || expr.op == Operation::Port;
    if (can[i] && !is_read && random.chance(4)) {
      parts.emplace_back(i);
    }
  }
  return parts;
}

struct Given {
  BodyExprId value;
  Constant constant;
};

std::vector<Constant> evaluate(const Library& library, const LeafPart& part,
                               const std::vector<Constant>& ports,
                               const std::vector<Given>& given) {
  std::vector<Constant> inputs;
  for (const std::uint32_t port : part.ports) {
    inputs.push_back(ports[port]);
  }
  for (const BodyExprId value : part.given) {
    inputs.push_back(std::find_if(given.begin(), given.end(), [&](const Given& one) {
                       return one.value == value;
                     })->constant);
  }
  const std::vector<Constant> features;
  const auto results = evaluate_body(library, part.body, {part.signature.results[0].type.data},
                                     EvaluationInputs{inputs, features});
  REQUIRE(results);
  return *results;
}

}  // namespace

TEST_CASE("leaf parts: random bodies in parts compute what they compute whole") {
  Random random(seed());
  const std::size_t count = by_scale(300, 5'000, 100'000);
  std::size_t split = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string text = std::string(body_preamble) + random_body(random, "whole");
    INFO("seed " << seed() << ", case " << i << "\n" << text);
    const LoadedLibrary loaded = load_text("random.weft", text, DiskReader(), {});
    REQUIRE_FALSE(has_errors(loaded.diagnostics));
    const Library& library = loaded.library;
    const FragmentId id = library.find_fragments(*library.names.find("whole")).front();
    const Fragment& leaf = library.fragments[id];
    const Body& body = leaf.instances().front().body;
    const std::vector<BodyExprId> values = random_parts(random, library, body);
    const PartFacts facts(body);
    std::vector<LeafPart> parts;
    std::vector<BodyExprId> below;
    for (const BodyExprId value : values) {
      parts.push_back(make_leaf_part(library, leaf, body, facts, {value, below, {}}));
      below.push_back(value);
    }
    const LeafPart rest = make_leaf_part(library, leaf, body, facts, {std::nullopt, below, {}});
    split += rest.given.empty() ? 0U : 1U;
    for (int round = 0; round < 3; ++round) {
      const std::vector<Constant> ports = {
          {int_type, {static_cast<std::uint32_t>(random.below(9)) - 4U}},
          {uint_type, {static_cast<std::uint32_t>(random.below(9))}},
          {float_type, {float_bits(0.25F * static_cast<float>(random.below(17)) - 2.0F)}}};
      std::vector<Given> given;
      for (const LeafPart& part : parts) {
        given.push_back({*part.value, evaluate(library, part, ports, given).front()});
      }
      const std::vector<Constant> features;
      const auto expected =
          evaluate_body(library, body, {uint_type}, EvaluationInputs{ports, features});
      REQUIRE(expected);
      REQUIRE(evaluate(library, rest, ports, given) == *expected);
    }
  }
  CHECK(split > count / 2);
}

}  // namespace weft::testing::leaf_parts_test
