#pragma once

#include <vector>

#include "tests/architecture/architecture_rules.h"

namespace weft::testing {

/// Checks that the headers that a module's CMakeLists.txt lists as PUBLIC_HEADERS, which are
/// installed, include only headers of ours that are installed too.
std::vector<Violation> check_installed_headers(const std::vector<RepositoryFile>& files);

}  // namespace weft::testing
