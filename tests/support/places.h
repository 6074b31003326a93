#pragma once

#include <filesystem>

namespace weft::testing {

/// The root of the checkout that is being tested.
std::filesystem::path repository_root();

/// The `weft` executable of this build. Aborts if this build has none.
std::filesystem::path weft_program();

}  // namespace weft::testing
