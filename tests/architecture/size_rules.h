#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/architecture/architecture_rules.h"

namespace weft::testing {

/// Checks the sizes of classes and functions outside of tests/: at most 25 methods, 12 data members
/// and 80 lines of a function. Structs without methods may have any number of members.
///
/// `exceptions` lists code that may be larger, one a line: the measure (`methods`, `members`,
/// `lines`), the path, the name, the greatest value or `-`, and the reason. Lines that begin with
/// `#` are comments. An exception that is larger than its value is a violation, and so is one that
/// is no longer needed, so the list can only shrink.
std::vector<Violation> check_sizes(const std::vector<RepositoryFile>& files,
                                   std::string_view exceptions);

/// The path of the list of exceptions, from the root of the repository.
inline constexpr std::string_view size_exceptions_path = "tests/architecture/size_exceptions.txt";

}  // namespace weft::testing
