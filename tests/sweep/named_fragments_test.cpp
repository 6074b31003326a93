// What is composed from the fragments that a material names is what is composed from all of them.

#include <filesystem>
#include <string>
#include <vector>

#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "fragments/syntax/outline.h"
#include "fragments/syntax/print_syntax.h"
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

TEST_CASE("outlines: every file of the repository, with its fragments parsed later") {
  namespace fs = std::filesystem;
  std::size_t correct = 0;
  std::size_t skipped_ones = 0;
  for (const char* const folder : {"shaders", "tests/golden", "tests/fuzz/corpus"}) {
    for (const auto& entry : fs::recursive_directory_iterator(repository_root() / folder)) {
      if (entry.path().extension() != ".weft") {
        continue;
      }
      INFO(entry.path());
      const SourceFile source("file.weft", read_file(entry.path()));
      Interner names;
      const ParsedModule whole = parse_module(FileId(0), source, names);
      ParsedOutline outline = parse_outline(FileId(0), source, names);
      bool is_correct = outline.parsed.diagnostics.empty();
      for (const SkippedFragment& skipped : outline.skipped) {
        const std::size_t before = outline.parsed.module.declarations.size();
        const auto made = parse_skipped(outline.parsed.module, source, names, skipped);
        is_correct = is_correct && made.diagnostics.empty();
        CHECK((!is_correct || outline.parsed.module.declarations.size() == before + 1));
      }
      sort_declarations(outline.parsed.module);
      REQUIRE(is_correct == whole.diagnostics.empty());
      if (is_correct) {
        CHECK(print_module(outline.parsed.module, source, names) ==
              print_module(whole.module, source, names));
        ++correct;
        skipped_ones += outline.skipped.size();
      }
    }
  }
  CHECK(correct > 200);
  CHECK(skipped_ones > 1000);
}

}  // namespace weft::testing::named_fragments_test
