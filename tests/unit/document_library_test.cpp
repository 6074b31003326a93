// A library whose text is edited: its materials are loaded again on top of the rest.

#include "fragments/load/document_library.h"

#include <string>
#include <vector>

#include "fragments/load/disk_reader.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"

namespace weft::testing::document_library_test {
namespace {

LoadOptions options() {
  LoadOptions made;
  made.shipped_directories = {(repository_root() / "shaders").string()};
  return made;
}

const std::string base =
    "import \"core\";\n\ngraph twice(x: float) -> float\n{\n    output x + x;\n}\n\n";
const std::string material = "material b {\n    output albedo = float3(twice(0.5));\n}\n";

struct Change {
  std::string name;
  std::string from;
  std::string to;
  bool is_cheap;
};

TEST_CASE("reloading a document's materials equals loading the whole text") {
  const std::vector<Change> changes = {
      {"another value", base + material,
       base + "material b {\n    output albedo = float3(twice(0.25));\n}\n", true},
      {"another material, sorted before", base + material,
       base + material + "material a {\n    output albedo = float3(twice(1.0));\n}\n", true},
      {"a material less", base + material, base, true},
      {"a name that does not exist", base + material,
       base + "material b {\n    output albedo = float3(gone(0.25));\n}\n", true},
      {"a name declared twice", base + material, base + material + material, true},
      {"text that does not parse", base + material, base + "material b {\n    output = ;\n}\n",
       true},
      {"errors mended", base + "material b {\n    output albedo = gone;\n}\n", base + material,
       true},
      {"a comment after the graph", base + material, base + "// more\n" + material, true},
      {"the graph", base + material,
       "import \"core\";\n\ngraph twice(x: float) -> float\n{\n    output x * 2.0;\n}\n\n" +
           material,
       false},
      {"a graph after the material", base + material,
       base + material + "graph more(x: float) -> float\n{\n    output x;\n}\n", false},
      {"an import more", base + material, "import \"display\";\n" + base + material, false},
  };
  for (const Change& change : changes) {
    INFO(change.name);
    const auto document = DocumentLibrary::load("test.weft", change.from, DiskReader(), options());
    const Library* const before = &document->library();
    REQUIRE(document->reload_materials(change.to) == change.is_cheap);
    if (!change.is_cheap) {
      continue;
    }
    CHECK(&document->library() == before);
    const LoadedLibrary whole = load_text("test.weft", change.to, DiskReader(), options());
    CHECK(render_text(document->diagnostics(), document->library().sources) ==
          render_text(whole.diagnostics, whole.library.sources));
    // Where the materials do not parse, what does is checked nevertheless.
    CHECK((document->can_check_graphs() || !whole.can_check_graphs));
    REQUIRE(document->library().materials.size() == whole.library.materials.size());
    for (std::size_t i = 0; i < whole.library.materials.size(); ++i) {
      const Material& expected = whole.library.materials[MaterialId(i)];
      const Material& loaded = document->library().materials[MaterialId(i)];
      CHECK(document->library().text(loaded.name) == whole.library.text(expected.name));
      CHECK(loaded.span == expected.span);
    }
  }
}

}  // namespace
}  // namespace weft::testing::document_library_test
