#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "render/error.h"

namespace weft::render {

/// Reads a file of at most 1 GiB.
Rendered<std::vector<std::uint8_t>> read_whole_file(const std::string& path);

/// Replaces the file atomically; leaves it untouched if the content is unchanged.
Rendered<void> write_whole_file(const std::string& path, const std::vector<std::uint8_t>& bytes);

}  // namespace weft::render
