// A graph that is typed apart from its callers gives what it gives in its place.

#include <filesystem>
#include <string>
#include <vector>

#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/sweep/same_outcomes.h"

namespace weft::testing::graph_templates_test {

TEST_CASE("graph templates: every shipped material composes to the same texts") {
  namespace fs = std::filesystem;
  const fs::path shaders = repository_root() / "shaders";
  LoadOptions options;
  options.shipped_directories = {shaders.string()};
  std::size_t compositions = 0;
  for (const char* const folder : {"materials", "simulations"}) {
    for (const auto& entry : fs::directory_iterator(shaders / folder)) {
      const std::vector<std::string> roots = {entry.path().string(),
                                              (shaders / "profiles.weft").string()};
      INFO(roots.front());
      compositions += compare_typed_apart(load_library(roots, DiskReader(), options).library, true);
    }
  }
  CHECK(compositions > 80);
}

TEST_CASE("graph templates: every golden source composes to the same texts") {
  LoadOptions options;
  options.shipped_directories = {(repository_root() / "shaders").string()};
  std::size_t compositions = 0;
  for (const auto& path : files_below(repository_root() / "tests/golden", ".weft")) {
    INFO(path.string());
    const LoadedLibrary loaded = load_library({path.string()}, DiskReader(), options);
    compositions += has_errors(loaded.diagnostics) ? 0 : compare_typed_apart(loaded.library, true);
  }
  CHECK(compositions > 200);
}

}  // namespace weft::testing::graph_templates_test
