#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace weft::live {

/// Base64 of RFC 4648, section 4, with padding.
std::string base64_of(std::span<const std::byte> bytes);

}  // namespace weft::live
