#include "importers/materialx/versions.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "importers/materialx/values.h"

namespace weft::materialx {
namespace {

constexpr int newest_minor = 39;

int minor_of(std::string_view version) {
  if (!version.starts_with("1.")) {
    return newest_minor;
  }
  version.remove_prefix(2);
  int minor = newest_minor;
  std::from_chars(version.data(), version.data() + version.size(), minor);
  return minor;
}

}  // namespace

bool is_version(std::string_view text) {
  const std::vector<std::string> parts = split_list(text, '.');
  return parts.size() >= 2 && std::all_of(parts.begin(), parts.end(), [](const std::string& part) {
           return !part.empty() && part.find_first_not_of("0123456789") == std::string::npos;
         });
}

bool is_known_version(std::string_view text) {
  return is_version(text) && text.starts_with("1.") && minor_of(text) <= newest_minor;
}

std::vector<int> minor_versions(const Document& document) {
  std::vector<int> minors;
  minors.reserve(document.elements.size());
  for (std::size_t i = 0; i < document.elements.size(); ++i) {
    const Element& element = document.elements[ElementId(i)];
    minors.push_back(element.parent ? minors[element.parent->index()]
                                    : minor_of(element.get("version")));
  }
  return minors;
}

}  // namespace weft::materialx
