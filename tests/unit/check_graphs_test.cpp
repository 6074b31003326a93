// Graphs that nothing in a file calls are typed with their declared signatures.

#include "composer/checks/check_graphs.h"

#include <string>

#include "tests/support/catch.h"
#include "tests/support/composed.h"

namespace weft::testing::check_graphs_test {

namespace {

using namespace weft;

/// The number of typed graphs, and the messages with their notes, one per line.
struct Checked {
  std::size_t typed;
  std::string messages;
};

Checked checked(const std::string& text) {
  const Composed composed = compose_text(text + "\nmaterial m { output albedo = float3(1.0); }");
  INFO(composed.errors());
  REQUIRE_FALSE(has_errors(composed.loaded->diagnostics));
  const Composer composer(composed.library());
  GraphChecks found = check_uncalled_graphs(composer);
  Checked result{found.typed, ""};
  for (const Diagnostic& diagnostic : found.diagnostics) {
    result.messages += diagnostic.message + "\n";
    for (const Note& note : diagnostic.notes) {
      if (note.text.starts_with("this is for ")) {
        result.messages += "  " + note.text + "\n";
      }
    }
  }
  return result;
}

bool has(const Checked& found, const std::string& part) {
  return found.messages.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("uncalled graphs: a graph that fits its signature passes") {
  for (
      const std::string graph : {
          "graph g(x: float) -> float { output x * 2.0; }",
          "graph g<T: numeric>(a: T, b: T) -> T { output a + b; }",
          "graph g(n: float3 {use: normal, basis: view}) -> float3 {use: normal, basis: world} "
          "{ output n; }",
          "graph g(n: float3 {use: normal, basis: ?b}) -> float3 {use: normal, basis: ?b} "
          "{ output n * 2.0; }",
          "graph g(f: fn(x: float, y: float) -> float) -> float { output f(0.5, f(0.0, 1.0)); }",
          "graph g(v: eval(surface.uv) -> float3) -> float3 { output v with (surface.uv: "
          "surface.uv * 2.0); }",
          "graph g(map: texture2d {encoding: srgb, use: reflectance}) -> float3 {use: reflectance, "
          "encoding: linear} { output sample(map).rgb; }",
          "graph g(p: float2, octaves: constant int) -> float { output p.x * float(octaves); }",
          "graph g(p: float2, octaves: constant int = 3) -> float { output p.x * float(octaves); }",
          "graph g(x: float) -> (low: float, high: float) { output low = x; output high = x; }",
          "graph g(k: uniform float = 1.0) -> float { output k; }",
      }) {
    const Checked found = checked(graph);
    INFO(graph << "\n" << found.messages);
    CHECK(found.typed == 1);
    CHECK(found.messages.empty());
  }
}

TEST_CASE("uncalled graphs: a mismatch is reported where it occurs") {
  const Checked shape = checked("graph g(x: float) -> float2 { output x; }");
  CHECK(has(shape, "no conversion leads to"));
  const Checked generic = checked("graph g<T: numeric>(x: T) -> T { output x + sin(x); }");
  CHECK(has(generic, "this is for T = "));
  // Reported once through a calling graph.
  const Checked inner = checked(
      "graph inner(x: float) -> float { output x.y; }\n"
      "graph outer(x: float) -> float { output inner(x); }");
  CHECK(inner.typed == 1);
  CHECK(inner.messages == "float has no component or member 'y'\n");
}

TEST_CASE("uncalled graphs: graphs called in the file are typed at the call") {
  const Checked found = checked(
      "graph g(p: float3 {use: position}) -> float { output (p - surface.position).x; }\n"
      "material n { output albedo = float3(g(surface.position)); }");
  CHECK(found.typed == 0);
  CHECK(found.messages.empty());
}

}  // namespace weft::testing::check_graphs_test
