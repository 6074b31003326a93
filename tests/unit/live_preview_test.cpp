// Previews: the color that a port is shown as, and shared shaders. tests/render draws them.

#include <set>
#include <string>
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
       "float3 {use: color, encoding: linear} | (preview_value as {use: display_color})"},
      {"out:albedo", "",
       "float3 {use: reflectance, encoding: linear} | (preview_value as {use: display_color})"},
      {"tiled/0", "", "float | preview_scalar(float(preview_value), 0.0, 1.0)"},
      {"sum", "", "float | preview_scalar(float(preview_value), 0.0, 1.0)"},
      {"doubled", "", "float | preview_scalar(float(preview_value), 0.0, 1.0)"},
  };
  for (const auto& each : cases) {
    INFO(each[0] << "." << each[1]);
    CHECK(shown(each[0], each[1]) == each[2]);
  }
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

  DiskReader reader;
  SessionLibrary library("m.weft", reader, shipped_options());
  const DocumentText document("m.weft", source);
  const auto inside = plan_preview(library, document, NodeNames(), preview_output("twice/inner"));
  REQUIRE(!inside);
  contains(inside.error().front().message, "is inside the graph 'twice'");

  const std::string broken = [] {
    std::string text = source;
    text.replace(text.find("surface.uv.x * 0.5"), 18, "surface.uv.x * gone");
    return text;
  }();
  contains(shown("c", "", "forward", broken), "m/a/1: error: unknown name 'gone'");
  contains(shown("n", "", "forward", broken), "preview_vector(preview_value)");
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

  const std::size_t composed = session.compositions();
  for (OutputId id = 1; id <= last; ++id) {
    session.unwatch(id);
  }
  CHECK(document.edit(SetValue{"m/b", "", std::string("surface.uv.y")}) == "");
  CHECK(session.compositions() == composed);
}

}  // namespace
}  // namespace weft::testing::live_preview_test
