#pragma once

#include <string>
#include <vector>

#include "codegen/emit.h"
#include "tools/options.h"

// Shared by `weft compose` and its variants: the requested outputs, and their dependency rules.

namespace weft::tools {

bool has_target(const ComposeOptions& options, const std::string& target);
bool goes_to_standard_output(const ComposeOptions& options);
bool wants_dependencies(const ComposeOptions& options);
EmitOptions emit_options(const ComposeOptions& options);

/// Writes dependency rules for make and ninja.
class DependencyRules {
 public:
  /// `files_read`: the inputs of all outputs, apart from response files and the tool itself.
  DependencyRules(const ComposeOptions& options, const std::vector<std::string>& files_read,
                  Report& report);

  /// Returns the rule that makes `outputs` depend on their inputs, for the file `path`, and adds it
  /// to the report's result. Reports an error for a name that no rule can contain.
  std::string text(const std::string& path, const std::vector<std::string>& outputs);

 private:
  void refuse(const std::string& path, const std::vector<std::string>& names, bool are_targets);

  const ComposeOptions& options_;
  std::vector<std::string> files_;
  Report& report_;
};

/// Composes a table of variants (--variants); see docs/build-engines.md.
void compose_variants(const ComposeOptions& options, Report& report);

}  // namespace weft::tools
