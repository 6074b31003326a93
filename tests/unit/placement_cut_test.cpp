// Minimum cuts of models, without plans.

#include "composer/placement/cut_model.h"
#include "tests/support/catch.h"

namespace weft::testing::placement_cut_test {

namespace {

using namespace weft;

CutNode source(std::uint32_t components) {
  CutNode node{Freedom::Vertex};
  node.components = components;
  return node;
}
CutNode work(Freedom freedom, std::uint64_t operations, std::uint32_t components,
             std::vector<std::uint32_t> inputs) {
  return {freedom, operations, operations, components, std::move(inputs)};
}

/// Phong of the acceptance rows: position, normal; then worldPos, camPos, worldN; then the fixed
/// evaluations.
CutModel phong(std::uint64_t vertices, bool has_skin = false) {
  CutModel model;
  model.vertices = vertices;
  model.fragments = 1'000'000;
  const Freedom freedom = has_skin ? Freedom::Vertex : Freedom::Either;
  model.nodes = {source(3),
                 source(3),
                 work(freedom, 16, 3, {0}),
                 work(Freedom::Either, 16, 3, {2}),
                 work(freedom, 9, 3, {1}),
                 work(Freedom::Fragment, 5, 3, {4}),
                 work(Freedom::Fragment, 8, 3, {2}),
                 work(Freedom::Fragment, 6, 3, {5, 6}),
                 work(Freedom::Fragment, 9, 3, {7}),
                 work(Freedom::Fragment, 10, 4, {3, 8})};
  return model;
}

}  // namespace

TEST_CASE("placement cut: work that is cheaper per vertex moves there and is interpolated once") {
  const auto cut = minimum_cut(phong(10'000));
  REQUIRE(cut);
  CHECK(cut->at_vertex ==
        std::vector<Flag>{true, true, true, true, true, false, false, false, false, false});
  CHECK(cut->cost == 41 * 10'000 + 9 * 1'000'000);
  CHECK(cut->components == 9);
  CHECK(cut->is_proven);
}

TEST_CASE("placement cut: with many vertices all work stays in the fragment stage") {
  const auto cut = minimum_cut(phong(2'000'000));
  REQUIRE(cut);
  CHECK(cut->components == 6);
  CHECK(cut->cost == (6 + 41) * 1'000'000);
}

TEST_CASE("placement cut: a budget drops the least profitable values") {
  CutModel model = phong(10'000);
  model.budget = 6;
  const auto cut = minimum_cut(model);
  REQUIRE(cut);
  CHECK(cut->at_vertex[2]);
  CHECK_FALSE(cut->at_vertex[3]);
  CHECK(cut->cost == 25 * 10'000 + 16 * 1'000'000 + 6 * 1'000'000);
  model.budget = 5;
  CHECK_FALSE(minimum_cut(model));
}

TEST_CASE("placement cut: what costs less than interpolation may run in both stages") {
  // float4(p, 1.0) of an interpolated p: a product reads it, and so do the fragments.
  CutModel model;
  model.vertices = 10;
  model.fragments = 1'000;
  model.nodes = {source(3), work(Freedom::Either, 0, 4, {0}), work(Freedom::Either, 16, 3, {1}),
                 work(Freedom::Fragment, 1, 1, {1}), work(Freedom::Fragment, 1, 1, {0, 2})};
  CHECK(minimum_cut(model)->components == 10);
  model.nodes[1].is_repeatable = true;
  const auto cut = minimum_cut(model);
  REQUIRE(cut);
  CHECK(cut->components == 6);
  CHECK(cut->at_vertex == std::vector<Flag>{true, false, true, false, false});
  CHECK(cut->cost == 16 * 10 + 6 * 1'000);
  // One operation per fragment and vertex is less than four components; five are more.
  model.nodes[1].vertex_operations = 1;
  model.nodes[1].fragment_operations = 1;
  CHECK(minimum_cut(model)->cost == 17 * 10 + (6 + 1) * 1'000);
  model.nodes[1].fragment_operations = 5;
  CHECK(minimum_cut(model)->components == 10);
  // Without a reader per fragment it runs per vertex alone.
  model.nodes[3].inputs = {0};
  CHECK(minimum_cut(model)->at_vertex == std::vector<Flag>{true, true, true, false, false});
}

TEST_CASE("placement cut: a value that cannot be interpolated and its readers stay in one stage") {
  CutModel model;
  model.vertices = 1;
  model.fragments = 100;
  model.nodes = {source(3), work(Freedom::Either, 10, 9, {0}), work(Freedom::Either, 10, 3, {1}),
                 work(Freedom::Fragment, 1, 1, {2})};
  model.nodes[1].components.reset();
  const auto cut = minimum_cut(model);
  REQUIRE(cut);
  CHECK(cut->at_vertex == std::vector<Flag>{true, true, true, false});
  model.nodes[3].inputs = {1, 2};
  CHECK(minimum_cut(model)->at_vertex == std::vector<Flag>{true, false, false, false});
}

TEST_CASE("placement cut: impossible cuts have infinite cost") {
  const CutModel model = phong(10'000);
  std::vector<Flag> at_vertex(10, false);
  CHECK(evaluate_cut(model, at_vertex).cost == impossible_cost);  // attributes are per vertex
  at_vertex = {true, true, false, true, false, false, false, false, false, false};
  CHECK(evaluate_cut(model, at_vertex).cost ==
        impossible_cost);  // camPos reads a value known per fragment
}

}  // namespace weft::testing::placement_cut_test
