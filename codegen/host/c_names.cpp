#include "codegen/host/c_names.h"

#include "codegen/ir/host_words.h"

namespace weft {

CNames::CNames(std::string_view stem) : globals_(&host_words()) {
  stem_ = globals_.unique(stem);
  while (stem_.size() > 1 && stem_.back() == '_') {
    stem_.pop_back();  // names are joined with one
  }
}

std::string CNames::unique(std::string_view wish) {
  return globals_.unique(stem_ + "_" + std::string(wish));
}

std::vector<std::string> CNames::inside(const std::vector<std::string>& names) const {
  const std::string own = stem_ + "_";
  const auto hides = [&own](const std::string& name) {
    return name.starts_with(own) || name.starts_with("weft_") || name.starts_with("WEFT_");
  };
  Namer taken;
  std::vector<std::string> given = names;
  for (const std::string& name : names) {
    if (!hides(name)) {
      taken.unique(name);
    }
  }
  for (std::string& name : given) {
    if (hides(name)) {
      name = taken.unique("own_" + name);
    }
  }
  return given;
}

}  // namespace weft
