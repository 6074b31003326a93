#pragma once

#include <string>
#include <string_view>

namespace weft {

/// Appends a documentation comment of the source as lines behind `//`, which all our target
/// languages know.
void append_doc_comment(std::string& out, std::string_view doc);

}  // namespace weft
