#pragma once

#include <optional>
#include <string>
#include <vector>

namespace weft::tools {

/// What of a name neither make nor ninja can take, in words: `a tab`, `a ';'`. Nothing if both can.
/// Targets hold no `=` either, which make reads as an assignment.
std::optional<std::string> why_no_rule_names(const std::string& name, bool is_target);

/// A rule for make and ninja: the targets are remade when one of the files changes. Names are
/// escaped as gcc does it (blanks, `#`, `$`, `:`), and have to be such that a rule can name them.
/// Both tools take them with backslashes and whatever is no ASCII too; neither has a way to write a
/// backslash before `#` or `:`, make none for `%` in a target, and ninja none for one of
/// `"'&*<>?^`. `are_phony`: each file is the target of a rule without a recipe too, so that make
/// does not stop where one has been deleted (but for names with `=`).
std::string depfile_text(const std::vector<std::string>& targets,
                         const std::vector<std::string>& files, bool are_phony = false);

/// The file of the running program: what it makes depends on it too. Empty if the system does not
/// say.
std::string program_file();

}  // namespace weft::tools
