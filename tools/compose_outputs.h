#pragma once

#include <string>
#include <vector>

#include "codegen/emit.h"
#include "tools/options.h"

// What `weft compose` and its variants share: which outputs are wanted, and the rules about them.

namespace weft::tools {

bool has_target(const ComposeOptions& options, const std::string& target);
bool goes_to_standard_output(const ComposeOptions& options);
bool wants_dependencies(const ComposeOptions& options);
EmitOptions emit_options(const ComposeOptions& options);

/// A rule for make and ninja, and where to.
class DependencyRules {
 public:
  /// `files_read`: what all outputs are made from, beside response files and the tool itself.
  DependencyRules(const ComposeOptions& options, const std::vector<std::string>& files_read,
                  Report& report);

  /// The rule that says from what `outputs` are made, for the file `path`; it is part of the
  /// report's result. Error, in the report: a name that no rule can hold.
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
