// A choice whose condition varies is a branch where one side alone needs a loop. What takes
// derivatives stays before it, since neighboring fragments may take the other side.

#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/emit_source.h"

namespace weft::testing::varying_branches_test {

namespace {

using namespace weft;

const std::string head = R"(
import "core";
import "profiles";
fragment heavy(x: float) -> float {
    float sum = 0.0;
    for (int i = 0; i < 9; ++i) { sum += sin(x * float(i)); }
    return sum;
}
fragment twice_heavy(x: float) -> float { return heavy(heavy(x)); }
fragment steepness(x: float) -> float { return fwidth(x); }
fragment summed(f: fn(x: float) -> float) -> float {
    float sum = 0.0;
    for (int i = 0; i < 9; ++i) { sum += f(float(i)); }
    return sum;
}
fragment both(f: fn(x: float) -> float) -> float { return f(0.25) + f(0.75); }
material m {
    param on: float = 1.0;
    param map: texture2d;
    x = surface.uv.x;
    y = surface.uv.y;
)";

std::string fragment_main(const std::string& line, bool* fine) {
  EmitOptions options;
  options.glsl = options.hlsl = options.spirv = true;
  const Emitted emitted = emit_source(
      head + line + "\n output albedo = float3(v) as {use: reflectance, encoding: linear};\n}\n",
      "m", "unlit", options);
  INFO(emitted.messages);
  CHECK(emitted.fine);
  *fine = emitted.fine;
  const std::string text = emitted.text("frag.glsl");
  const std::size_t at = text.find("void main()");
  return at == std::string::npos ? "" : text.substr(at);
}

}  // namespace

TEST_CASE("varying branches: a loop that only one side needs is skipped") {
  struct Row {
    std::string line;
    std::vector<std::string> before;  // parts of the text before the first branch
    std::vector<std::string> inside;  // parts after it
  };
  const std::vector<Row> rows = {
      {"v = x > 0.5 ? heavy(y) : 0.0;", {}, {"= heavy("}},
      {"v = x > 0.5 ? 1.0 : twice_heavy(y);", {}, {"twice_heavy("}},
      {"v = x > 0.5 ? summed((k) => k * y) : y;", {}, {"summed("}},
      {"v = x > 0.5 ? both((k) => heavy(k * y)) : y;", {}, {"both("}},
      {"v = x > 0.5 ? both((k) => both((l) => heavy(l * k * y))) : y;", {}, {"v = both_2("}},
      {"v = x > 0.5 ? heavy(steepness(y)) : 0.0;", {"fwidth("}, {"= heavy("}},
      {"v = x > 0.5 ? heavy(steepness(heavy(y))) : 0.0;", {"= heavy(", "fwidth("}, {"= heavy("}},
      {"v = x > 0.5 ? heavy(sample(map).x) : 0.0;", {"texture("}, {"= heavy("}},
      {"v = x > 0.5 ? summed((k) => k * steepness(y)) : 0.0;", {"fwidth("}, {"summed("}},
      {"v = x > 0.5 ? heavy(y) + steepness(y) : steepness(y * y);", {"fwidth("}, {"= heavy("}},
      // One value per draw around it, and inside of it.
      {"v = on > 0.5 ? (x > 0.5 ? heavy(y) : sin(y)) : cos(y);", {}, {"= heavy(", "sin(", "cos("}},
      {"v = x > 0.5 ? (on > 0.5 ? heavy(y) : sin(y)) : cos(y);", {}, {"= heavy(", "sin(", "cos("}},
      {"v = x > 0.5 ? (on > 0.5 ? heavy(steepness(y)) : sin(y)) : cos(y);",
       {"fwidth("},
       {"= heavy(", "sin(", "cos("}},
      // Both sides read the loop: it is before.
      {"w = heavy(y); v = x > 0.5 ? (y > 0.5 ? heavy(w) : w) : w * 2.0;",
       {"= heavy(v_uv.y)"},
       {"= heavy(w)"}},
  };
  for (const Row& row : rows) {
    INFO(row.line);
    bool fine = false;
    const std::string text = fragment_main(row.line, &fine);
    INFO(text);
    const std::size_t branch = text.find("if (");
    CHECK(branch != std::string::npos);
    for (const std::string& part : row.before) {
      CHECK_THAT(text.substr(0, branch), Catch::Matchers::Contains(part));
    }
    for (const std::string& part : row.inside) {
      CHECK_THAT(text.substr(std::min(branch, text.size())), Catch::Matchers::Contains(part));
    }
  }
}

TEST_CASE("varying branches: other choices that vary evaluate both sides") {
  const std::vector<std::string> lines = {
      "v = x > 0.5 ? sin(y) : cos(y);",
      "v = x > 0.5 ? sample(map).x : cos(y);",
      "w = heavy(y); v = x > 0.5 ? w : w * 2.0;",
      "w = heavy(y); v = (x > 0.5 ? sin(w) : cos(y)) + w;",
      "v = x > 0.5 ? summed((k) => steepness(k * y)) : 0.0;",
      "v = x > 0.5 ? both((k) => sin(k * y)) : 0.0;",
  };
  for (const std::string& line : lines) {
    INFO(line);
    bool fine = false;
    const std::string text = fragment_main(line, &fine);
    INFO(text);
    CHECK(text.find("if (") == std::string::npos);
    CHECK(text.find('?') != std::string::npos);
  }
}

}  // namespace weft::testing::varying_branches_test
