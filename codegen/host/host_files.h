#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace weft {

// The files of codegen/host/include/weft, the runtime that generated headers include. They are real
// headers, formatted, tested and installed like others; the build embeds their texts in the
// library.
std::string_view host_types_text();
std::string_view host_vectors_text();
std::string_view host_math_text();

/// How a generated header gets the runtime.
enum class HostFiles : std::uint8_t {
  Included,  ///< `#include <weft/host_math.h>`
  Embedded   ///< its text, with its include guards, so that a program can have several copies
};

/// The part of a header that brings in the types and, with `has_functions`, the mathematics.
std::string host_files(HostFiles files, bool has_functions);

}  // namespace weft
