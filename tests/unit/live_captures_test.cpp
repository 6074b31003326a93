// Edits that declare or rename graphs leave the meaning of all other code.

#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/live_document.h"

namespace weft::testing::live_captures_test {
namespace {

using namespace weft::live;

/// Declarations, and a material of these bindings.
std::string document_of(const std::string& declarations, const std::string& bindings) {
  return "import \"core\";\nimport \"profiles\";\n\n" + declarations + "\nmaterial m {\n" +
         bindings + "    output albedo = float3(r) as {use: reflectance, encoding: linear};\n}\n";
}

struct Refused {
  std::string declarations;
  std::string bindings;
  Edit edit;
  std::string message;
};

void check_refused(const std::vector<Refused>& cases) {
  for (const Refused& each : cases) {
    const std::string text = document_of(each.declarations, each.bindings);
    LiveDocument document(text);
    CHECK_THAT(document.edit(each.edit), contains(each.message));
    CHECK(document.text() == text);
    CHECK(document.session().version() == 1);
    CHECK_FALSE(document.session().can_undo());
  }
}

const std::string sq = "graph sq(a: float) -> float { output a * a; }\n";
const std::string apply =
    "fragment apply(g: fn(v: float) -> float, x: float) -> float { return g(x); }\n";
const std::string plain = "    r = sq(surface.uv.x);\n";

TEST_CASE("a live graph is not renamed to what is local where it is called") {
  const std::string in_ap =
      sq + "graph ap(f: fn(v: float) -> float, x: float) -> float { output sq(f(x)); }\n";
  const std::string in_lambda =
      apply + sq + "graph la(x: float) -> float { output apply((f) => sq(f), x); }\n";
  const std::string in_loop =
      sq + "graph lo(x: float) -> float { y = loop 2 with (f: float = x) { k = sq(f); f = k; }; " +
      "output y.f; }\n";
  check_refused({
      {in_ap, "    r = ap((v) => v, surface.uv.x);\n", Rename{"sq", "f"},
       "sq: error: 'ap' uses 'sq', and 'f' would mean the port 'f' of 'ap' there"},
      {in_ap, "    r = ap((v) => v, surface.uv.x);\n", Rename{"sq", "x"}, "the port 'x' of 'ap'"},
      {in_lambda, "    r = la(surface.uv.x);\n", Rename{"sq", "f"},
       "'la' uses 'sq', and 'f' would mean the lambda parameter 'f' in 'la' there"},
      {in_loop, "    r = lo(surface.uv.x);\n", Rename{"sq", "f"},
       "'f' would mean the loop state 'f' in 'lo' there"},
      {in_loop, "    r = lo(surface.uv.x);\n", Rename{"sq", "k"}, "the loop binding 'k' in 'lo'"},
      {sq, plain, Rename{"sq", "r"}, "'m' uses 'sq', and 'r' would mean the binding 'r' of 'm'"},
      {sq, "    param gain: float = 0.5;\n    r = sq(gain);\n", Rename{"sq", "gain"},
       "the parameter 'gain' of 'm'"},
      {apply + sq, "    f = 2.0;\n    r = apply(sq, f);\n", Rename{"sq", "f"},
       "the binding 'f' of 'm'"},
  });
}

TEST_CASE("a live graph does not take the calls of a local function") {
  const std::string with_function = "    f = (v) => v * 2.0;\n    a = 0.5;\n    r = f(a) + a;\n";
  check_refused({
      {sq, with_function, Rename{"sq", "f"},
       "'m/r' calls the binding 'f' of 'm', and would call the graph instead"},
      {sq, with_function, Group{{"m/a"}, "f"}, "'m/r' calls the binding 'f' of 'm'"},
  });
}

TEST_CASE("a live node does not take the place of a fragment that is passed") {
  const std::string passes = "    a = 0.5;\n    r = apply(sq, a);\n";
  const std::string message = "'m/r' passes the fragment 'sq', and would pass the node instead";
  check_refused({
      {apply + sq, passes, Rename{"m/a", "sq"}, "m/a: error: " + message},
      {apply + sq, passes, AddNode{"m", "sq", "1.0"}, "m/sq: error: " + message},
      {apply + sq, passes, AddParameter{"m", "param sq: float = 1.0;"}, message},
      {apply + sq, "    r = apply(sq, 0.5 * 2.0);\n", Extract{"m/r/1", "sq"}, message},
      {apply + sq, "    f = (v) => v * 2.0;\n    a = f(0.5);\n    r = apply(f, a);\n",
       Rename{"m/f", "sq"}, "'m/a' calls 'f', and would call the fragment 'sq' instead"},
  });
  // What does not mean the fragment may hide it.
  for (const Edit& edit : std::vector<Edit>{AddNode{"m", "sq", "1.0"}, Rename{"m/a", "sq"}}) {
    LiveDocument document(
        document_of(apply + sq, "    a = 0.5;\n    r = apply((v) => v, sq(a));\n"));
    CHECK(document.edit(edit) == "");
    CHECK(live::diagnostics_text(live::check(document.session().loaded())).find("error") ==
          std::string::npos);
  }
}

TEST_CASE("a pasted live node gets a name that hides no fragment") {
  LiveDocument document(document_of(apply + sq, "    r = apply(sq, 0.5);\n"));
  CHECK(document.edit(Paste{"m", "sq = (v) => v * 2.0;\ntwo = sq(1.0) + apply(sq, 2.0);\n"}) == "");
  CHECK_THAT(document.text(), contains("    r = apply(sq, 0.5);\n    sq_2 = (v) => v * 2.0;\n"
                                       "    two = sq(1.0) + apply(sq_2, 2.0);\n"));
}

TEST_CASE("a live graph does not take the name of a data type") {
  const std::string with_type = "struct Pair { float lo; float hi; }\n" + sq;
  const std::string message = "exists already, as a data type";
  check_refused({
      {sq, plain, Rename{"sq", "float"}, "sq: error: 'float' " + message},
      {sq, plain, Rename{"sq", "float3x3"}, "'float3x3' " + message},
      {sq, plain, Rename{"sq", "texture2d"}, "'texture2d' " + message},
      {with_type, plain, Rename{"sq", "Pair"}, "'Pair' " + message},
      {sq, plain, Rename{"sq", "sin"}, "'sin' exists already"},
      {sq, plain, Rename{"sq", "sq.b"}, "'sq.b' is not a name"},
      {sq, plain, Group{{"m/r"}, "float"}, "'float' " + message},
      {with_type, plain, Group{{"m/r"}, "Pair"}, "'Pair' " + message},
      {sq, plain, AddDeclaration{"graph float(a: float) -> float { output a; }"},
       "'float' " + message},
      {with_type, plain, AddDeclaration{"fragment Pair(a: float) -> float { return a; }"},
       "'Pair' " + message},
      {sq, plain, AddDeclaration{"struct sq { float a; }"}, "'sq' exists already"},
      {with_type, plain, AddDeclaration{"struct Pair { float a; }"}, "'Pair' " + message},
      {sq, plain,
       AddDeclaration{"struct both { float a; }\nfragment both() -> float "
                      "{ return 1.0; }"},
       "'both' is declared twice"},
      {sq, "    f = (v) => v * 2.0;\n    r = f(0.5);\n",
       AddDeclaration{"graph f(a: float) -> float { output a; }"},
       "'m/r' calls the binding 'f' of 'm'"},
  });
}

TEST_CASE("renaming a live graph renames what means it and nothing else") {
  // The port `sq` of `ap` is called, not the graph; a call passes over the loop state of its name.
  const std::string before = document_of(
      apply + sq + "graph ap(sq: fn(v: float) -> float, x: float) -> float { output sq(x); }\n" +
          "graph lo(x: float) -> float { y = loop 2 with (sq: float = x) { sq = sq(sq); }; " +
          "output y.sq; }\n",
      "    b = apply(sq, surface.uv.x);\n    r = ap((v) => (sq)(v), b) + lo(b);\n");
  const std::string after = document_of(
      apply + "graph power(a: float) -> float { output a * a; }\n" +
          "graph ap(sq: fn(v: float) -> float, x: float) -> float { output sq(x); }\n" +
          "graph lo(x: float) -> float { y = loop 2 with (sq: float = x) { sq = power(sq); }; " +
          "output y.sq; }\n",
      "    b = apply(power, surface.uv.x);\n    r = ap((v) => (power)(v), b) + lo(b);\n");
  LiveDocument document(before);
  CHECK(live::diagnostics_text(live::check(document.session().loaded())) == "");
  CHECK(document.edit(Rename{"sq", "power"}) == "");
  CHECK(document.text() == after);
  CHECK(live::diagnostics_text(live::check(document.session().loaded())) == "");
}

TEST_CASE("a live error deep inside an expression has an id of few parts") {
  std::string sum = "nothing";
  for (int i = 0; i < 2'000; ++i) {
    sum += " + nothing";
  }
  LiveDocument document("material m {\n    deep = " + sum + ";\n}\n");
  const auto found = live::check(document.session().loaded());
  REQUIRE(found.size() > 2'000);
  for (const auto& each : found) {
    CHECK(each.node.size() < 200);
  }
}

}  // namespace
}  // namespace weft::testing::live_captures_test
