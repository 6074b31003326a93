// The tables shared by the questions of elaboration: equal entries are shared, and an answer does
// not depend on the order of questions.

#include <algorithm>
#include <string>
#include <vector>

#include "composer/compose.h"
#include "composer/elaborate/elaborate.h"
#include "composer/elaborate/expansion_limit.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"

namespace weft::testing::elaboration_tables_test {

namespace {

using namespace weft;

const std::string shade_profile =
    "profile p: base_mesh { fragment demand shade: float as target 0; }\n";

/// The first feature to which others are anchored.
FeatureId anchor_in(const Library& library) {
  const auto at = std::find_if(library.features.begin(), library.features.end(),
                               [](const Feature& feature) { return !feature.anchored.empty(); });
  REQUIRE(at != library.features.end());
  return FeatureId(static_cast<std::size_t>(at - library.features.begin()));
}

/// A call with everything it is computed from, without ids and positions.
std::string text_of(const Elaborator& elaborator, CallId id) {
  const Call& call = elaborator.calls()[id];
  std::string text = std::to_string(call.kind.index());
  if (const auto* literal = std::get_if<LiteralCall>(&call.kind)) {
    for (const std::uint32_t bits : literal->value.bits) {
      text += ":" + std::to_string(bits);
    }
  } else if (const auto* feature = std::get_if<FeatureCall>(&call.kind)) {
    text += ":" + std::to_string(feature->feature.index());
  } else if (const auto* invoke = std::get_if<InvokeCall>(&call.kind)) {
    text += ":" + std::to_string(invoke->node->callee.index());
  }
  text += call.stage == Stage::Vertex ? "v(" : "f(";
  for (const CallId input : call.inputs) {
    text += text_of(elaborator, input) + " ";
  }
  return text + ")";
}

}  // namespace

TEST_CASE("environments are equal regardless of injection order", "[elaborate]") {
  const Composed composed = compose_text(shade_profile + "material m { output shade = 1.0; }", "p");
  Environments environments(composed.library());
  CHECK(environments.extended(no_environment, {}, 0) == no_environment);
  const FeatureId a(0);
  const FeatureId b(1);
  const CallId x(7);
  const CallId y(8);
  const auto inner = [&](const std::vector<Injected>& injected) {
    return environments.extended(no_environment, injected, 0);
  };
  CHECK(inner({{a, x, true}, {b, y, true}}) == inner({{b, y, true}, {a, x, true}}));
  CHECK(inner({{a, x, true}}) != inner({{a, y, true}}));
  CHECK(environments.extended(inner({{a, x, true}}), {{a, y, true}}, 0) == inner({{a, y, true}}));
  const EnvironmentId deep = environments.extended(no_environment, {}, 3);
  CHECK(environments.extended(deep, {}, 2) == deep);
  CHECK(environments[environments.extended(deep, {}, 4)].level == 4);
}

TEST_CASE(
    "an injection withdraws the features anchored to the injected one unless it keeps the frame",
    "[elaborate]") {
  const Composed composed = compose_text(shade_profile + "material m { output shade = 1.0; }", "p");
  const Library& library = composed.library();
  Environments environments(library);
  const FeatureId anchor = anchor_in(library);
  const FeatureId anchored = library.features[anchor].anchored.front();
  const CallId value(7);
  const auto withdrawn_in = [&](EnvironmentId id) {
    return environments[id].find_withdrawn(anchored) != nullptr;
  };
  const EnvironmentId without = environments.extended(no_environment, {{anchor, value}}, 0);
  CHECK(withdrawn_in(without));
  CHECK(!withdrawn_in(environments.extended(no_environment, {{anchor, value, true}}, 0)));
  // Injecting it too, in the same place or further inside, gives it a value again.
  CHECK(!withdrawn_in(
      environments.extended(no_environment, {{anchor, value}, {anchored, value}}, 0)));
  const EnvironmentId again = environments.extended(without, {{anchored, value}}, 0);
  CHECK(!withdrawn_in(again));
  CHECK(withdrawn_in(environments.extended(again, {{anchor, CallId(8)}}, 0)));
}

TEST_CASE("a graph has one instance per ports, context and bound values", "[elaborate]") {
  Graph graph;
  graph.nodes.add({GraphPortNode{0}, std::nullopt, Span{}});
  graph.nodes.add({GraphPortNode{1}, std::nullopt, Span{}});
  GraphInstances instances;
  const GraphInstance first{&graph, Stage::Fragment, FragmentId(3), {CallId(1), CallId(2)}};
  GraphInstance other_stage = first;
  other_stage.context.stage = Stage::Vertex;
  GraphInstance other_ports = first;
  other_ports.ports = {CallId(2), CallId(1)};
  GraphInstance bound = first;
  bound.bound = {{NodeId(1), CallId(4)}};
  GraphInstance other_caller = first;
  other_caller.parent = InstanceId(0);
  const InstanceId id = instances.add(first);
  CHECK(instances.add(first) == id);
  CHECK(instances.add(other_stage) != id);
  CHECK(instances.add(other_ports) != id);
  CHECK(instances.add(bound) != id);
  CHECK(instances.add(other_caller) == id);
  CHECK(!instances[id].parent.has_value());
  CHECK(instances.under(id, no_environment) == id);
  CHECK(instances.under(instances.under(id, EnvironmentId(5)), no_environment) == id);

  const NodePlace place{id, NodeId(1)};
  CHECK(!instances.is_begun(place));
  instances.begin(place);
  CHECK(instances.is_begun(place));
  CHECK(!instances.value(place).has_value());
  instances.set_value(place, CallId(9));
  CHECK(instances.value(place) == CallId(9));
  CHECK(!instances.value({id, NodeId(0)}).has_value());
  const auto shares = instances.shares();
  REQUIRE(shares.size() == 1);
  CHECK(shares.at(FragmentId(3)).instances == 5);
  CHECK(shares.at(FragmentId(3)).nodes == 1);
}

TEST_CASE("an instance is narrowed to some of its bound values", "[elaborate]") {
  Graph graph;
  for (int i = 0; i < 3; ++i) {
    graph.nodes.add({BoundNode{NameId(0), {}}, std::nullopt, Span{FileId(0), 4, 6}});
  }
  GraphInstances instances;
  GraphInstance wide{&graph, Stage::Fragment};
  wide.context.environment = EnvironmentId(5);
  wide.bound = {{NodeId(0), CallId(4)}, {NodeId(1), CallId(5)}, {NodeId(2), CallId(6)}};
  const InstanceId id = instances.add(wide);
  BitSet kept(3);
  kept.insert(1);
  const InstanceId narrow = instances.narrowed(id, no_environment, kept);
  CHECK(instances[narrow].context.environment == no_environment);
  CHECK(instances[narrow].bound == std::vector<std::pair<NodeId, CallId>>{{NodeId(1), CallId(5)}});
  CHECK(instances.narrowed(id, no_environment, kept) == narrow);
  GraphInstance of_other_node = instances[narrow];
  of_other_node.bound = {{NodeId(2), CallId(5)}};
  CHECK(instances.add(of_other_node) != narrow);

  CHECK(!instances.most_expanded().has_value());
  instances.begin({id, NodeId(2)});
  instances.begin({id, NodeId(1)});
  instances.begin({narrow, NodeId(1)});
  instances.set_value({narrow, NodeId(1)}, CallId(9));
  CHECK(instances.value({narrow, NodeId(1)}) == CallId(9));
  CHECK(!instances.value({id, NodeId(1)}).has_value());
  const auto most = instances.most_expanded();
  REQUIRE(most.has_value());
  CHECK(most->first == &graph.nodes[NodeId(1)]);
  CHECK(most->second == 2);
}

TEST_CASE("the expansion limit counts what is expanded more than once", "[elaborate]") {
  const Graph graph;
  struct Row {
    const char* what;
    GraphInstance instance;
    bool counts;
  };
  std::vector<Row> rows = {{"a material", {&graph, Stage::Fragment}, false},
                           {"a called graph", {&graph, Stage::Fragment, FragmentId(1)}, true},
                           {"a function", {&graph, Stage::Fragment}, true},
                           {"under an injection", {&graph, Stage::Fragment}, true}};
  rows[2].instance.bound = {{NodeId(0), CallId(0)}};
  rows[3].instance.context.environment = EnvironmentId(1);
  for (const Row& row : rows) {
    INFO(row.what);
    ExpansionLimit limit;
    for (int i = 0; i < 1'000'000; ++i) {
      limit.count(row.instance);
    }
    CHECK(!limit.is_exceeded());
    CHECK(limit.count(row.instance) == !row.counts);
    CHECK(limit.is_exceeded() == row.counts);
  }
}

TEST_CASE("the expansion limit names what is expanded under many injections", "[elaborate]") {
  const Composed composed =
      compose_text(shade_profile + "material m { output shade = surface.uv.x; }", "p");
  const Library& library = composed.library();
  const Composition composition{library,
                                library.materials[composed.plan->plan.material],
                                &library.profiles[composed.plan->plan.profile],
                                {}};
  const Graph& graph = composition.material.graph;
  struct Row {
    std::size_t times;
    bool is_named;
  };
  for (const Row& row : {Row{9'000, false}, Row{11'000, true}}) {
    ExpansionLimit limit;
    GraphInstances instances;
    for (std::size_t i = 0; i < row.times; ++i) {
      GraphInstance injected{&graph, Stage::Fragment};
      injected.context.environment = EnvironmentId(i + 1);
      instances.begin({instances.add(injected), graph.outputs[0].node});
    }
    const GraphInstance called{&graph, Stage::Fragment, FragmentId(1)};
    while (!limit.is_exceeded()) {
      limit.count(called);
    }
    const Diagnostic report = limit.report(composition, instances);
    CHECK(report.code == Code::ExpansionLimit);
    CHECK(report.message ==
          "the graphs, functions and injections of material 'm' expand to more than 1000000 nodes");
    REQUIRE(report.notes.size() == (row.is_named ? 1 : 0));
    if (row.is_named) {
      CHECK(report.notes[0].text ==
            "this is expanded for 11000 distinct sets of parameters and injected values");
      CHECK(report.notes[0].span == graph.nodes[graph.outputs[0].node].span);
    }
  }
}

TEST_CASE("equal reports at one place merge and list all calls they explain", "[elaborate]") {
  CallStore calls;
  CallReports reports(calls);
  const Span here{FileId(0), 3, 5};
  const auto wrong = [&](const char* message) {
    return error_at(Code::TypeMismatch, here, message);
  };
  const CallId first = reports.erroneous(wrong("one"), Stage::Fragment, {});
  CHECK(reports.erroneous(wrong("one"), Stage::Vertex, {}) == first);
  const CallId second = reports.erroneous(wrong("two"), Stage::Fragment, {});
  CHECK(second != first);
  const CallId both =
      reports.erroneous(Diagnostics{wrong("one"), wrong("three")}, Stage::Fragment, {});
  const CallId missing =
      reports.missing_feature(FeatureId(2), wrong("one"), true, Stage::Fragment, {});
  const CallId silent = reports.erroneous(Diagnostics(), Stage::Fragment, {});
  REQUIRE(reports.reports().size() == 3);
  CHECK(reports.reports()[0].calls == std::vector<CallId>{first, both, missing});
  CHECK(!reports.reports()[0].shows_path);
  CHECK(reports.reports()[1].calls == std::vector<CallId>{second});
  CHECK(reports.reports()[2].calls == std::vector<CallId>{both});
  CHECK(silent != first);
  reports.add_general(wrong("limit"));
  CHECK(reports.reports().size() == 3);
  CHECK(reports.general().size() == 1);
}

TEST_CASE("an answer does not depend on the order of questions", "[elaborate]") {
  const Composed composed = compose_text(shade_profile + R"(
    graph twice(f: fn(at: float2) -> float, p: float2 = surface.uv) -> float {
      output f(p) + f(p * 2.0);
    }
    graph both(x: float) -> (first: float, second: float) {
      output first = x * 2.0; output second = x + surface.uv.y;
    }
    material m {
      static param plain: bool = true;
      b = both(surface.uv.x);
      waves = twice((at) => sin(at.x) + b.second);
      chosen = twice(plain ? (at) => at.x : (at) => at.y);
      moved = waves with (surface.uv: surface.uv.yx as {use: texcoord});
      output shade = b.first + waves + chosen + moved;
    })",
                                         "p");
  REQUIRE(composed.errors() == "");
  const Library& library = composed.library();
  const Material& material =
      *std::find_if(library.materials.begin(), library.materials.end(),
                    [&](const Material& one) { return library.text(one.name) == "m"; });
  const Composition composition{library,
                                material,
                                &library.profiles[composed.plan->plan.profile],
                                {material.parameters.front().default_value}};
  Elaborator all(composition);
  const std::vector<CallId> in_order = all.expand_all(material.graph, Stage::Fragment);
  const std::size_t count = all.calls().size();
  CHECK(all.expand_all(material.graph, Stage::Fragment) == in_order);
  CHECK(all.calls().size() == count);

  // Another elaborator is asked for the output and for features first.
  Elaborator other(composition);
  for (std::size_t i = library.features.size(); i-- > 0;) {
    const CallContext here(Stage::Fragment);
    if (other.is_available(FeatureId(i), here)) {
      other.feature(FeatureId(i), here, std::nullopt);
    }
  }
  const CallId output =
      other.expand_value(material.graph, material.graph.outputs[0].node, Stage::Fragment);
  const std::vector<CallId> later = other.expand_all(material.graph, Stage::Fragment);
  REQUIRE(later.size() == in_order.size());
  for (std::size_t i = 0; i < later.size(); ++i) {
    CHECK(text_of(other, later[i]) == text_of(all, in_order[i]));
  }
  CHECK(text_of(other, output) ==
        text_of(all,
                all.expand_value(material.graph, material.graph.outputs[0].node, Stage::Fragment)));
  CHECK(all.reports().reports().empty());
  CHECK(other.reports().reports().empty());
}

TEST_CASE("checking a chain of injections expands each of them once", "[elaborate]") {
  // Each injection reads the value that it overrides, so no two prefixes are equal.
  const auto calls = [](std::size_t length, bool is_named) {
    std::string text = shade_profile + "material m { a0 = 0.25 * surface.uv.x;";
    const std::string injected = " with (surface.uv: surface.uv * 1.5)";
    for (std::size_t i = 0; is_named && i < length; ++i) {
      text += " a" + std::to_string(i + 1) + " = a" + std::to_string(i) + injected + ";";
    }
    text += " output shade = a" + std::to_string(is_named ? length : 0);
    for (std::size_t i = 0; !is_named && i < length; ++i) {
      text += injected;
    }
    const Composed composed = compose_text(text + "; }", "p");
    REQUIRE(composed.errors() == "");
    const Library& library = composed.library();
    const Material& material =
        *std::find_if(library.materials.begin(), library.materials.end(),
                      [&](const Material& one) { return library.text(one.name) == "m"; });
    const Composition composition{library, material, nullptr, {}};
    Elaborator elaborator(composition);
    // Every node has a value, be it below the injections.
    const std::vector<CallId> values = elaborator.expand_all(material.graph, Stage::Fragment);
    REQUIRE(values.size() == material.graph.nodes.size());
    REQUIRE(elaborator.reports().reports().empty());
    return elaborator.calls().size();
  };
  for (const bool is_named : {false, true}) {
    INFO((is_named ? "bindings" : "one expression"));
    const std::size_t few = calls(10, is_named);
    CHECK(calls(160, is_named) - few <= 4 * 150);
  }
}

TEST_CASE("checking reports what injections alone read where they read it", "[elaborate]") {
  const std::string head = shade_profile +
                           "feature probe.at: float at fragment;\n"
                           "fragment plain(x: float {encoding: linear}) -> float { return x; }\n"
                           "material m { ";
  const auto errors = [&](const std::string& bindings) {
    const Composed composed = compose_text(head + bindings + " output shade = 1.0; }");
    const Library& library = composed.library();
    std::string text;
    for (const Diagnostic& diagnostic :
         check_material(Composer(library), MaterialId(library.materials.size() - 1))) {
      text += diagnostic.message + "\n";
    }
    return text;
  };
  CHECK(errors("a = 2.0; b = a with (probe.at: 0.5);").empty());
  CHECK_FALSE(errors("a = surface.uv.z; b = a with (probe.at: 0.5);").empty());
  CHECK_FALSE(errors("a = 2.0; b = a with (probe.at: surface.uv.z);").empty());
  CHECK_FALSE(
      errors("b = (2.0 with (probe.at: surface.uv.z)) with (surface.uv: surface.uv);").empty());
}

}  // namespace weft::testing::elaboration_tables_test
