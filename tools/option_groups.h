#pragma once

#include <string>
#include <vector>

#include "tools/options.h"

namespace CLI {
class App;
}

// Options that several commands share.

namespace weft::tools {

/// -I, --root
void add_include(CLI::App* command, ImportOptions& imports);

/// --parameters, --materialx-libraries
void add_materialx(CLI::App* command, ImportOptions& imports);

/// FILE and where its imports are.
void add_input(CLI::App* command, InputOptions& input);

/// -m, -p and the options of placement.
void add_choice(CLI::App* command, ChoiceOptions& choice);

void add_placement(CLI::App* command, PlacementWords& placement);

/// What a picture shows: --mesh, --size, the camera, --time and --texture.
void add_picture(CLI::App* command, PictureOptions& picture);

/// --watch
void add_watch(CLI::App* command, bool& watch);

/// -D; `what` describes what is given a value.
void add_values(CLI::App* command, std::vector<std::string>& values, const std::string& what);

}  // namespace weft::tools
