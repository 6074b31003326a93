#include "codegen/host/host_files.h"

namespace weft {
namespace {

/// Appends a file without the lines that include others of these files.
void append_embedded(std::string& out, std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n') + 1;
    const std::string_view line = text.substr(0, end == 0 ? text.size() : end);
    if (line.substr(0, 15) != "#include <weft/") {
      out += line;
    }
    text.remove_prefix(line.size());
  }
}

}  // namespace

std::string host_files(HostFiles files, bool has_functions) {
  if (files == HostFiles::Included) {
    return has_functions ? "#include <weft/host_math.h>\n" : "#include <weft/host_types.h>\n";
  }
  std::string text;
  append_embedded(text, host_types_text());
  if (has_functions) {
    append_embedded(text, host_vectors_text());
    append_embedded(text, host_math_text());
  }
  return text;
}

}  // namespace weft
