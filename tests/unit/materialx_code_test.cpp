// Definitions by code: functions of GLSL with overloads, names that Weft has for something else,
// and places in files of code.

#include <string>
#include <vector>

#include <fmt/format.h>

#include "importers/materialx/names.h"
#include "tests/support/catch.h"
#include "tests/support/materialx_elements.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::materialx_code_test {
namespace {

/// A document with a node `n` of one definition, which the function `run` of `code` implements, and
/// an output `o` of it.
LoadedDocument load_code(const TempDir& place, const std::string& ports, const std::string& code,
                         const std::string& inputs = "") {
  place.write("code.glsl", code);
  place.write("document.mtlx", fmt::format(R"(<materialx version="1.39">
<nodedef name="ND_run" node="run">{}<output name="out" type="float"/></nodedef>
<implementation name="I" nodedef="ND_run" file="code.glsl" function="run" target="genglsl"/>
<run name="n" type="float">{}</run><output name="o" type="float" nodename="n"/>
<constant name="c" type="float"><input name="value" type="float" value="0.5"/></constant>
<output name="other" type="float" nodename="c"/>
</materialx>)",
                                           ports, inputs));
  return load_document_file((place.path() / "document.mtlx").string(), materialx::Parameters::None);
}

double value_of(const std::string& ports, const std::string& code) {
  const TempDir place;
  const LoadedDocument document = load_code(place, ports, code);
  CHECK(document.messages() == "");
  return drawn(document, "o")[0];
}

/// The message of the element, without the place in the file.
std::string refused(const std::string& ports, const std::string& code) {
  const TempDir place;
  const LoadedDocument document = load_code(place, ports, code);
  CHECK(drawn(document, "other")[0] == 0.5);
  return document.messages();
}

const char* const one_float = R"(<input name="x" type="float" value="0.25"/>)";
const char* const one_int = R"(<input name="i" type="integer" value="4"/>)";
const char* const one_color = R"(<input name="c" type="color3" value="0.5, 0.25, 0.125"/>)";

}  // namespace

TEST_CASE("materialx code: overloads of GLSL are chosen by the types of arguments", "[materialx]") {
  const std::string picks =
      "float pick(float x) { return 0.25; }\nfloat pick(int x) { return 0.5; }\n"
      "float pick(vec3 x) { return 0.75; }\nfloat pick(vec3 x, float y) { return x.y * y; }\n";
  CHECK(value_of(one_float, picks + "float run(float x) { return pick(x); }") == 0.25);
  CHECK(value_of(one_int, picks + "float run(int i) { return pick(i); }") == 0.5);
  CHECK(value_of(one_int, picks + "float run(int i) { return pick(2); }") == 0.5);
  CHECK(value_of(one_color, picks + "float run(vec3 c) { return pick(c) + pick(c, 2.0); }") ==
        1.25);
  // That which a definition names may be overloaded, and may call the others.
  const std::string runs = "float run(int i) { return 0.5; }\nfloat run(float x) { return x; }\n";
  CHECK(value_of(one_float, runs) == 0.25);
  CHECK(value_of(one_int, runs) == 0.5);
  CHECK(value_of(one_color, runs + "float run(vec3 c) { return run(c.y) + run(3); }") == 0.75);
  // An overload with a type that no value of Weft has is none that is called.
  CHECK(value_of(one_float, "float pick(sampler2D s) { return texture(s, vec2(0.0)).x; }\n" +
                                picks + "float run(float x) { return pick(x); }") == 0.25);
}

TEST_CASE("materialx code: macros, constants and parameters that change", "[materialx]") {
  struct Case {
    std::string code;
    double expected;
  };
  const std::vector<Case> cases = {
      {"#define TWO 2.0\n#define FOUR (TWO + TWO)\nfloat run(float x) { return x * FOUR; }", 1.0},
      {"const float A = 2.0, B = 3.0;\nconst float C = A + B;\nfloat run(float x) { return x * C; "
       "}",
       1.25},
      {"const float W[2] = float[](1.0, 3.0);\nfloat run(float x) { return x * W[1]; }", 0.75},
      {"#define COUNT 2\nconst vec2 W[COUNT] = vec2[COUNT](vec2(1.0), vec2(4.0, 5.0));\n"
       "float run(float x) { return x * W[COUNT - 1].y; }",
       1.25},
      // A local or a parameter hides a constant.
      {"const float A = 2.0;\nfloat run(float x) { float A = 4.0; return x * A; }", 1.0},
      {"const float x = 2.0;\nfloat run(float x) { return x; }", 0.25},
      // Parameters are the function's own.
      {"float run(float x) { x += 0.25; return x * 2.0; }", 1.0},
      {"float run(float x) { x++; return x; }", 1.25},
      {"float run(float x) { --x; return x; }", -0.75},
      {"float run(float x) { if (x == 0.25) return 0.5; return x; }", 0.5},
      {"float twist(vec3 v) { v.yz *= 2.0; v[0] = 1.0; return v.x + v.y + v.z; }\n"
       "float run(float x) { return twist(vec3(x)); }",
       2.0},
      {"float run(highp float x) { mediump float y = x, z = 2.0; return y * z; }", 0.5},
      {"#ifndef ONCE\n#define ONCE\nfloat run(float x) { float w[2] = float[](x, 2.0); return "
       "w[1]; "
       "}\n#endif\n",
       2.0},
  };
  for (const Case& it : cases) {
    INFO(it.code);
    CHECK(value_of(one_float, it.code) == it.expected);
  }
  CHECK_THAT(
      refused(one_float, "#define TWICE(a) (2.0 * (a))\nfloat run(float x) { return TWICE(x); }"),
      contains("unknown function 'TWICE'"));
  // Places in files are those before macros are expanded.
  const TempDir place;
  const LoadedDocument document =
      load_code(place, one_float,
                "#define TWO (1.0 + 1.0)\nconst float K = 3.0;\nfloat run(float x) {\n  x += TWO;\n"
                "  float w[2] = float[](TWO, K); return TWO * w[0] * lost * K;\n}\n");
  REQUIRE(document.module.diagnostics.size() == 1);
  const Diagnostic& found = document.module.diagnostics.front();
  REQUIRE(found.notes.size() == 1);
  REQUIRE(found.notes[0].span);
  const SourceFile& file = document.module.sources[found.notes[0].span->file];
  CHECK(file.text(*found.notes[0].span) == "lost");
  CHECK(file.position(found.notes[0].span->begin) == Position{5, 53});
}

TEST_CASE("materialx code: what cannot be read does not hide what stands below it", "[materialx]") {
  const std::string unread =
      "vec3 weights;\nstruct Pair { float a; float b; };\n#define TWO 2.0\n"
      "void bump(inout float x) { if (x > 0.0) { x += 1.0; } }\n"
      "float later(float x);\n";
  CHECK(value_of(one_float, unread + "float run(float x) { return x * 2.0; }") == 0.5);
  CHECK_THAT(refused(one_float, unread + "float other(float x) { return x; }"),
             contains("has no function 'run'"));
  CHECK(refused(one_float, unread + "float other(float x) { return x; }").find("weights") ==
        std::string::npos);
  // What has the name is shown, not what else cannot be read.
  CHECK_THAT(refused(one_float, unread + "void run(inout float x, out float y) { y = x; }"),
             contains("it has 'void run(inout float x, out float y) { y'"));
  CHECK_THAT(refused(one_float, unread + "MADE_BY_MACRO(run)\n;"),
             contains("it has 'MADE_BY_MACRO(run)'"));
}

TEST_CASE("materialx code: overloads that GLSL and Weft see differently are refused",
          "[materialx]") {
  // GLSL converts the integer, since the overload for it stands below the call.
  CHECK(refused(one_int,
                "float pick(float x) { return 0.25; }\nfloat run(int i) { return pick(i); }\n"
                "float pick(int x) { return 0.5; }\n")
            .starts_with("I: unsupported: the function 'run' of 'code.glsl' is no code of Weft: "
                         "'run' stands between the overloads of 'pick' that it calls"));
  CHECK(refused(one_int,
                "float pick(float x) { return 0.25; }\nfloat run(int i) { return pick(i); }\n")
            .starts_with("I: unsupported: the function 'run' of 'code.glsl' is no code of Weft: "
                         "port 'x' of 'pick_code' takes float, not int"));
  CHECK(refused(one_float, "float run(int i) { return 0.5; }\nfloat run(vec3 c) { return c.x; }\n")
            .starts_with("I: type-mismatch: the function 'run' does not take the inputs of 'run'"));
  CHECK(refused(one_float,
                "float pick(float x) { return x; }\nfloat pick(float y) { return 2.0 * y; }\n"
                "float run(float x) { return pick(x); }\n")
            .starts_with("I: unsupported: the function 'run' of 'code.glsl' is no code of Weft"));
}

TEST_CASE("materialx code: included functions come where they are included", "[materialx]") {
  const TempDir place;
  place.write("a.glsl", "#include \"c.glsl\"\nfloat a(float x) { return twice(x); }\n");
  place.write("b.glsl", "#include \"c.glsl\"\nfloat twice(int x) { return 0.5; }\n");
  place.write("c.glsl", "float twice(float x) { return 2.0 * x; }\n");
  const LoadedDocument document =
      load_code(place, one_float,
                "#include \"b.glsl\"\n#include \"a.glsl\"\n#include \"code.glsl\"\n"
                "float run(float x) { return a(x) + twice(1); }\n");
  CHECK(document.messages() == "");
  CHECK(drawn(document, "o")[0] == 1.0);
}

TEST_CASE("materialx code: names that Weft has for something else", "[materialx]") {
  // Those of parameters and locals in files.
  CHECK(value_of(R"(<input name="light" type="float" value="0.25"/>
<input name="vec3" type="float" value="2"/><input name="view" type="float" value="1"/>)",
                 "void run(float light, float scale, float light_, out float surface) {\n"
                 "  const float view = light * scale;\n"
                 "  const vec3 frame = vec3(view, light_, light . xx.x);\n"
                 "  surface = frame . x + frame.y;\n}\n") == 1.5);
  // Those of inputs in source code.
  const LoadedDocument document = load_document(R"x(
<nodedef name="ND_p" node="p">
  <input name="light" type="color3" value="1, 2, 3"/><input name="view" type="float" value="0.5"/>
  <input name="vec3" type="float" value="2"/><input name="if" type="float" value="1"/>
  <input name="max" type="float" value="4"/>
  <output name="out" type="color3"/>
</nodedef>
<implementation name="I" nodedef="ND_p" target="genglsl"
  sourcecode="max({{light}} * {{view}}, vec3({{vec3}}, {{if}}, {{max}}))"/>
<p name="n" type="color3"/><output name="o" type="color3" nodename="n"/>)x");
  CHECK(document.messages() == "");
  CHECK(drawn(document, "o") == std::array<double, 4>{2, 1, 4, 1});
}

TEST_CASE("materialx code: faults show their places in files", "[materialx]") {
  const TempDir place;
  const LoadedDocument document = load_code(place, one_float,
                                            "/* two\n   lines */ float helper(float light) {\n"
                                            "  return light + /* of GLSL */ fract2(light);\n}\n"
                                            "float run(float x) { return helper(x); }\n");
  REQUIRE(document.module.diagnostics.size() == 1);
  const Diagnostic& found = document.module.diagnostics.front();
  CHECK(found.node == "I");
  CHECK(found.message ==
        "the function 'run' of 'code.glsl' is no code of Weft: unknown function 'fract2'");
  REQUIRE(found.notes.size() == 1);
  CHECK(found.notes[0].text == "it is here, in the function 'helper'");
  REQUIRE(found.notes[0].span);
  const SourceFile& file = document.module.sources[found.notes[0].span->file];
  CHECK(file.path().ends_with("code.glsl"));
  CHECK(file.text(*found.notes[0].span) == "fract2");
  CHECK(file.position(found.notes[0].span->begin) == Position{3, 32});
}

TEST_CASE("materialx code: one faulty definition leaves hundreds of others", "[materialx]") {
  std::string text;
  for (int i = 0; i < 300; ++i) {
    const char* code = i % 100 == 7    ? "nothing({{x}})"
                       : i % 100 == 8  ? "({{x}}"
                       : i % 100 == 9  ? "vec2({{x}}, 1.0)"
                       : i % 100 == 10 ? "\\"
                                       : "{{x}} * 2.0";
    text += fmt::format(
        "<nodedef name=\"ND_{0}\" node=\"p{0}\"><input name=\"x\" type=\"float\" value=\"{0}\"/>"
        "<output name=\"out\" type=\"float\"/></nodedef><implementation name=\"I{0}\" "
        "nodedef=\"ND_{0}\" target=\"genglsl\" sourcecode=\"{1}\"/>"
        "<p{0} name=\"n{0}\" type=\"float\"/><output name=\"o{0}\" type=\"float\" "
        "nodename=\"n{0}\"/>\n",
        i, code);
  }
  const LoadedDocument document = load_document(text);
  CHECK(document.module.diagnostics.size() == 12);
  CHECK(drawn(document, "o3")[0] == 6);
  CHECK(drawn(document, "o299")[0] == 598);
  CHECK(document.module.text.find("p7_code") == std::string::npos);
  CHECK(document.messages().starts_with(
      "n7: unsupported: the definition of 'p7' has no node graph, only code that is no expression "
      "of Weft: unknown function 'nothing'\n"));
}

TEST_CASE("materialx names: equal ones get numbers that are free", "[materialx]") {
  materialx::NameGiver names;
  names.keep("a_3");
  CHECK(names.give("a") == "a");
  CHECK(names.give("a") == "a_2");
  CHECK(names.give("a") == "a_4");
  CHECK(names.give("a_5") == "a_5");
  CHECK(names.give("a") == "a_6");
  CHECK(names.give("light") == "light_");
  CHECK(names.give("light") == "light_2");
  CHECK(names.give("sampler") == "sampler_");
  CHECK(names.give("thread") == "thread_");
  std::string last;
  for (int i = 0; i < 200'000; ++i) {
    last = names.give("many");
  }
  CHECK(last == "many_200000");
}

TEST_CASE("materialx: structs with names that the standard nodes have", "[materialx]") {
  // All nodes are loaded: names of their locals, ports, results and of the nodes themselves.
  for (const std::string name :
       {"inner", "s2", "at", "texel", "turned", "weights", "in1", "outx", "saturate"}) {
    INFO(name);
    const LoadedDocument document = load_document(
        "<typedef name='" + name + "'><member name='second' type='float' value='5'/></typedef>" +
        "<nodedef name='ND_sum' node='sum'><input name='in' type='" + name +
        R"(' value=''/><output name='out' type='float'/></nodedef>
<implementation name='I_sum' nodedef='ND_sum' target='genglsl' sourcecode='{{in}}.second * 2.0'/>
<sum name='n' type='float'/><output name='o' type='float' nodename='n'/>)");
    CHECK(document.messages() == "");
    CHECK(drawn(document, "o")[0] == 10);
  }
}

}  // namespace weft::testing::materialx_code_test
