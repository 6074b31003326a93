// Copy and paste of nodes: live/session/clipboard.h.

#include <string>
#include <vector>

#include "live/session/clipboard.h"
#include "live/session/edit_json.h"
#include "tests/support/catch.h"
#include "tests/support/live_document.h"

namespace weft::testing::live_clipboard_test {
namespace {

using namespace weft::live;

std::string material(const std::string& body) {
  return "import \"core\";\nimport \"profiles\";\n\nmaterial m {\n" + body + "}\n";
}

const char* const body = R"(    /// How worn.
    param wear: float = 0.5 [min: 0, max: 1];
    f = (x) => x * wear;
    stitch {
        n = normalize(surface.normal);
    }
    rough = mix(0.2,   0.8, wear);  // a comment //@ at 1 2
    base = float3(rough) * n.y;
    output albedo = base as {use: reflectance, encoding: linear};
)";

std::string copied(LiveDocument& document, const std::vector<live::NodeId>& nodes) {
  const auto text = copied_nodes(document.session().document(), document.session().names(), nodes);
  REQUIRE(text);
  return *text;
}

TEST_CASE("copied nodes are their source lines") {
  LiveDocument document(material(body));
  CHECK(copied(document, {"m/rough", "m/wear"}) ==
        "/// How worn.\nparam wear: float = 0.5 [min: 0, max: 1];\n"
        "rough = mix(0.2,   0.8, wear);  // a comment //@ at 1 2\n");
  CHECK(copied(document, {"m/n", "m/base"}) ==
        "stitch {\n    n = normalize(surface.normal);\n}\nbase = float3(rough) * n.y;\n");
  CHECK(copied(document, {}) == "");
  for (const char* const wrong : {"m/none", "m/rough/0", "k/x"}) {
    const auto text =
        copied_nodes(document.session().document(), document.session().names(), {wrong});
    REQUIRE_FALSE(text);
    CHECK(text.error().front().node == wrong);
  }
}

TEST_CASE("copied nodes have the comments above them") {
  const char* const text = R"(import "core";
material m {
    // of another statement

    // above x, 1
    /* above x, 2 */
    x = 0.5;  // behind x
    y = x;
    stitch {
        // above z
        z = normalize(surface.normal);
    }
}
)";
  LiveDocument document(text);
  const std::string all = copied(document, {"m/x", "m/y", "m/z"});
  CHECK(all ==
        "// above x, 1\n/* above x, 2 */\nx = 0.5;  // behind x\ny = x;\n"
        "stitch {\n    // above z\n    z = normalize(surface.normal);\n}\n");
  LiveDocument other("material k {\n}\n");
  REQUIRE(other.edit(Paste{"k", all}) == "");
  CHECK(copied(other, {"k/x", "k/y", "k/z"}) == all);
}

TEST_CASE("pasted nodes are renamed if their names are taken") {
  LiveDocument document(material(body));
  const OutputId id = document.session().watch({"m", "unlit", {.glsl = true}});
  const std::string all =
      copied(document, {"m/wear", "m/f", "m/n", "m/rough", "m/base", "m/out:albedo"});
  CHECK(document.edit(Paste{"m", all}) == "");
  CHECK(document.text() == material(R"(    /// How worn.
    param wear: float = 0.5 [min: 0, max: 1];
    /// How worn.
    param wear_2: float = 0.5 [min: 0, max: 1];
    f = (x) => x * wear;
    stitch {
        n = normalize(surface.normal);
    }
    rough = mix(0.2,   0.8, wear);  // a comment //@ at 1 2
    base = float3(rough) * n.y;
    f_2 = (x) => x * wear_2;
    stitch {
        n_2 = normalize(surface.normal);
    }
    rough_2 = mix(0.2, 0.8, wear_2);  // a comment //@ at 1 2
    base_2 = float3(rough_2) * n_2.y;
    output albedo = base as {use: reflectance, encoding: linear};
    output albedo_2 = base_2 as {use: reflectance, encoding: linear};
)"));
  CHECK(document.answer().added == std::vector<live::NodeId>{"m/wear_2", "m/f_2", "m/n_2",
                                                             "m/rough_2", "m/base_2",
                                                             "m/out:albedo_2"});
  CHECK(live::diagnostics_text(document.session().output(id)->diagnostics) == "");
  REQUIRE(document.session().undo());
  CHECK(document.text() == material(body));
  REQUIRE(document.session().redo());
  // Once more, part of them: the others are read by name.
  CHECK(document.edit(Paste{"m", "rough_2 = mix(0.2, 0.8, wear);\nlit = rough_2 * 2.0;"}) == "");
  CHECK_THAT(document.text(), contains("    rough_3 = mix(0.2, 0.8, wear);\n"
                                       "    lit = rough_3 * 2.0;\n"));
}

TEST_CASE("nodes can be pasted into empty and other graphs") {
  LiveDocument document(
      "import \"core\";\n\nmaterial a {}\n\ngraph g(x: float) -> float\n{\n"
      "    output x;\n}\n");
  CHECK(document.edit(Paste{"a", "param p: float;\nx = p * 2.0;\noutput albedo = x;\n"}) == "");
  CHECK_THAT(document.text(), contains("material a {\n    param p: float;\n    x = p * 2.0;\n"
                                       "    output albedo = x;\n}\n"));
  CHECK(document.edit(Paste{"g", "x = 1.0;\ny = x * 2.0;"}) == "");
  CHECK_THAT(document.text(),
             contains("{\n    x_2 = 1.0;\n    y = x_2 * 2.0;\n    output x;\n}\n"));
  // The output of a taken name goes on reading its node.
  CHECK(document.edit(Paste{"a", "x = 3.0;\noutput x;\noutput albedo = x;"}) == "");
  CHECK_THAT(document.text(), contains("    x_2 = 3.0;\n"));
  CHECK_THAT(document.text(), contains("    output x = x_2;\n    output albedo_2 = x_2;\n"));
}

TEST_CASE("a rejected paste names its node and changes nothing") {
  const std::vector<std::pair<Paste, std::string>> cases = {
      {{"k", "x = 1.0;"}, "k: error: there is no"},
      {{"m", ""}, "not made of nodes"},
      {{"m", "x = ;"}, "m: error: the pasted text"},
      {{"m", "x = 1.0; } material k { y = 1.0;"}, "not made of nodes"},
      {{"m", "x = 1.0;\nx = 2.0;"}, "m/x: error: the pasted text has 'x' twice"},
      {{"g", "param p: float;"}, "g/p: error: a graph has ports"},
      {{"duo", "output a = 1.0;"}, "duo/out:a: error: a graph has one output for each result"},
      {{"m", "x = y;\ny = x;"}, "would depend on itself"},
      {{"m", "gone = bad;"}, "would depend on itself"},
  };
  const std::string text = material("    bad = gone + 1.0;\n    output albedo = float3(1.0);\n") +
                           "\ngraph g(x: float) -> float\n{\n    output x;\n}\n"
                           "graph duo(x: float) -> (a: float, b: float)\n{\n    output a = x;\n"
                           "    output b = x;\n}\n";
  for (const auto& [paste, message] : cases) {
    LiveDocument document(text);
    CHECK_THAT(document.edit(paste), contains(message));
    CHECK(document.text() == text);
    CHECK_FALSE(document.session().can_undo());
  }
}

}  // namespace
}  // namespace weft::testing::live_clipboard_test
