#include "importers/materialx/versions.h"

#include <charconv>

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
