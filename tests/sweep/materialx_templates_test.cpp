// Graphs of MaterialX documents that are typed apart compute what they compute in their places.

#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/materialx_elements.h"
#include "tests/support/places.h"
#include "tests/sweep/same_outcomes.h"

namespace weft::testing::materialx_templates_test {

TEST_CASE("graph templates: MaterialX documents compute the same") {
  namespace fs = std::filesystem;
  std::vector<fs::path> documents = files_below(repository_root() / "tests/golden", ".mtlx");
  if (fs::exists(handed_materialx())) {
    const std::vector<fs::path> handed = files_below(handed_materialx(), ".mtlx");
    documents.insert(documents.end(), handed.begin(), handed.end());
  }
  std::size_t compositions = 0;
  for (const fs::path& path : documents) {
    INFO(path.string());
    const LoadedDocument document =
        load_document_file(path.string(), materialx::Parameters::Authored);
    if (!has_errors(document.loaded->diagnostics)) {
      compositions += compare_typed_apart(document.loaded->library, false, "materialx");
    }
  }
  CHECK(compositions >= 3);  // those of the golden documents alone
}

}  // namespace weft::testing::materialx_templates_test
