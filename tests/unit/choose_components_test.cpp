// GLSL chooses between vectors by mix() where a body chooses component by component.

#include <string>
#include <vector>

#include <fmt/format.h>

#include "tests/support/catch.h"
#include "tests/support/emit_source.h"

namespace weft::testing::choose_components_test {

namespace {

/// The GLSL of a fragment that returns the expression over a, b, c: float3, s: float, d: float2.
std::string returned(const std::string& expression) {
  const std::string source = fmt::format(R"(
import "core";
profile shown {{
    provide surface.position as attribute 0;
    provide object, view as uniform;
    vertex demand place: float4 {{use: position, basis: clip}} as clip = surface.position;
    fragment demand color: float3 as target 0;
}}
fragment chosen(a: float3, b: float3, c: float3, s: float, d: float2) -> float3
{{
    float3 low = a * 2.0;
    return {};
}}
fragment plain(p: float3) -> float3 {{ return p; }}
material m {{
    p = plain(surface.position);
    output color = chosen(p, p.zxy, p.yzx, p.x, p.xy);
}}
)",
                                         expression);
  EmitOptions options;
  options.glsl = true;
  options.spirv = true;
  const Emitted emitted = emit_source(source, "m", "shown", options);
  INFO(emitted.messages);
  REQUIRE(emitted.fine);
  const std::string text = emitted.text("frag.glsl");
  const std::size_t leaf = text.find("vec3 chosen(");
  const std::size_t begin = text.find("return ", leaf);
  return text.substr(begin, text.find('\n', begin) - begin);
}

}  // namespace

TEST_CASE("choose components: a choice per component is one choice between vectors") {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"float3(c.x <= 0.5 ? low.x : b.x, c.y <= 0.5 ? low.y : b.y, c.z <= 0.5 ? low.z : b.z)",
       "return mix(b, low, lessThanEqual(c, vec3(0.5)));"},
      {"float3(c.x > a.x ? s : b.x, c.y > a.y ? s : b.y, c.z > a.z ? s : b.z)",
       "return mix(b, vec3(s), greaterThan(c, a));"},
      {"float3(s < c.x ? 1.0 : 0.0, s < c.y ? 1.0 : 0.0, s < c.z ? 1.0 : 0.0)",
       "return mix(vec3(0.0), vec3(1.0), lessThan(vec3(s), c));"},
      {"float3(c.x == a.x ? a.x : b.x, c.y == a.y ? a.y : b.y, c.z == a.z ? a.z : b.z)",
       "return mix(b, a, equal(c, a));"},
  };
  for (const auto& [expression, expected] : rows) {
    INFO(expression);
    CHECK(returned(expression) == expected);
  }
}

TEST_CASE("choose components: other choices stay as they are") {
  const std::vector<std::string> expressions = {
      "float3(c.y <= 0.5 ? low.x : b.x, c.x <= 0.5 ? low.y : b.y, c.z <= 0.5 ? low.z : b.z)",
      "float3(c.x <= 0.5 ? low.x : b.x, c.y <= 0.6 ? low.y : b.y, c.z <= 0.5 ? low.z : b.z)",
      "float3(c.x <= 0.5 ? low.x : b.x, c.y < 0.5 ? low.y : b.y, c.z <= 0.5 ? low.z : b.z)",
      "float3(c.x <= 0.5 ? low.x : b.x, c.y <= 0.5 ? a.y : b.y, c.z <= 0.5 ? low.z : b.z)",
      "float3(c.x <= 0.5 ? low.x : b.x, c.y <= 0.5 ? low.y : b.y, s)",
      "float3(d.x <= 0.5 ? low.x : b.x, d.y <= 0.5 ? low.y : b.y, c.z <= 0.5 ? low.z : b.z)",
      "float3(float2(c.x <= 0.5 ? low.x : b.x, c.y <= 0.5 ? low.y : b.y), s)",
  };
  for (const std::string& expression : expressions) {
    INFO(expression);
    CHECK_THAT(returned(expression), contains("c.z <= 0.5 ?") || contains("s)"));
  }
}

}  // namespace weft::testing::choose_components_test
