// The candidates for stitching open inputs: the same as those of a graph search per call, at a cost
// that is not quadratic in the calls.

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "fragments/model/graph_inputs.h"
#include "tests/support/catch.h"
#include "tests/support/seed.h"
#include "tests/unit/load_fixture.h"

namespace weft::testing::stitch_sources_test {

namespace {

using namespace weft;

const std::string head =
    "fragment open(x: float, n: float3 {use: normal}) -> float { return x * n.x; }\n"
    "fragment join(a: float, b: float) -> float { return a + b; }\n";

const CallNode* stitched_call(const GraphNode& node) {
  const auto* call = std::get_if<CallNode>(&node.kind);
  return call != nullptr && call->stitch_sources.values ? call : nullptr;
}

/// The stitched calls in source order.
std::vector<NodeId> stitched_calls(const Graph& graph) {
  std::vector<NodeId> calls;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    if (stitched_call(graph.nodes[NodeId(i)]) != nullptr) {
      calls.push_back(NodeId(i));
    }
  }
  std::sort(calls.begin(), calls.end(), [&](NodeId a, NodeId b) {
    return graph.nodes[a].span.begin < graph.nodes[b].span.begin;
  });
  return calls;
}

/// Whether `from` depends on `wanted`, through written links or the stitches of calls with
/// `is_done`: a plain graph search.
bool depends_on(const Graph& graph, const std::vector<bool>& is_done, NodeId from, NodeId wanted) {
  std::vector<bool> seen(graph.nodes.size(), false);
  std::vector<NodeId> open{from};
  while (!open.empty()) {
    const NodeId at = open.back();
    open.pop_back();
    if (at == wanted) {
      return true;
    }
    if (seen[at.index()]) {
      continue;
    }
    seen[at.index()] = true;
    const auto go_on = [&open](NodeId node) { open.push_back(node); };
    const GraphNode& node = graph.nodes[at];
    for_each_input(node, go_on);
    if (const auto* loop = std::get_if<LoopNode>(&node.kind)) {
      for (const LoopNode::State& state : loop->states) {
        go_on(state.next);
      }
    }
    if (const CallNode* call = stitched_call(node); call != nullptr && is_done[at.index()]) {
      for (const ListedValue& value : call->stitch_sources.usable()) {
        go_on(value.node);
      }
    }
  }
  return false;
}

/// Bindings in random order, each of which reads some others.
std::string random_material(Random& random) {
  const std::size_t count = random.below(9) + 2;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < count; ++i) {
    order.push_back(i);
  }
  for (std::size_t i = order.size(); i > 1; --i) {
    std::swap(order[i - 1], order[random.below(i)]);
  }
  std::string text = head + "material m {\n";
  for (const std::size_t i : order) {
    const auto read = [&] {
      return i == 0 || random.below(3) == 0 ? std::string("1.0")
                                            : "b" + std::to_string(random.below(i));
    };
    const std::string first = read();
    const std::string second = read();
    const std::string value =
        random.below(2) == 0 ? "open(" + first + ")" : "join(open(" + first + "), " + second + ")";
    text += "  b" + std::to_string(i) + " = " + (random.below(4) == 0 ? first : value) + ";\n";
  }
  return text + "  output a = b" + std::to_string(count - 1) + ";\n}\n";
}

}  // namespace

TEST_CASE("open inputs find the same sources as a search of the whole graph", "[stitches]") {
  Random random(seed());
  std::size_t left_out = 0;
  for (int round = 0; round < 400; ++round) {
    const std::string text = random_material(random);
    INFO(text);
    const LoadedLibrary loaded = load_with_core(text);
    INFO(render_text(loaded.diagnostics, loaded.library.sources));
    REQUIRE(loaded.library.find_material("m"));
    const Graph& graph = loaded.library.materials[*loaded.library.find_material("m")].graph;
    std::vector<bool> is_done(graph.nodes.size(), false);
    for (const NodeId id : stitched_calls(graph)) {
      const StitchSources& sources = stitched_call(graph.nodes[id])->stitch_sources;
      std::vector<std::uint32_t> dependents;
      for (std::uint32_t i = 0; i < sources.before; ++i) {
        if (depends_on(graph, is_done, (*sources.values)[i].node, id)) {
          dependents.push_back(i);
        }
      }
      CHECK(sources.dependents == dependents);
      left_out += dependents.size();
      is_done[id.index()] = true;
    }
  }
  CHECK(left_out > 500);
}

TEST_CASE("calls with open inputs share one list of candidates", "[stitches]") {
  constexpr int count = 2000;
  std::string text = head + "material m {\n  s0 = 1.0;\n";
  for (int i = 1; i <= count; ++i) {
    text += "  s" + std::to_string(i) + " = s" + std::to_string(i - 1) + " + open(2.0);\n";
  }
  const LoadedLibrary loaded =
      load_with_core(text + "  output a = s" + std::to_string(count) + ";\n}\n");
  const Graph& graph = loaded.library.materials[*loaded.library.find_material("m")].graph;
  const std::vector<NodeId> calls = stitched_calls(graph);
  REQUIRE(calls.size() == count);
  std::size_t entries = 0;
  for (const NodeId id : calls) {
    const StitchSources& sources = stitched_call(graph.nodes[id])->stitch_sources;
    CHECK(sources.values == stitched_call(graph.nodes[calls.front()])->stitch_sources.values);
    entries += sources.dependents.size();
  }
  CHECK(entries == count);  // of each call its own binding
}

}  // namespace weft::testing::stitch_sources_test
