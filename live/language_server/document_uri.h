#pragma once

#include <string>
#include <string_view>

namespace weft::lsp {

/// The path of a `file:` URI, with its escapes resolved; any other URI itself, as the name of a
/// text that is not a file.
std::string path_of_uri(std::string_view uri);

/// The `file:` URI of an absolute path; what has no path is a URI already.
std::string uri_of_path(std::string_view path);

}  // namespace weft::lsp
