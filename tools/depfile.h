#pragma once

#include <string>
#include <vector>

namespace weft::tools {

/// A rule for make and ninja: the targets are remade when one of the files changes. Names are
/// escaped as gcc does it (blanks, `#`, `$`, `:`). Both tools take them with backslashes and
/// whatever is no ASCII too; neither has a way to write a line end, or a backslash before `#` or
/// `:`, make none for `%` or `=` in a target, and ninja none for one of `"'&*;<>?^|` or a tab.
/// `are_phony`: each file is the target of a rule without a recipe too, so that make does not stop
/// where one has been deleted.
std::string depfile_text(const std::vector<std::string>& targets,
                         const std::vector<std::string>& files, bool are_phony = false);

/// The file of the running program: what it makes depends on it too. Empty if the system does not
/// say.
std::string program_file();

}  // namespace weft::tools
