#pragma once

#include <string>
#include <vector>

#include "tests/architecture/architecture_rules.h"

namespace weft::testing {

/// Every text file of the checkout, sorted by path, without build outputs and version control.
std::vector<RepositoryFile> read_repository();

/// One violation a line.
std::string report(const std::vector<Violation>& violations);

}  // namespace weft::testing
