// Edits leave a document that `weft fmt` has laid out as `weft fmt` lays it out.

#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/live_document.h"

namespace weft::testing::live_layout_test {
namespace {

using namespace weft::live;

const std::string head = R"(import "core";
import "profiles";

)";

const std::string wide = R"(material m {
    param gain: float = 0.5 [label: "Gain"];
    first_of_all = saturate(surface.uv.x * 0.125);
    second_of_all = saturate(surface.uv.y * 0.125);
    blended = mix(
        smoothstep(0.0, 0.25, first_of_all * 0.5 + second_of_all * 0.25),
        smoothstep(0.25, 0.75, second_of_all * 0.5 + first_of_all * 0.25),
        saturate(first_of_all * second_of_all));  // of both
    stitch {
        looked_up = smoothstep(first_of_all, second_of_all, saturate(blended * first_of_all + second_of_all * 0.5));
    }
    output albedo = float3(blended * looked_up * gain) as {use: reflectance, encoding: linear};
}
)";

TEST_CASE("live layout: edits of laid out documents") {
  const std::string copied =
      "blended = mix(\n        smoothstep(0.0, 0.25, first_of_all),\n        "
      "smoothstep(0.25, 0.75, second_of_all),\n        0.5\n    );";
  const std::string long_name = "a_name_that_is_so_long_that_most_lines_do_not_have_room_for_it";
  for (const std::vector<Edit>& edits : std::vector<std::vector<Edit>>{
           {Paste{"m", copied}},
           {Paste{"m", copied}, Paste{"m", copied}},
           {Disconnect{"m/blended", "0"}, Disconnect{"m/blended", "1"}},
           {SetValue{"m/blended", "0", std::vector{0.5}}},
           {Connect{"m/blended", "0", "m/first_of_all", ""}},
           {InsertOnWire{"m/blended", "2", "saturate", "inserted", ""}},
           {Extract{"m/blended/0", "taken_out"}},
           {Extract{"m/blended/0", "taken_out"}, Extract{"m/blended/1", "taken_out_too"}},
           {Rename{"m/first_of_all", long_name}},
           {Rename{"m/first_of_all", "f"}},
           {Rename{"m/blended", long_name}},
           {Group{{"m/blended"}, "blending"}},
           {Group{{"m/blended"}, long_name}},
           {Group{{"m/first_of_all", "m/second_of_all", "m/blended"}, long_name}},
           {Group{{"m/blended"}, "blending"}, Ungroup{"m/blended"}},
           {SetValue{"m/out:albedo", "",
                     std::string("float3(blended*gain) as {use:reflectance, "
                                 "encoding: linear}")}},
           {SetEditorData{"m/gain",
                          "a long remark of an editor about where this parameter is "
                          "shown, and how, and in which color"}},
           {AddNode{"m", "added", "mix( first_of_all,second_of_all , blended )"}}}) {
    LiveDocument document(head + wide);
    REQUIRE(formatted(document.session().document()) == head + wide);
    for (const Edit& edit : edits) {
      REQUIRE(document.edit(edit) == "");
      const std::string text = document.text();
      CHECK(text == formatted(document.session().document()));
    }
    LiveDocument together(head + wide);
    REQUIRE(together.edit(edits) == "");
    CHECK(together.text() == document.text());
    while (document.session().can_undo()) {
      REQUIRE(document.session().undo());
    }
    CHECK(document.text() == head + wide);
  }
}

TEST_CASE("live layout: a comment at the end of a line belongs to its layout") {
  const std::string name(40, 'n');
  for (const bool is_laid_out : {true, false}) {
    const std::string comment = is_laid_out ? "  // of it" : " // of it";
    const std::string source =
        head +
        "material m {\n"
        "    seen = saturate(surface.uv.x);\n"
        "    value = smoothstep(seen, 0.5, seen * seen);" +
        comment +
        "\n    output albedo = float3(value) as {use: reflectance, encoding: linear};\n"
        "}\n";
    LiveDocument document(source);
    CHECK((formatted(document.session().document()) == source) == is_laid_out);
    REQUIRE(document.edit(Rename{"m/seen", name}) == "");
    const std::string call = "smoothstep(" + name + ", 0.5, " + name + " * " + name + ");";
    CHECK((document.text().find(call + comment) == std::string::npos) == is_laid_out);
    CHECK((formatted(document.session().document()) == document.text()) == is_laid_out);
  }
}

TEST_CASE("live layout: what is laid out otherwise stays so") {
  const std::string source =
      head +
      "material m {\n"
      "  a = mix( 0.25,\n           surface.uv.x,\n           0.5 ); // a\n"
      "  b = saturate(a);  c = a*b;\n"
      "  d = mix( a,b,0.5 );\n"
      "  output albedo = float3(c * d) as {use: reflectance, encoding: linear};\n"
      "}\n";
  LiveDocument document(source);
  REQUIRE(document.edit(SetValue{"m/a", "2", std::vector{0.75}}) == "");
  REQUIRE(document.edit(Rename{"m/b", "bb"}) == "");
  REQUIRE(document.edit(Rename{"m/d", "dd"}) == "");
  CHECK_THAT(document.text(),
             contains("  a = mix( 0.25,\n           surface.uv.x,\n           0.75 ); // a\n"
                      "  bb = saturate(a);  c = a*bb;\n  dd = mix( a,bb,0.5 );\n"));
  // Graphs that edits write are not the author's.
  REQUIRE(document.edit(Group{{"m/d"}, "mixed"}) == "");
  CHECK_THAT(document.text(), contains("    dd = mix(a, bb, 0.5);\n    output dd;\n}\n"));
}

TEST_CASE("live layout: blank lines that the author has stay") {
  const std::string begin = head + "material m {\n    a = saturate(surface.uv.x);\n\n\n";
  const std::string end =
      "    output albedo = float3(a) as {use: reflectance, encoding: linear};\n}\n";
  LiveDocument document(begin + "    b = a * a;\n" + end);
  REQUIRE(document.edit(RemoveNode{"m/b"}) == "");
  CHECK(document.text() == begin + end);
}

TEST_CASE("live layout: texts that the author writes stay as they are") {
  LiveDocument document(head + wide);
  const std::string graph = "graph g(x: float) -> float { output x+x; }";
  REQUIRE(document.edit(AddDeclaration{graph}) == "");
  CHECK_THAT(document.text(), contains(graph));
  std::string with_returns;
  for (const char c : head + wide) {
    with_returns += c == '\n' ? "\r\n" : std::string(1, c);
  }
  LiveDocument windows(with_returns);
  REQUIRE(windows.edit(AddNode{"m", "added", "mix( first_of_all,second_of_all , blended )"}) == "");
  CHECK_THAT(windows.text(),
             contains("    added = mix(first_of_all, second_of_all, blended);\r\n"));
}

}  // namespace
}  // namespace weft::testing::live_layout_test
