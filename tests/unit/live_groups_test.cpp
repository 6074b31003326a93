// What can be grouped into a graph, and what a group would break.

#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/live_document.h"

namespace weft::testing::live_groups_test {
namespace {

using namespace weft::live;

const std::string split =
    "fragment two(x: float) -> (lo: float, hi: float)\n{\n    lo = x;\n    hi = x + 1.0;\n}\n";

std::string document_of(const std::string& bindings) {
  return "import \"core\";\nimport \"profiles\";\n\n" + split + "\nmaterial m {\n" + bindings +
         "    output albedo = float3(r) as {use: reflectance, encoding: linear};\n}\n";
}

struct Refused {
  std::string bindings;
  std::vector<live::NodeId> nodes;
  std::string message;
};

void check_refused(const std::vector<Refused>& cases) {
  for (const Refused& each : cases) {
    const std::string text = document_of(each.bindings);
    LiveDocument document(text);
    CHECK_THAT(document.edit(Group{each.nodes, "zz"}), contains(each.message));
    CHECK(document.text() == text);
    CHECK(document.session().version() == 1);
    CHECK_FALSE(document.session().can_undo());
  }
}

/// Groups, and compares what is composed before and after.
void check_grouped(const std::string& bindings, const std::vector<live::NodeId>& nodes,
                   const std::string& call) {
  LiveDocument document(document_of(bindings));
  const OutputId id = document.session().watch(unlit());
  CHECK(live::diagnostics_text(document.session().output(id)->diagnostics) == "");
  CHECK(document.edit(Group{nodes, "zz"}) == "");
  INFO(document.text());
  CHECK_THAT(document.text(), contains(call));
  CHECK(document.session().output(id)->is_current);
  CHECK(live::diagnostics_text(document.session().output(id)->diagnostics) == "");
}

TEST_CASE("a live group that would depend on itself is refused with the node between") {
  const std::string bindings =
      "    a = surface.uv.x;\n    b = a * 2.0;\n    c = b + a;\n    r = c;\n";
  const std::string longer =
      "    a = surface.uv.x;\n    b = a * 2.0;\n    d = b + 1.0;\n    e = d * d;\n    r = e + a;\n";
  check_refused({
      {bindings,
       {"m/a", "m/c"},
       "m/b: error: 'b' lies between the nodes: it reads 'a' and 'c' reads it, so "
       "the graph would depend on itself"},
      {bindings, {"m/c", "m/a"}, "group 'b' with them"},
      {longer,
       {"m/a", "m/r"},
       "'b' lies between the nodes: it reads 'a', 'd' reads 'b', 'e' reads 'd' and 'r' reads 'e'"},
      {longer, {"m/a", "m/d", "m/r"}, "lies between the nodes"},
  });
  check_grouped(bindings, {"m/a", "m/b", "m/c"}, "c = zz();");
  check_grouped(longer, {"m/d", "m/e"}, "e = zz(b);");
}

TEST_CASE("a long chain between live nodes is followed without recursion") {
  std::string bindings = "    a = surface.uv.x;\n    n0 = a;\n";
  constexpr int length = 3000;
  for (int i = 1; i < length; ++i) {
    bindings += "    n" + std::to_string(i) + " = n" + std::to_string(i - 1) + " + 1.0;\n";
  }
  bindings += "    r = n" + std::to_string(length - 1) + " + a;\n";
  const std::string text = document_of(bindings);
  LiveDocument document(text);
  const std::string message = document.edit(Group{{"m/a", "m/r"}, "zz"});
  CHECK_THAT(message, contains("'n0' lies between the nodes"));
  CHECK_THAT(message, contains("and 'r' reads 'n2999'"));
  CHECK(message.size() < 1000);
  CHECK(document.text() == text);
}

TEST_CASE("named results do not pass the edge of a live group") {
  const std::string call = "    t = two(surface.uv.x);\n    h = t.lo + t.hi;\n    r = h;\n";
  const std::string loop =
      "    t = loop 2 with (u: float = 0.0, v: float = 1.0) { u = u + v; v = v * 2.0; };\n"
      "    h = t.u + t.v;\n    r = h;\n";
  const std::string forwarded =
      "    s = two(surface.uv.x);\n    t = s;\n    h = t.hi;\n    r = h;\n";
  const std::string one_state =
      "    t = loop 2 with (u: float = 0.0) { u = u + 1.0; };\n    h = t.u;\n    r = h;\n";
  const std::string message = "has named results, and only single values pass the edge of a group";
  check_refused({
      {call, {"m/h"}, "m/t: error: 't' " + message},
      {call, {"m/h"}, "add 't_lo = t.lo;', and read that"},
      {call, {"m/t"}, "add 't_lo = t.lo;' to the group, and read that"},
      {loop, {"m/h"}, "add 't_u = t.u;', and read that"},
      {loop, {"m/t"}, "'t' " + message},
      {forwarded, {"m/h"}, "'t' " + message},
      {forwarded, {"m/t"}, message},
      {forwarded, {"m/s"}, "'s' " + message},
      {one_state, {"m/h"}, "'t' " + message},
      {one_state, {"m/t"}, "'t' " + message},
  });
  check_grouped(call, {"m/t", "m/h"}, "h = zz();");
  check_grouped(loop, {"m/t", "m/h"}, "h = zz();");
  // The hints work.
  const std::string named =
      "    t = two(surface.uv.x);\n    t_lo = t.lo;\n    h = t_lo + 1.0;\n    r = h;\n";
  check_grouped(named, {"m/h"}, "h = zz(t_lo);");
  check_grouped(named, {"m/t", "m/t_lo"}, "t_lo = zz();");
  // Components of a value are no results.
  check_grouped("    v: float2 = float2(surface.uv);\n    h = v.x + v.y;\n    r = h;\n", {"m/h"},
                "h = zz(v);");
}

TEST_CASE("a function does not pass the edge of a live group") {
  const std::string bindings = "    f = (v) => v * 2.0;\n    a = surface.uv.x;\n    r = f(a);\n";
  const std::string message = "'f' is a function, and only values pass the edge of a group";
  check_refused({
      {bindings, {"m/r"}, message},
      {bindings, {"m/f"}, message},
  });
  // A call means the fragment, though a value has its name.
  check_grouped("    sin = sin(0.5);\n    a = sin(sin);\n    r = sin(a);\n", {"m/sin"},
                "sin = zz();");
}

TEST_CASE("a live group that would change a value is refused") {
  const std::string shifted =
      "    wave = sin(surface.uv.x * 9.0);\n"
      "    r: float = wave with (surface.uv: surface.uv * 2.0);\n";
  const std::string number =
      "    i = 2;\n    r = float(i / 4) + dot(float2(i, 1.5), surface.uv);\n";
  check_refused({
      {shifted,
       {"m/r"},
       "m/r: error: a graph of these nodes would compute something else: output 'albedo' of 'm' "
       "would change"},
      {shifted, {"m/r"}, "write x: type = …;"},
  });
  check_grouped(shifted, {"m/wave", "m/r"}, "r = zz();");
  check_grouped(number, {"m/r"}, "r = zz(i);");
  check_grouped("    i: int = 2;\n    r = float(i / 4) + dot(float2(i, 1.5), surface.uv);\n",
                {"m/r"}, "r = zz(i);");
  check_grouped("    k = 2.5;\n    r = dot(float2(k, 1.5), surface.uv);\n", {"m/r"}, "r = zz(k);");
  check_grouped("    n = surface.normal;\n    r = n.x * n.y;\n", {"m/r"}, "r = zz(n);");
  check_grouped("    n = surface.normal;\n    r = n.x * n.y;\n", {"m/n"}, "n = zz();");
  check_grouped(
      "    w = surface.uv.x;\n    s = w with (surface.uv: surface.uv * 2.0);\n"
      "    r = s * 2.0;\n",
      {"m/r"}, "r = zz(s);");
  check_grouped(
      "    a = surface.uv.x;\n    unread = a * 2.0;\n    also = unread + 1.0;\n    r = a;\n",
      {"m/unread"}, "unread = zz(a);");
}

TEST_CASE("a live group has the result that is there, whatever is read of it") {
  LiveDocument document(
      "import \"core\";\nimport \"profiles\";\n\n"
      "graph squared<T: floating>(x: T) -> T\n{\n    z = x + 1.0;\n    output z * z;\n}\n\n"
      "material m {\n    gen = squared(surface.uv);\n    r = gen.x;\n"
      "    output albedo = float3(r) as {use: reflectance, encoding: linear};\n}\n");
  CHECK(document.edit(Group{{"m/gen"}, "zz"}) == "");
  CHECK_THAT(document.text(), contains("graph zz() -> float2"));
}

TEST_CASE("a live group in a generic graph has the type parameters that it names") {
  LiveDocument document(
      "import \"core\";\nimport \"profiles\";\n\n"
      "graph gen<T: floating, U: floating>(x: T, y: U) -> T\n{\n    z: T = x + 1.0;\n"
      "    w: T = z * x;\n    u: U = y * 2.0;\n    output w;\n}\n\n"
      "material m {\n    r = gen(surface.uv.x, surface.uv);\n"
      "    output albedo = float3(r) as {use: reflectance, encoding: linear};\n}\n");
  const OutputId id = document.session().watch(unlit());
  CHECK(document.edit(Group{{"gen/w"}, "zz"}) == "");
  CHECK_THAT(document.text(), contains("graph zz<T: floating>(z: T, x: T) -> T"));
  CHECK(live::diagnostics_text(document.session().output(id)->diagnostics) == "");
}

TEST_CASE("a live group is not taken apart if that would change a value") {
  const std::string text =
      "import \"core\";\nimport \"profiles\";\n\n"
      "graph sh(x: float) -> float\n{\n    output x with (surface.uv: surface.uv * 2.0);\n}\n\n"
      "graph plain(x: float) -> float\n{\n    output x * 2.0;\n}\n\n"
      "material m {\n    shifted = sh(sin(surface.uv.x * 9.0));\n    r = plain(shifted);\n"
      "    output albedo = float3(r) as {use: reflectance, encoding: linear};\n}\n";
  LiveDocument document(text);
  CHECK_THAT(document.edit(Ungroup{"m/shifted"}),
             contains("m/shifted: error: the bindings of 'sh' would compute something else: output "
                      "'albedo' of 'm' would change"));
  CHECK(document.text() == text);
  CHECK(document.edit(Ungroup{"m/r"}) == "");
}

TEST_CASE("only values are extracted from a live node") {
  LiveDocument document(document_of("    r = surface.uv.x;\n"));
  CHECK_THAT(
      document.edit(Extract{"m/r/0/0", "e"}),
      contains("'surface' is no value by itself, or another one in a binding: the text would be "
               "wrong: 'surface' is a namespace of features, not a value"));
  CHECK(document.edit(Extract{"m/r/0", "e"}) == "");
}

TEST_CASE("a new name of a node does not take the place of an enum's value") {
  const std::string text =
      "import \"core\";\nimport \"profiles\";\n\n"
      "fragment line(x: float, edge: int = soft [enum: one_of(soft, hard: 4)]) -> float\n{\n"
      "    return edge == hard ? step(0.5, x) : x;\n}\n\n"
      "material m {\n    mode = 0.5;\n    r = line(surface.uv.x * mode, edge: hard);\n"
      "    output albedo = float3(r) as {use: reflectance, encoding: linear};\n}\n";
  LiveDocument document(text);
  CHECK_THAT(document.edit(Rename{"m/mode", "hard"}),
             contains("'m/r' names the value 'hard' of an enum, and would read the node instead"));
  CHECK_THAT(document.edit(Extract{"m/r/0", "hard"}), contains("names the value 'hard'"));
  CHECK_THAT(document.edit(Extract{"m/r/1", "edge"}), contains("'hard' is no value by itself"));
  CHECK(document.text() == text);
  CHECK(document.edit(Rename{"m/mode", "soft"}) == "");
}

}  // namespace
}  // namespace weft::testing::live_groups_test
