// Acceptance cases F: singles and fields.

#include "composer/elaborate/graph_interface.h"
#include "composer/evaluations/field_kinds.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "tests/support/catch.h"
#include "tests/support/composed.h"
#include "tests/support/places.h"

namespace weft::testing::fields_acceptance_test {

namespace {

using namespace weft;

const char* const preamble = R"(
profile values: base_mesh {
    fragment demand a: float as target 0;
}
fragment single_only(x: uniform float) -> float { return x * 2.0; }
fragment shade(n: float3 {use: normal, basis: model} = surface.normal, w: float = 1.0) -> float { return n.x * w; }
fragment grain(scale: float = 1.0) -> float field { return scale; }
fragment first_of(x: float, y: float) -> float from (x) { return x; }
graph inside_single(x: float, y: float) -> float { output single_only(x * 2.0) + y; }
graph passes_on(x: float, y: float) -> (sum: float, only_y: float, varying: float) {
    output sum = x + y;
    output only_y = y * 2.0;
    output varying = x + shade();
}
graph turned(n: int, item: float) -> float {
    f = loop n with (a: float = item, b: float = 0.0, c: float = 0.0, d: float = 0.0, e: float = 0.0) {
        a = e; b = a; c = b; d = c; e = d;
    };
    output f.c;
}
)";

Composed compose_bindings(const std::string& bindings) {
  return compose_text(std::string(preamble) +
                          "material m { param k: float = 1.0; param n: int = 2; " + bindings + " }",
                      "values");
}

/// The kind of the output, or the first error.
std::string kind_of_output(const std::string& expression) {
  Composed composed = compose_bindings("output a = " + expression + ";");
  if (!composed.plan) {
    return composed.errors();
  }
  const Plan& plan = composed.plan->plan;
  for (const DemandedOutput& output : plan.outputs) {
    if (composed.library().profiles[plan.profile].demands[output.demand].stage != Stage::Vertex) {
      return std::string(FieldKinds()[kind_of(plan, output.value)].name);
    }
  }
  return {};
}

GraphInterface interface_of(const Composed& composed, const std::string& graph) {
  const Library& library = composed.library();
  for (std::size_t i = 0; i < library.fragments.size(); ++i) {
    if (library.text(library.fragments[FragmentId(i)].name) == graph) {
      return GraphInterfaces(library).of(FragmentId(i));
    }
  }
  FAIL("no graph " << graph);
  return {};
}

bool mentions(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

using Bits = std::vector<bool>;

}  // namespace

TEST_CASE("F1: a field at an input that must be single is an error", "[acceptance]") {
  const std::string errors = kind_of_output("single_only(surface.uv.x + k)");
  CHECK(mentions(
      errors,
      "port 'x' of 'single_only' takes one value per draw, but this value varies per fragment"));
  CHECK(mentions(errors, "feature 'surface.uv' varies per vertex"));
  CHECK(mentions(errors, "the port is declared here"));
  CHECK(kind_of_output("single_only(k + 1.0)") == "single");
  CHECK(kind_of_output("surface.uv.x + single_only(k)") == "field");
}

TEST_CASE("F2: without fields all values are single", "[acceptance]") {
  CHECK(kind_of_output("mix(1.0, 2.0, 0.5)") == "single");
  CHECK(kind_of_output("mix(k, 2.0, 0.5)") == "single");
}

TEST_CASE("F3: from inside, an open port of a graph is a field", "[acceptance]") {
  Composed composed = compose_bindings("output a = inside_single(k, surface.uv.x);");
  REQUIRE(composed.errors() == "");
  const GraphInterface found = interface_of(composed, "inside_single");
  REQUIRE(found.insists[0].has_value());
  CHECK_FALSE(found.insists[1].has_value());
  const Diagnostics diagnostics = check_graph_interfaces(composed.library());
  REQUIRE(diagnostics.size() == 1);
  CHECK(mentions(diagnostics[0].message,
                 "port 'x' of graph 'inside_single' may vary, but inside it reaches port 'x' of "
                 "'single_only'"));
}

TEST_CASE("F4: an open port given a single is single", "[acceptance]") {
  CHECK(kind_of_output("inside_single(k, k)") == "single");
  CHECK(kind_of_output("inside_single(k, surface.uv.x)") == "field");
  CHECK(mentions(kind_of_output("inside_single(surface.uv.x, k)"),
                 "port 'x' of 'single_only' takes one value per draw"));
}

TEST_CASE("F5: an implicit input is a field by default, and single if given a single",
          "[acceptance]") {
  CHECK(kind_of_output("shade()") == "field");
  CHECK(kind_of_output("shade(float3(k) as {use: normal, basis: model})") == "single");
}

TEST_CASE("F6: a declared field source is a field regardless of its inputs", "[acceptance]") {
  CHECK(kind_of_output("grain(2.0)") == "field");
  CHECK(kind_of_output("grain()") == "field");
}

TEST_CASE("F7: an output is a field exactly if an input that it depends on is", "[acceptance]") {
  CHECK(kind_of_output("first_of(k, surface.uv.x)") == "single");
  CHECK(kind_of_output("first_of(surface.uv.x, k)") == "field");
}

TEST_CASE("F8: field kinds at a graph's outputs", "[acceptance]") {
  Composed composed = compose_bindings("output a = passes_on(k, k).sum;");
  REQUIRE(composed.errors() == "");
  const GraphInterface found = interface_of(composed, "passes_on");
  CHECK(found.outputs[0] == OutputDependence{Bits{true, true}, false});
  CHECK(found.outputs[1] == OutputDependence{Bits{false, true}, false});
  CHECK(found.outputs[2] == OutputDependence{Bits{true, false}, true});
  CHECK(kind_of_output("passes_on(surface.uv.x, k).only_y") == "single");
  CHECK(kind_of_output("passes_on(surface.uv.x, k).sum") == "field");
  CHECK(kind_of_output("passes_on(k, k).varying") == "field");
}

TEST_CASE("F9: a field in a loop body makes the loop state a field, inside and after the loop",
          "[acceptance]") {
  const std::string loop =
      "f = loop n with (sum: float = k) { sum = sum + surface.uv.x; }; output a = ";
  Composed after = compose_bindings(loop + "f.sum;");
  REQUIRE(after.errors() == "");
  bool has_bound = false;
  for (const Evaluation& evaluation : after.plan->plan.evaluations) {
    if (const auto* bound = std::get_if<BoundEvaluation>(&evaluation.kind)) {
      has_bound = true;
      CHECK(bound->rate == Rate::Fragment);
    }
    if (std::holds_alternative<LoopEvaluation>(evaluation.kind)) {
      CHECK(evaluation.natural_rate == Rate::Fragment);
      CHECK(is_single(after.plan->plan.evaluations[evaluation.inputs[0]].natural_rate));
    }
  }
  CHECK(has_bound);
  CHECK(mentions(compose_bindings(loop + "single_only(f.sum);").errors(),
                 "takes one value per draw"));
}

TEST_CASE("F10: a loop without fields is single throughout", "[acceptance]") {
  Composed composed = compose_bindings(
      "f = loop n with (sum: float = k) { sum = sum + k; }; output a = single_only(f.sum);");
  CHECK(composed.errors() == "");
}

TEST_CASE("F11: a loop that rotates its states makes all of them fields if one is",
          "[acceptance]") {
  CHECK(kind_of_output("turned(n, k)") == "single");
  CHECK(kind_of_output("turned(n, surface.uv.x)") == "field");
  Composed composed = compose_bindings("output a = turned(n, surface.uv.x);");
  int states = 0;
  for (const Evaluation& evaluation : composed.plan->plan.evaluations) {
    const auto* bound = std::get_if<BoundEvaluation>(&evaluation.kind);
    states += bound && bound->rate == Rate::Fragment ? 1 : 0;
  }
  CHECK(states == 5);
}

TEST_CASE("F12: a texture becomes a field by being sampled", "[acceptance]") {
  Composed composed = compose_bindings("param map: texture2d; output a = sample(map).x;");
  REQUIRE(composed.errors() == "");
  for (std::size_t i = 0; i < composed.plan->plan.evaluations.size(); ++i) {
    const Evaluation& evaluation = composed.plan->plan.evaluations[EvaluationId(i)];
    if (std::holds_alternative<ParameterEvaluation>(evaluation.kind)) {
      CHECK(kind_of(composed.plan->plan, EvaluationId(i)) == FieldKinds::texture);
    }
  }
  CHECK(mentions(compose_bindings("param map: texture2d; output a = map;").errors(),
                 "no conversion leads to output 'a'"));
}

TEST_CASE("F13: a field cannot be passed as a texture", "[acceptance]") {
  CHECK(compose_bindings("output a = sample(surface.uv).x;").errors() != "");
}

TEST_CASE("F14: field kinds join at operations", "[acceptance]") {
  const FieldKinds kinds;
  const FieldKindId all[] = {FieldKinds::single, FieldKinds::field, FieldKinds::texture};
  for (FieldKindId a : all) {
    for (FieldKindId b : all) {
      CHECK(kinds.meet(a, b) == std::max(a, b));
      CHECK(kinds.meet(a, b) == kinds.meet(b, a));
    }
  }
  CHECK_FALSE(kinds.meet(FieldKinds::array, FieldKinds::field));
  CHECK_FALSE(kinds.meet(FieldKinds::single, FieldKinds::function));
  CHECK(kinds.meet(FieldKinds::array, FieldKinds::array) == FieldKinds::array);
  FieldKinds more;
  const FieldKindId volume = more.add({"volume"});
  CHECK(more.find("volume") == volume);
  CHECK(more.meet(FieldKinds::texture, volume) == volume);
  CHECK(more.meet(volume, FieldKinds::single) == volume);
  CHECK_FALSE(more.meet(volume, FieldKinds::array));
}

TEST_CASE("F15: a single demanded from a node with an open implicit input", "[acceptance]") {
  const std::string errors = kind_of_output("single_only(shade())");
  CHECK(mentions(errors, "takes one value per draw"));
  CHECK(mentions(errors, "feature 'surface.normal' varies per vertex"));
}

TEST_CASE("graph interfaces are inferred again only where an edit affects them", "[fields]") {
  const auto text = [](const std::string& wobble, const std::string& first) {
    return first +
           "import \"core\";\n"
           "fragment once(x: uniform float) -> float { return x; }\n"
           "fragment wobble(x: float) -> float { return " +
           wobble +
           "; }\n"
           "graph low(x: float, y: float) -> float { output once(x) + wobble(y); }\n"
           "graph high(x: float) -> float { output low(1.0, x); }\n"
           "graph apart(x: float) -> float { output sin(x) + surface.uv.x; }\n";
  };
  const auto load = [](const std::string& source) {
    LoadOptions options;
    options.shipped_directories = {(repository_root() / "shaders").string()};
    LoadedLibrary loaded = load_text("edited.weft", source, DiskReader(), options);
    REQUIRE(render_text(loaded.diagnostics, loaded.library.sources) == "");
    return loaded;
  };
  const auto infer_all = [](const Library& library, GraphInterfaces& interfaces) {
    std::vector<std::vector<OutputDependence>> found;
    for (std::size_t i = 0; i < library.fragments.size(); ++i) {
      const Fragment& fragment = library.fragments[FragmentId(i)];
      if (fragment.graph() && fragment.span.file == library.root_file) {
        found.push_back(interfaces.of(FragmentId(i)).outputs);
      }
    }
    return found;
  };
  const LoadedLibrary original = load(text("x * 2.0", ""));
  GraphInterfaces before(original.library);
  const auto first = infer_all(original.library, before);
  CHECK(before.inferred() == 3);
  // Shifted by a comment: no inference runs.
  const LoadedLibrary moved = load(text("x * 2.0", "// A comment that moves everything.\n"));
  GraphInterfaces after_move(moved.library, std::move(before));
  CHECK(infer_all(moved.library, after_move) == first);
  CHECK(after_move.inferred() == 0);
  // A leaf that now reads a field: reruns its callers, and theirs.
  const LoadedLibrary edited = load(text("x * surface.uv.x", ""));
  GraphInterfaces after_edit(edited.library, std::move(after_move));
  const auto second = infer_all(edited.library, after_edit);
  CHECK(after_edit.inferred() == 2);
  GraphInterfaces anew(edited.library);
  CHECK(infer_all(edited.library, anew) == second);
  CHECK_FALSE(first == second);
}

}  // namespace weft::testing::fields_acceptance_test
