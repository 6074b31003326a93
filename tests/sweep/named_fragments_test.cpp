// What is composed from the fragments that a material names is what is composed from all of them.

#include <filesystem>
#include <string>
#include <vector>

#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "tests/support/catch.h"
#include "tests/support/outcome.h"
#include "tests/support/places.h"

namespace weft::testing::named_fragments_test {

TEST_CASE("named fragments: every shipped material composes to the same texts") {
  namespace fs = std::filesystem;
  const fs::path shaders = repository_root() / "shaders";
  LoadOptions options;
  options.shipped_directories = {shaders.string()};
  LoadOptions only_named = options;
  only_named.only_named = true;
  std::size_t compositions = 0;
  for (const char* const folder : {"materials", "simulations"}) {
    for (const auto& entry : fs::directory_iterator(shaders / folder)) {
      const std::vector<std::string> roots = {entry.path().string(),
                                              (shaders / "profiles.weft").string()};
      INFO(roots.front());
      const LoadedLibrary all = load_library(roots, DiskReader(), options);
      const LoadedLibrary named = load_library(roots, DiskReader(), only_named);
      REQUIRE(named.diagnostics.empty());
      CHECK(named.library.fragments.size() < all.library.fragments.size());
      CHECK(named.library.files_read == all.library.files_read);
      REQUIRE(named.library.materials.size() == all.library.materials.size());
      REQUIRE(named.library.profiles.size() == all.library.profiles.size());
      const Composer of_all(all.library);
      const Composer of_named(named.library);
      for (std::size_t m = 0; m < all.library.materials.size(); ++m) {
        for (std::size_t p = 0; p < all.library.profiles.size(); ++p) {
          INFO(all.library.text(all.library.profiles[ProfileId(p)].name));
          const auto placed = compose(of_all, {MaterialId(m), ProfileId(p), {}});
          if (!placed) {  // hints may mention any fragment
            CHECK_FALSE(compose(of_named, {MaterialId(m), ProfileId(p), {}}));
            continue;
          }
          CHECK(outcome(of_named, MaterialId(m), ProfileId(p)) ==
                outcome(of_all, MaterialId(m), ProfileId(p)));
          ++compositions;
        }
      }
    }
  }
  CHECK(compositions > 80);
}

}  // namespace weft::testing::named_fragments_test
