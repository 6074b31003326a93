#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codegen/emit.h"
#include "codegen/print/stage_printer.h"

namespace weft {

/// An output file: one stage in one language.
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
  std::string directed;  ///< with line directives, if requested

  const std::string& source() const { return directed.empty() ? text.text : directed; }
};

/// Prints all stages in the requested languages, or in both if modules are requested. The result
/// refers to the programs. O(size of the texts).
std::vector<PrintedStage> print_stages(const Library& library, const Plan& plan,
                                       const Programs& programs, const EmitOptions& options);

}  // namespace weft
