// Declarations of a material that have no effect, and what counts as a use.

#include "composer/checks/unused_declarations.h"

#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/composed.h"

namespace weft::testing::unused_declarations_test {

namespace {

using namespace weft;

/// The names that the warnings about the material `m` of a text mention, in source order. The
/// text's own profile demands `albedo`; the shipped ones are visible too.
std::vector<std::string> unused_in(const std::string& text) {
  const Composed composed = compose_text(text, "unlit");
  INFO(composed.errors());
  REQUIRE_FALSE(has_errors(composed.loaded->diagnostics));
  const Library& library = composed.library();
  Diagnostics diagnostics =
      find_unused(library, *library.find_material("m"), demanded_names(library));
  normalize(diagnostics);
  std::vector<std::string> names;
  for (const Diagnostic& diagnostic : diagnostics) {
    CHECK(diagnostic.severity == Severity::Warning);
    names.emplace_back(library.sources[diagnostic.span->file].text(*diagnostic.span));
  }
  return names;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("unused declarations: a parameter used indirectly counts as read") {
  const std::string to_albedo =
      " output albedo = float3(v) as {use: reflectance, encoding: linear}; }";
  const auto body = [&](const std::string& bindings) {
    return unused_in(
        "graph doubled(x: float) -> float { output x * 2.0; }\n"
        "graph at_half(f: fn(x: float) -> float) -> float { output f(0.5); }\n"
        "material m { param a: float = 1.0; param b: bool = true; param c: float2 = float2(1.0); " +
        bindings + to_albedo);
  };
  CHECK(body("v = 1.0;") == Names{"a", "b", "c"});
  CHECK(body("v = b ? a : c.x;").empty());
  CHECK(body("w = b ? a : c.x; v = 1.0;") == Names{"a", "b", "c"});
  CHECK(body("v = at_half((x) => b ? x * a : c.x);").empty());
  CHECK(body("l = loop 3 with (s: float = a) { s = b ? s + c.y : s; }; v = l.s;").empty());
  CHECK(body("v = (b ? surface.uv.x : a) with (surface.uv: c);").empty());
  CHECK(body("w: float = doubled(x: a); v = w * c.x;") == Names{"b"});
}

TEST_CASE("unused declarations: a possible stitch counts as a read") {
  CHECK(unused_in("fragment lit(n: float3 {use: normal, basis: world}) -> float { return n.x; }\n"
                  "material m { param way: float3 {use: normal, basis: world} = float3(1.0); "
                  "stitch { bent = way * 1.0; shade = lit(); } "
                  "output albedo = float3(shade) as {use: reflectance, encoding: linear}; }")
            .empty());
}

TEST_CASE("unused declarations: an output demanded by any visible profile counts as used") {
  CHECK(unused_in("material m { output albedo = float3(1.0); output roughness = 1.0; output colour "
                  "= 1.0; output own = 1.0; }\n"
                  "profile mine { fragment demand own: float as target 0; }") == Names{"colour"});
  const Composed composed = compose_text("material m { output albedo = float3(1.0); }", "unlit");
  const Library& library = composed.library();
  CHECK(find_unused(library, *library.find_material("m"), {}).empty());
  CHECK(find_unused(library, *library.find_material("m"), {"color"}).size() == 1);
}

}  // namespace weft::testing::unused_declarations_test
