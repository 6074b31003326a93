#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codegen/emit.h"
#include "codegen/print/stage_printer.h"

namespace weft {

/// What is made of one stage in one language.
struct StageFile {
  Stage stage;
  Dialect dialect;
  std::string_view suffix;
};

/// The text of one stage in one language.
struct PrintedStage {
  StageFile file;
  const Program* program;
  StageText text;
  std::string directed;  ///< with line directives, if they are wanted

  const std::string& source() const { return directed.empty() ? text.text : directed; }
};

/// The texts of all stages that there are, in the languages that are wanted; in both if there are
/// to be modules. They refer to the programs. O(size of the texts).
std::vector<PrintedStage> print_stages(const Library& library, const Plan& plan,
                                       const Programs& programs, const EmitOptions& options);

}  // namespace weft
