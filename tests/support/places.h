#pragma once

#include <filesystem>

namespace weft::testing {

/// The root of the checkout under test.
std::filesystem::path repository_root();

/// The `weft` executable of this build. Aborts if there is none.
std::filesystem::path weft_program();

}  // namespace weft::testing
