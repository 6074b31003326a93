#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codegen/emit.h"
#include "codegen/ir/stage_suffixes.h"
#include "codegen/print/stage_printer.h"
#include "codegen/spirv/spirv.h"
#include "codegen/spirv/spirv_reflection.h"

namespace weft {

/// A language that ships: how to ask for it, and what becomes of its texts.
struct ShippedTarget {
  const TargetLanguage& (*language)();
  bool EmitOptions::*is_wanted;
  StageSuffixes suffixes;
  ShadingLanguage modules;  ///< the compiler of the modules
};

/// In the order of the files.
const std::vector<ShippedTarget>& shipped_targets();

/// Whether texts of the language are printed, for themselves or for their modules. There are no
/// modules of a language that lacks a type of the programs.
bool is_printed(const ShippedTarget& target, const Programs& programs, const EmitOptions& options);

/// An output file: one stage in one language.
struct StageFile {
  Stage stage;
  const ShippedTarget* target;
  std::string_view suffix;

  const TargetLanguage& language() const { return target->language(); }
};

/// The text of one stage in one language.
struct PrintedStage {
  StageFile file;
  const Program* program;
  StageText text;
  std::string directed;  ///< with line directives, if requested

  const std::string& source() const { return directed.empty() ? text.text : directed; }
};

/// Prints all stages in the requested languages, or in all if modules are requested. The result
/// refers to the programs. `memo` as in print_stage(). O(size of the texts).
std::vector<PrintedStage> print_stages(const Library& library, const Plan& plan,
                                       const Programs& programs, const EmitOptions& options,
                                       PrintedFunctions* memo = nullptr);

}  // namespace weft
