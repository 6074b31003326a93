#pragma once

#include <optional>
#include <string>
#include <vector>

namespace weft::tools {

/// Returns the part of a name that make or ninja cannot represent, in words: `a tab`, `a ';'`.
/// Nothing if both can represent the name. Targets cannot contain `=` either, which make reads as
/// an assignment.
std::optional<std::string> why_no_rule_names(const std::string& name, bool is_target);

/// Returns a rule for make and ninja that rebuilds the targets when one of the files changes. Names
/// are escaped as gcc does (blanks, `#`, `$`, `:`) and must pass why_no_rule_names(). Backslashes
/// and non-ASCII characters work in both tools. There is no escape for a backslash before `#` or
/// `:` in either, for `%` in a target in make, or for one of `"'&*<>?^` in ninja. `are_phony`: each
/// file is also the target of a rule without a recipe, so that make does not stop if the file was
/// deleted (except for names with `=`).
std::string depfile_text(const std::vector<std::string>& targets,
                         const std::vector<std::string>& files, bool are_phony = false);

/// The path of the running program, on which its outputs depend too. Empty if the system does not
/// provide it.
std::string program_file();

}  // namespace weft::tools
