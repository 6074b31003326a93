#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/output_files.h"

// The files that `weft new` writes come from tools/templates, embedded in the program. In each, the
// name `new_name` stands for the one that the user gives.

namespace weft {

std::string_view material_template();
std::string_view profile_template();
std::string_view library_template();
std::string_view cmake_template();
std::string_view main_template();

}  // namespace weft

namespace weft::tools {

/// What `weft new` makes, with the commands to run next.
struct NewFiles {
  std::vector<OutputFile> files;        ///< the .weft file first
  std::vector<std::string> next_steps;  ///< commands for a shell
};

/// `kind`: material, profile, library or project. `folder`: where the files go; empty: the current
/// one. A project gets a folder of its own there.
NewFiles new_files(std::string_view kind, const std::string& name, const std::string& folder);

/// A name made from a word that is none: `my-rock.weft` gives `my_rock`. Empty if nothing is left.
std::string name_from(std::string_view word);

}  // namespace weft::tools
