// Previews: the color that a port is shown as, and shared shaders. tests/render draws them.

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "live/session/preview.h"
#include "tests/support/catch.h"
#include "tests/support/live_document.h"

namespace weft::testing::live_preview_test {
namespace {

using namespace weft::live;

const std::string source = R"(import "core";
import "profiles";

struct Layer { float {unit: metre} thickness; float3 {use: normal, basis: view} n; }
fragment layer(x: float) -> Layer { return Layer(x, float3(x)); }
fragment both(x: float) -> (low: float, high: float) { low = x * 0.5; high = x * 2.0; }
fragment slope(height: fn(at: float2) -> float, at: float2 = surface.uv) -> float
{
    return height(at + 0.01) - height(at);
}
fragment shade(n: float3 {use: normal, basis: world, norm: unit}, base: float3 {use: reflectance, encoding: linear},
    gain: float = 0.25, at: float2 = surface.uv) -> float3 {use: reflectance, encoding: linear}
{
    return base * (n.y * gain + at.x);
}
graph twice(x: float) -> float
{
    inner = x * 0.5;
    output inner + inner;
}

material m {
    param wear: float = 0.5 [min: 0, max: 2];
    param count: int = 3;
    param turned: float {unit: degree} = 120.0;
    param border: float {unit: centimetre} = 5.0;
    param delay: float {unit: millisecond} = 5.0;
    param flag: bool = true;
    param map: texture2d {use: reflectance, encoding: srgb};
    param bumps: texture2d {use: normal, basis: tangent, packing: unorm};
    param sky: texturecube;
    a = surface.uv.x * 0.5;
    b = surface.uv.x * 0.5;
    c = a;
    pair = both(a);
    wet = layer(a);
    s = slope((q) => fract(q.x * 4.0));
    lit = shade(base: #804020);
    tiled = fract(surface.uv.x + 0.5) with (surface.uv: surface.uv * 3.0);
    sum = loop 3 with (acc: float = 0.0) { acc = acc + a; };
    n = surface.normal;
    t = surface.tangent;
    p = surface.position;
    m44 = object.to_world;
    less = a < 0.25;
    doubled = twice(b);
    measured = surface.uv.x * 2.0 as {unit: metre};
    tinted = float3(surface.uv, 0.25) as {use: reflectance, encoding: linear};
    output albedo = lit * wear * sum;
    output position_offset = surface.normal * 0.1 as {use: direction};
}
)";

/// `type | color`, or the errors.
std::string shown(const std::string& node, const std::string& port = {},
                  const std::string& profile = "forward", const std::string& text = source) {
  DiskReader reader;
  SessionLibrary library("m.weft", reader, shipped_options());
  const DocumentText document("m.weft", text);
  const auto preview =
      plan_preview(library, document, NodeNames(), preview_output("m/" + node, port, profile));
  if (!preview) {
    return diagnostics_text(node_diagnostics(preview.error(), document, NodeNames()));
  }
  return preview->type + " | " + preview->expression;
}

TEST_CASE("a live preview maps each kind of value to a color") {
  const std::vector<std::vector<std::string>> cases = {
      {"wear", "", "float | preview_scalar(float(preview_value), 0.0, 2.0)"},
      {"a", "", "float | preview_scalar(float(preview_value), 0.0, 1.0)"},
      {"count", "", "int | preview_index(int(preview_value))"},
      {"turned", "", "float {unit: turn} | preview_turn(float(preview_value))"},
      {"border", "", "float {unit: metre} | preview_distance(float(preview_value))"},
      {"delay", "", "float {unit: second} | preview_cycle(float(preview_value))"},
      {"flag", "", "bool | preview_bool(preview_value)"},
      {"less", "", "bool | preview_bool(preview_value)"},
      {"n", "",
       "float3 {use: normal, basis: world, packing: plain, norm: unit} | "
       "preview_vector(preview_value)"},
      {"bumps", "",
       "float3 {use: normal, basis: world, packing: plain, norm: unit} | "
       "preview_vector(preview_value)"},
      {"map", "",
       "float4 {use: reflectance, encoding: linear} | (preview_value as {use: display_color})"},
      {"p", "", "float3 {use: position, basis: world} | preview_position(preview_value)"},
      {"pair", "", "float | preview_scalar(float(preview_value), 0.0, 1.0)"},
      {"pair", "high", "float | preview_scalar(float(preview_value), 0.0, 1.0)"},
      {"wet", "", "float {unit: metre} | preview_distance(float(preview_value))"},
      {"s", "height", "float | preview_scalar(float(preview_value), 0.0, 1.0)"},
      {"lit", "gain", "float | preview_scalar(float(preview_value), 0.0, 1.0)"},
      {"lit", "at", "float2 {use: texcoord} | preview_texcoord(preview_value)"},
      {"lit", "n",
       "float3 {use: normal, basis: world, packing: plain, norm: unit} | "
       "preview_vector(preview_value)"},
      {"lit", "base",
       "float3 {use: reflectance, encoding: linear} | (preview_value as {use: display_color})"},
      {"out:albedo", "",
       "float3 {use: reflectance, encoding: linear} | (preview_value as {use: display_color})"},
      {"tiled/0", "", "float | preview_scalar(float(preview_value), 0.0, 1.0)"},
      {"sum", "", "float | preview_scalar(float(preview_value), 0.0, 1.0)"},
      {"doubled", "", "float | preview_scalar(float(preview_value), 0.0, 1.0)"},
      {"measured", "", "float {unit: metre} | preview_distance(float(preview_value))"},
      {"tinted", "",
       "float3 {use: reflectance, encoding: linear} | (preview_value as {use: display_color})"},
  };
  for (const auto& each : cases) {
    INFO(each[0] << "." << each[1]);
    CHECK(shown(each[0], each[1]) == each[2]);
  }
  CHECK(shown("sum", "", "forward_blended") == shown("sum"));  // its target is made of `color`
  CHECK(shown("t").find("float3 {use: tangent, basis: world") == 0);
}

TEST_CASE("a live preview says why a port cannot be shown") {
  const auto contains = [](const std::string& text, const std::string& part) {
    INFO(text);
    CHECK(text.find(part) != std::string::npos);
  };
  contains(shown("nothing"), "'m' has no binding 'nothing' [unknown-name]");
  contains(shown("lit", "nothing"), "m/lit, port nothing: error: 'shade' has no port 'nothing'");
  contains(shown("lit", "nothing"), "its ports are n, base, gain, at");
  contains(shown("pair", "middle"), "'both' has no port 'middle'");
  contains(shown("wear", "x"), "'m/wear' is given from outside and has no ports");
  contains(shown("m44"), "a value of type float4x4 cannot be shown [unsupported]");
  contains(shown("sky"), "a texturecube cannot be shown [unsupported]");
  contains(shown("s/0/0"), "depends on a function's parameter or a loop's state");
  contains(shown("a", "", "depth"), "the profile 'depth' has no color in its first target");
  contains(shown("a", "", "none"), "there is no profile 'none' [unknown-profile]");
  contains(shown("doubled/0", "x"), "is a value without ports");

  const std::string broken = [] {
    std::string text = source;
    text.replace(text.find("surface.uv.x * 0.5"), 18, "surface.uv.x * gone");
    return text;
  }();
  contains(shown("c", "", "forward", broken), "m/a/1: error: unknown name 'gone'");
  contains(shown("n", "", "forward", broken), "preview_vector(preview_value)");
}

const std::string grouped = R"(import "core";
import "profiles";

/// Half of it, twice.
graph twice(x: float [min: 0, max: 4]) -> float
{
    // "half
    inner = x * 0.5;
    there = surface.uv.x + 0.25;
    paint = #804020;
    output inner + inner;
}
graph nested(x: float, f: fn(at: float2) -> float) -> (low: float, high: float)
{
    once = (twice(x + 0.25) * 2.0) with (surface.uv: surface.uv * 3.0);
    stepped = loop 3 with (acc: float = 0.0) { acc = twice(acc); };
    n = surface.normal;
    broken = gone;
    low = once;
    output low;
    output high = f(surface.uv);
}
graph over(x: float) -> float { a = x; output a; }
graph over(x: float3) -> float { b = x.x; a2 = b; output b; }
graph same(x: float) -> float { a = x; output a; }
graph same(x: float3) -> float { a = x.x; output a; }
graph unused(x: float) -> float { c = x; output c; }
graph early(x: float) -> float { e = x * surface.uv.x; output e; }
material m {
    param wear: float = 0.5;
    both = nested(wear, (q) => q.x);
    again = twice(0.5) + twice(0.25);
    o = over(wear);
    s = same(wear);
    only = 1.0 - early(wear);
    direct = wear * surface.uv.x;
    surface_uv = surface.uv * 3.0;
    injected = surface_uv.x + 0.25;
    output albedo = float3(again + o + s + only);
}
)";

std::string grouped_without_error() {
  std::string text = grouped;
  text.erase(text.find("    broken = gone;\n"), std::string_view("    broken = gone;\n").size());
  return text;
}

TEST_CASE("a live preview shows nodes of graphs as seen from a call") {
  const std::string text = grouped_without_error();
  const std::string scalar = "float | preview_scalar(float(preview_value), 0.0, 1.0)";
  const std::vector<std::vector<std::string>> cases = {
      {"again/0/inner", "", scalar},
      {"again/1/out:", "", scalar},
      {"again/1/x", "", "float | preview_scalar(float(preview_value), 0.0, 4.0)"},
      {"again/0/inner/0", "", "float | preview_scalar(float(preview_value), 0.0, 4.0)"},
      {"again/0/inner/1", "", scalar},
      {"again/0/paint", "",
       "float3 {use: color, encoding: srgb} | (preview_value as {use: display_color})"},
      {"both/once/0/0/inner", "", scalar},
      {"both/once/0/0/there", "", scalar},
      {"both/once/0/0", "x", "float | preview_scalar(float(preview_value), 0.0, 4.0)"},
      {"both/n", "",
       "float3 {use: normal, basis: world, packing: plain, norm: unit} | "
       "preview_vector(preview_value)"},
      {"both/f", "", scalar},
      {"both/out:high", "", scalar},
      {"both/stepped", "", scalar},
      {"o/a", "", scalar},
  };
  for (const auto& each : cases) {
    INFO(each[0] << "." << each[1]);
    CHECK(shown(each[0], each[1], "forward", text) == each[2]);
  }
  CHECK(shown("again/0/paint", "", "gbuffer", text).find("float3 {use: color") == 0);
}

TEST_CASE("a live preview names calls that are missing or ambiguous") {
  const auto contains = [](const std::string& node, const std::string& part) {
    const std::string text = shown(node, "", "forward", grouped_without_error());
    INFO(text);
    CHECK(text.find(part) != std::string::npos);
  };
  contains("again/0/nothing", "the graph 'twice' has no binding 'nothing' [unknown-name]");
  contains("again/0/iner", "did you mean 'inner'?");
  contains("again/inner", "this calls no graph with a binding 'inner'");
  contains("direct/0/inner", "this calls no graph with a binding 'inner'");
  contains("both/n/inner", "this calls no graph with a binding 'inner'");
  contains("both/stepped/2/inner", "depends on a function's parameter or a loop's state");
  contains("o/b", "take other graphs of the same name");
  contains("s/a", "several graphs 'same' have a binding 'a'");

  DiskReader reader;
  SessionLibrary library("m.weft", reader, shipped_options());
  const DocumentText document("m.weft", grouped_without_error());
  const auto whole = [&](const std::string& node) {
    const auto preview = plan_preview(library, document, NodeNames(), preview_output(node));
    return preview ? preview->material + ": " + preview->expression
                   : diagnostics_text(node_diagnostics(preview.error(), document, NodeNames()));
  };
  const auto says = [&](const std::string& node, const std::string& part) {
    const std::string text = whole(node);
    INFO(text);
    CHECK(text.find(part) != std::string::npos);
  };
  says("early/e", "m: preview_scalar(float(preview_value), 0.0, 1.0)");
  says("nested/n", "m: preview_vector(preview_value)");
  says("unused/c", "no material of the document calls the graph 'unused'");
  says("twice/inner", "'twice' is called several times, and 'twice/inner' has a value per call");
  says("twice/inner",
       "name the call: m/again/0/inner, m/again/1/inner, m/both/once/0/0/inner, "
       "m/both/stepped/2/inner");
  says("twice/nothing/0", "is called several times");
  says("unknown/x", "the document declares no material or graph 'unknown'");

  // Errors are where the document has them.
  const std::string broken = shown("both/broken", "", "forward", grouped);
  INFO(broken);
  CHECK(broken.find("nested/broken") != std::string::npos);
  CHECK(broken.find("unknown name 'gone'") != std::string::npos);
}

TEST_CASE("a live preview inside a graph is the shader of the same value outside") {
  LiveDocument document(grouped_without_error());
  Session& session = document.session();
  const auto watch = [&](const std::string& node) {
    OutputRequest request = preview_output(node);
    request.options.glsl = true;
    const OutputId id = session.watch(request);
    INFO(node << ": " << diagnostics_text(session.output(id)->diagnostics));
    REQUIRE(session.output(id)->is_current);
    return id;
  };
  const auto key = [&](OutputId id) { return shader_key(*session.output(id)->good); };
  const OutputId inside = watch("early/e");
  CHECK(key(inside) == key(watch("m/direct")));
  CHECK(key(watch("m/both/once/0/0/there")) == key(watch("m/injected")));
  CHECK(key(watch("m/again/0/there")) != key(watch("m/injected")));
  CHECK(session.text() == grouped_without_error());
  CHECK(document.edit(Rename{"early/e", "later"}) == "");
  CHECK(session.output(inside)->is_current);
  CHECK(document.edit(SetValue{"early/e", "", std::string("surface.uv.y")}) == "");
  CHECK(key(inside) != key(watch("m/direct")));
}

TEST_CASE("a live preview shows nodes of graphs of imported files") {
  struct Files : FileReader {
    DiskReader disk;
    ReadResult read(const std::string& path) const override {
      if (!path.ends_with("shapes.weft")) {
        return disk.read(path);
      }
      return {ReadResult::Status::Text,
              "import \"core\";\n// a graph\ngraph ring(x: float) -> float {\n"
              "    wide = x * 2.0; // twice\n    output wide;\n}\n",
              {}};
    }
    std::string identity(const std::string& path) const override { return disk.identity(path); }
  };
  const Files files;
  SessionLibrary library("m.weft", files, shipped_options());
  const std::string text =
      "import \"core\";\nimport \"./shapes.weft\";\nmaterial m {\n    r = ring(surface.uv.x);\n"
      "    output albedo = float3(r);\n}\n";
  const DocumentText document("m.weft", text);
  const auto preview = plan_preview(library, document, NodeNames(), preview_output("m/r/wide"));
  INFO((preview ? "" : diagnostics_text(node_diagnostics(preview.error(), document, NodeNames()))));
  REQUIRE(preview);
  CHECK(preview->expression == "preview_scalar(float(preview_value), 0.0, 1.0)");
  // The lines of the document stay.
  CHECK(preview->text.find("\n    r = ring(surface.uv.x);\n") != std::string::npos);
  CHECK(std::count(preview->text.begin(), preview->text.end(), '\n') ==
        std::count(text.begin(), text.end(), '\n'));
}

TEST_CASE("live previews of equal values share a shader and are idle when unwatched") {
  LiveDocument document(source);
  Session& session = document.session();
  const auto watch = [&](const std::string& node, const std::string& port = {}) {
    OutputRequest request = preview_output("m/" + node, port);
    request.options.glsl = true;
    request.options.hlsl = true;
    return session.watch(request);
  };
  const std::vector<OutputId> equal = {
      watch("a"),    watch("b"), watch("c"), watch("pair", "x"), watch("doubled", "x"),
      watch("wet/0")};
  std::set<ContentHash> keys;
  for (const OutputId id : equal) {
    INFO(diagnostics_text(session.output(id)->diagnostics));
    REQUIRE(session.output(id)->is_current);
    keys.insert(shader_key(*session.output(id)->good));
  }
  CHECK(keys.size() == 1);
  const OutputId normal = watch("n");
  const OutputId input = watch("lit", "n");
  CHECK(shader_key(*session.output(normal)->good) == shader_key(*session.output(input)->good));
  keys.insert(shader_key(*session.output(normal)->good));
  keys.insert(shader_key(*session.output(watch("lit"))->good));
  CHECK(keys.size() == 3);
  CHECK(session.text() == source);

  // An edit of a later node does not change the previews of earlier ones.
  const OutputId last = watch("lit");
  CHECK(document.edit(SetValue{"m/lit", "gain", std::vector{0.75}}) == "");
  for (const OutputAnswer& answer : document.answer().outputs) {
    const bool is_of_lit = answer.output >= input + 1;
    CHECK((answer.answer == Answer::Changed) == is_of_lit);
  }
  const std::string before = files_text(*session.output(equal[0]));
  CHECK(document.edit(SetValue{"m/a", "", std::string("surface.uv.y")}) == "");
  CHECK(files_text(*session.output(equal[0])) != before);
  CHECK(files_text(*session.output(equal[1])) == before);
  CHECK(document.edit(RemoveNode{"m/a"}) == "");
  CHECK(!session.output(equal[2])->is_current);
  CHECK(session.output(equal[2])->good != nullptr);

  const std::size_t composed = session.effort().compositions;
  for (OutputId id = 1; id <= last; ++id) {
    session.unwatch(id);
  }
  CHECK(document.edit(SetValue{"m/b", "", std::string("surface.uv.y")}) == "");
  CHECK(session.effort().compositions == composed);
}

}  // namespace
}  // namespace weft::testing::live_preview_test
