#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/unit/load_fixture.h"

namespace weft::testing::load_graph_test {
namespace {

using testing::load_with_core;
using testing::marks;

struct NodeText {
  const Library& library;

  static std::string id(NodeId node) { return "%" + std::to_string(node.index()); }
  static std::string ids(const std::vector<NodeId>& nodes) {
    std::string text;
    for (NodeId node : nodes) {
      text += " " + id(node);
    }
    return text;
  }
  static std::string ids(const std::vector<CallArgument>& arguments) {
    std::string text;
    for (const CallArgument& argument : arguments) {
      text += " " + id(argument.value);
    }
    return text;
  }
  std::string operator()(const LiteralNode& n) const {
    return (n.is_color ? "colour " : "literal ") + library.type_name(n.value.type);
  }
  std::string operator()(const FeatureNode& n) const {
    return std::string(library.text(library.features[n.feature].path));
  }
  std::string operator()(const ParameterNode& n) const {
    return "parameter " + std::to_string(n.parameter);
  }
  std::string operator()(const GraphPortNode& n) const { return "port " + std::to_string(n.port); }
  std::string operator()(const CallNode& n) const {
    return (n.is_stitched ? "stitched " : "") + std::string(library.text(n.callee)) +
           ids(n.arguments);
  }
  std::string operator()(const MemberNode& n) const {
    return id(n.object) + "." + std::string(library.text(n.member));
  }
  std::string operator()(const IndexNode& n) const {
    return id(n.object) + "[" + id(n.index) + "]";
  }
  std::string operator()(const ConstructNode& n) const {
    return "make " + library.type_name(n.type) + ids(n.arguments);
  }
  std::string operator()(const SelectNode& n) const {
    return "select" + ids({n.condition, n.if_true, n.if_false});
  }
  std::string operator()(const AscribeNode& n) const {
    return id(n.value) + " as " + std::to_string(n.entries.size()) + " traits";
  }
  std::string operator()(const DeclaredNode& n) const { return "declared " + id(n.value); }
  std::string operator()(const FunctionNode& n) const {
    return "function " + std::string(library.text(n.name));
  }
  std::string operator()(const BoundNode& n) const {
    return "bound " + std::string(library.text(n.name));
  }
  std::string operator()(const LambdaNode& n) const {
    return "lambda" + ids(n.parameters) + " =>" + ids({n.body});
  }
  std::string operator()(const LoopNode& n) const {
    std::string text = "loop " + id(n.count);
    for (const LoopNode::State& state : n.states) {
      text += " (" + id(state.initial) + " " + id(state.current) + " " + id(state.next) + ")";
    }
    return text;
  }
  std::string operator()(const StateNode& n) const {
    return "state " + std::to_string(n.state) + ids({n.initial, n.place, n.size});
  }
  std::string operator()(const StepNode& n) const {
    return "step " + std::to_string(n.state) + ids({n.starts, n.initial, n.next});
  }
  std::string operator()(const SimulationNode& n) const { return "simulation" + ids(n.states); }
  std::string operator()(const WithNode& n) const {
    std::string text = id(n.value) + " with";
    for (const WithNode::Injection& injection : n.injections) {
      text += " " + std::string(library.text(library.features[injection.feature].path)) + " " +
              id(injection.value);
    }
    return text;
  }
  std::string operator()(const ApplyNode& n) const {
    return "apply " + id(n.function) + ids(n.arguments);
  }
};

/// `name=kind inputs` per node in order, then `name->%node` per output, joined by "; ".
std::string graph_text(const Library& library, const Graph& graph) {
  std::string text;
  for (const GraphNode& node : graph.nodes) {
    text += node.name ? std::string(library.text(*node.name)) + "=" : "";
    text += std::visit(NodeText{library}, node.kind) + "; ";
  }
  for (const GraphOutput& output : graph.outputs) {
    text +=
        std::string(library.text(output.name)) + "->%" + std::to_string(output.node.index()) + "; ";
  }
  return text;
}

std::string material_text(const std::string& inside) {
  LoadedLibrary loaded = load_with_core("material m {" + inside + "}");
  INFO(render_text(loaded.diagnostics, loaded.library.sources));
  REQUIRE(loaded.diagnostics.empty());
  return graph_text(loaded.library, loaded.library.materials[MaterialId(0)].graph);
}

TEST_CASE("graphs: expressions become calls") {
  struct Case {
    const char* inside;
    const char* expected;
  };
  std::vector<Case> cases = {
      {"output c = 1.0 + -2;", "literal float; literal int; c=add %0 %1; c->%2; "},
      {"output c = -(PI);", "literal float; c=negate %0; c->%1; "},
      {"output c = +1u;", "c=literal uint; c->%0; "},
      {"output c = #ff000080;", "c=colour float4; c->%0; "},
      {"output c = surface.position.xy.x;", "surface.position; %0.xy; c=%1.x; c->%2; "},
      {"output c = lights.direction[lights.count].y;",
       "lights.direction; lights.count; %0[%1]; c=%2.y; c->%3; "},
      {"param p: float; output c = p * p;", "parameter 0; parameter 0; c=multiply %0 %1; c->%2; "},
      {"param t: texture2d; a = sample(t); output c = a.x; output b = a;",
       "parameter 0; a=sample %0; c=%1.x; b->%1; c->%2; "},
      {"output c = true ? 1.0 : 2.0;",
       "literal bool; literal float; literal float; c=select %0 %1 %2; c->%3; "},
      {"output c = float3(1.0) as {use: color, basis: world};",
       "literal float; make float3 %0; c=%1 as 2 traits; c->%2; "},
      {"a: float = 1.0; output c = a;", "a=literal float; a=declared %0; c->%1; "},
      {"a = b; b = 1.0; output c = a;", "b=literal float; c->%0; "},
      {"output c = bend(flat_height, p: float3(1.0));",
       "function flat_height; literal float; make float3 %1; c=bend %0 %2; c->%3; "},
      {"k = 2.0; output c = bend((at) => at.x * k);",
       "at=bound at; %0.x; k=literal float; multiply %1 %2; lambda %0 => %3; c=bend %4; c->%5; "},
      {"output c = thrice(surface.uv.x);", "surface.uv; %0.x; c=thrice %1; c->%2; "},
      {"output c = surface.uv.x with (view.from_world: view.to_world, surface.uv: float2(1.0));",
       "surface.uv; %0.x; view.to_world; literal float; make float2 %3; c=%1 with surface.uv %4 "
       "view.from_world %2; c->%5; "},
      {"l = loop 3 with (s: float = 1.0, u: float = 2.0) { s = s + u; }; output c = l.s;",
       "literal int; literal float; literal float; s=bound s; u=bound u; add %3 %4; l=loop %0 (%1 "
       "%3 %5) (%2 %4 %4); "
       "c=%6.s; c->%7; "},
      {"stitch { a = b + 1.0; } b = 2.0 + 3.0; output c = a;",
       "literal float; literal float; b=add %0 %1; literal float; a=stitched add %2 %3; c->%4; "},
      {"add = add(1.0, 2.0); output c = add;",
       "literal float; literal float; add=add %0 %1; c->%2; "},
  };
  for (const Case& each : cases) {
    INFO(each.inside);
    CHECK(material_text(each.inside) == each.expected);
  }
}

TEST_CASE("graphs: ports and results are converted to their types") {
  LoadedLibrary loaded = load_with_core(
      "graph g<T: floating>(x: T, h: fn(at: float3) -> float) -> (b: T, a: float) { output a = "
      "h(float3(1.0)); output b = x; }");
  REQUIRE(marks(loaded).empty());
  auto id = loaded.library.find_fragments(*loaded.library.names.find("g")).at(0);
  CHECK(graph_text(loaded.library, *loaded.library.fragments[id].graph()) ==
        "x=port 0; x=declared %0; h=port 1; b=declared %1; literal float; make float3 %4; a=apply "
        "%2 %5; a=declared %6; "
        "b->%3; a->%7; ");
}

TEST_CASE("graphs: the order of bindings does not matter") {
  std::vector<std::string> bindings = {
      "a = surface.normal;", "b = a * d;",          "d = 2.0 + f;",   "f = p * 3.0;",
      "unused = b + 1.0;",   "output one = b + f;", "output two = d;"};
  std::sort(bindings.begin(), bindings.end());
  std::string first;
  for (int tried = 0; tried < 120; ++tried) {
    std::string inside = "param p: float;";
    for (const std::string& binding : bindings) {
      inside += binding;
    }
    std::string text = material_text(inside);
    first = first.empty() ? text : first;
    REQUIRE(text == first);
    // Every 41st permutation: 41 and 5040 are coprime, so the tested ones cover the whole range.
    for (int i = 0; i < 41; ++i) {
      std::next_permutation(bindings.begin(), bindings.end());
    }
  }
}

TEST_CASE("the order of declarations does not matter") {
  std::vector<std::string> declarations = {
      "feature zone.a: float at draw = zone.b;",
      "feature zone.b: float at frame;",
      "struct Pair { Inner i; }",
      "struct Inner { float x; }",
      "fragment blend(a: float) -> float { return a * zone.a; }",
      "fragment blend(a: float3) -> float { return a.x; }",
      "conversion b_step(c: float3 {encoding: srgb}) -> {encoding: linear} difficulty 1 { return "
      "c; }",
      "material m { output x = blend(1.0); }",
      "profile p { provide zone as uniform; }",
      "prefer b_step over to_world;",
  };
  auto text_of = [](const std::vector<std::string>& order) {
    std::string text;
    for (const std::string& declaration : order) {
      text += declaration;
    }
    LoadedLibrary loaded = load_with_core(text);
    INFO(render_text(loaded.diagnostics, loaded.library.sources));
    REQUIRE(loaded.diagnostics.empty());
    const Library& library = loaded.library;
    std::string out;
    for (const Feature& feature : library.features) {
      out += std::string(library.text(feature.path)) + " ";
    }
    for (const Fragment& fragment : library.fragments) {
      out += std::string(library.text(fragment.name)) + ":" +
             std::to_string(fragment.instances().size()) + " ";
      for (const FragmentPort& port : fragment.ports) {
        out += library.type_name(port.type.data) + " ";
      }
    }
    return out + graph_text(library, library.materials[MaterialId(0)].graph);
  };
  std::string first = text_of(declarations);
  for (std::size_t i = 0; i < declarations.size(); ++i) {
    std::rotate(declarations.begin(), declarations.begin() + 1, declarations.end());
    CHECK(text_of(declarations) == first);
    std::reverse(declarations.begin(), declarations.end());
    CHECK(text_of(declarations) == first);
  }
}

TEST_CASE("graphs: long chains, sums and cycles take linear time and constant stack") {
  constexpr int count = 100000;
  std::string chain = "material m { a0 = 1.0;";
  for (int i = count; i > 0; --i) {
    chain += "a" + std::to_string(i) + " = a" + std::to_string(i - 1) + " * 2.0;";
  }
  LoadedLibrary chained = load_with_core(chain + "output c = a" + std::to_string(count) + "; }");
  CHECK(chained.diagnostics.empty());
  CHECK(chained.library.materials[MaterialId(0)].graph.nodes.size() == 2 * count + 1);

  std::string sum = "material m { param p: float; output c = p";
  for (int i = 0; i < count; ++i) {
    sum += " + p";
  }
  LoadedLibrary summed = load_with_core(sum + "; }");
  CHECK(summed.diagnostics.empty());
  CHECK(summed.library.materials[MaterialId(0)].graph.nodes.size() == 2 * count + 1);

  std::string members = "material m { output c = surface.uv";
  for (int i = 0; i < count; ++i) {
    members += ".x";
  }
  CHECK(load_with_core(members + "; }").diagnostics.empty());

  std::string cycle =
      "material m { a0 = a" + std::to_string(count) + ";" + chain.substr(chain.find(';') + 1) + "}";
  CHECK(marks(load_with_core(cycle)) == std::vector<std::string>{"graph-cycle@a0"});
}

TEST_CASE("profiles inherit from their bases") {
  LoadedLibrary loaded = load_with_core(R"(
    profile derived: middle {
        provide surface.uv as attribute 4;
        set interpolants 16;
        fragment demand color: float3 as target 0 = 1.0;
        fragment demand more: float as target 1 = 0.0;
    }
    profile middle: base { provide material as push; }
    profile base {
        provide surface.uv as attribute 0;
        provide view, material as uniform;
        set interpolants 32;
        set textures raw_srgb;
        fragment demand color: float4 {encoding?: srgb} as target 0;
    })");
  REQUIRE(marks(loaded).empty());
  const Library& library = loaded.library;
  const Profile& derived = library.profiles[*library.find_profile("derived")];
  std::string provided;
  for (const ProvidedFeature& feature : derived.provided) {
    provided += std::string(library.text(library.features[feature.feature].path)) + "@" +
                std::to_string(feature.location) + " ";
  }
  CHECK(provided == "surface.uv@4 view.from_world@0 ");  // without the derived view.to_world
  CHECK(derived.parameters_as == Provision::Push);
  REQUIRE(derived.demands.size() == 2);
  CHECK(library.type_name(derived.demands[0].type) == "float3");
  CHECK(library.text(derived.demands[1].name) == "more");
  REQUIRE(derived.settings.size() == 2);
  CHECK(std::get<double>(derived.settings[0].value) == 16);
  CHECK(library.text(std::get<NameId>(derived.settings[1].value)) == "raw_srgb");
}

TEST_CASE("a name may shadow names that its file does not see") {
  // `shipped/core.weft` has ports named `a`; a file that imports it may declare features under that
  // name.
  CHECK(marks(load_with_core("feature a.b: float at draw;")).empty());
  CHECK(marks(load_with_core(
            "feature a.b: float at draw; fragment f(a: float) -> float { return a; }")) ==
        std::vector<std::string>{"hidden-namespace@a"});
  CHECK(marks(load_with_core("feature q.b: float at draw; fragment f(x: float) -> float { float q "
                             "= x; return q; }")) ==
        std::vector<std::string>{"hidden-namespace@q"});
}

TEST_CASE("fragments: variables, instances, clauses and defaults are loaded") {
  LoadedLibrary loaded = load_with_core(R"(
    /// Blends.
    fragment mixed<A: floating, B: floating>(a: A {basis?: ?b}, b: B {basis?: ?c, use?: ?d}, n: float3 = surface.normal)
        -> A {basis: ?b} where same_element(a, b) where broadcast(a, b) keeps {norm}
    { return a; }
    conversion soft(c: float3 {encoding: srgb}) -> float4 {encoding: linear} difficulty 0.3336 lossy drops {use}
    { return float4(c, 1.0); })");
  REQUIRE(marks(loaded).empty());
  const Library& library = loaded.library;
  const Fragment& mixed =
      library.fragments[library.find_fragments(*library.names.find("mixed")).at(0)];
  CHECK(mixed.doc == "Blends.");
  CHECK(mixed.trait_variables.size() == 3);
  CHECK(mixed.instances().size() == 10);  // 4 × 4 without the pairs of vectors of different sizes
  CHECK(mixed.relations.size() == 2);
  CHECK(mixed.keeps.size() == 1);
  CHECK(mixed.ports[2].is_implicit);
  const Fragment& soft = library.fragments[*library.find_conversion(*library.names.find("soft"))];
  CHECK(soft.effect()->difficulty == 334);
  CHECK(soft.effect()->is_lossy);
  CHECK(soft.effect()->output_data == float4_type);
  CHECK(soft.effect()->sets.size() == 1);
  CHECK(soft.drops.size() == 1);
  CHECK(library.find_fragments(soft.name).empty());
}

}  // namespace
}  // namespace weft::testing::load_graph_test
