#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <type_traits>

#include "support/diagnostic.h"

namespace weft {

/// Reads a struct of options written by a program compiled against any version of the header.
/// Members missing from a smaller struct are 0, their default; bytes of a larger one that this
/// library does not know must be 0. Reads no byte beyond `size`.
template <typename Options>
Options read_options(const Options* given, const char* name, Diagnostics& errors) {
  static_assert(std::is_trivially_copyable_v<Options>);
  Options options = {};
  if (given == nullptr) {
    return options;
  }
  const std::size_t size = given->size;
  const auto* const bytes = reinterpret_cast<const unsigned char*>(given);
  if (size < sizeof(std::size_t)) {
    errors.push_back(error(Code::WrongArguments, std::string(name) + ".size is too small",
                           "set it to sizeof(" + std::string(name) + ")"));
    return options;
  }
  if (std::any_of(bytes + std::min(size, sizeof(Options)), bytes + size,
                  [](unsigned char byte) { return byte != 0; })) {
    errors.push_back(
        error(Code::WrongArguments,
              std::string(name) + " asks for what this version of Weft does not know",
              "its members beyond byte " + std::to_string(sizeof(Options)) + " have to be 0"));
    return options;
  }
  std::memcpy(&options, given, std::min(size, sizeof(Options)));
  return options;
}

}  // namespace weft
