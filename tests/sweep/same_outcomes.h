#pragma once

#include <algorithm>
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "composer/typing/shared_answers.h"
#include "tests/support/catch.h"
#include "tests/support/outcome.h"
#include "tests/support/same_plan.h"

namespace weft::testing {

/// The files with an extension (`.weft`) below a folder, in order.
inline std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder,
                                                      const std::string& extension) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == extension) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// Texts without the comments that lead back to lines: a value that several readers share has the
/// place of the one that is typed first.
inline std::string without_places(const std::string& text) {
  static const std::regex place("  // [^ \n]*:[0-9]+(?=\n|$)");
  return std::regex_replace(text, place, "");
}

/// Compares what graphs that are typed apart give, twice, with what they give in their places: for
/// every material and every profile, or the named one. Returns how many there are. `texts`:
/// compares the texts too, in which values that several readers share may be named by another one
/// of them.
inline std::size_t compare_typed_apart(const Library& library, bool texts,
                                       const std::string& profile = "") {
  std::size_t compositions = 0;
  const Composer apart(library);
  const Composer in_place(library);
  for (std::size_t m = 0; m < library.materials.size(); ++m) {
    for (std::size_t p = 0; p < library.profiles.size(); ++p) {
      const MaterialId material(m);
      const ProfileId of(p);
      if (!profile.empty() && library.text(library.profiles[of].name) != profile) {
        continue;
      }
      INFO(library.text(library.materials[material].name));
      INFO(library.text(library.profiles[of].name));
      const std::string expected = values_of(in_place, material, of, false);
      CHECK(values_of(apart, material, of, true) == expected);
      CHECK(values_of(apart, material, of, true) == expected);
      if (texts) {
        CHECK(without_places(outcome(apart, material, of)) ==
              without_places(outcome(in_place, material, of, false)));
      }
      ++compositions;
    }
  }
  CHECK(in_place.shared_answers().graphs.size() == 0);
  return compositions;
}

}  // namespace weft::testing
