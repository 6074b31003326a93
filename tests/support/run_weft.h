#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing {

/// Runs the program under test in a folder.
Finished run_weft(const std::vector<std::string>& arguments,
                  const std::filesystem::path& directory = "/");
Finished run_weft(const TempDir& place, const std::vector<std::string>& arguments);

/// The files of a folder by name; empty if the folder does not exist.
std::map<std::string, std::string> files_of(const std::filesystem::path& folder);

/// A profile `flat` that demands a float; needs an import of core before it.
inline constexpr const char* flat_profile = R"(
profile flat {
    provide surface.position as attribute 0;
    provide object.to_clip as uniform;
    vertex demand position: float4 {use: position, basis: clip} as clip = surface.position;
    fragment demand color: float as target 0;
}
)";

}  // namespace weft::testing
