#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codegen/ir/namer.h"

namespace weft {

/// The file-scope names of one generated C header. C has no namespaces, so each name begins with
/// the header's stem.
class CNames {
 public:
  /// `stem`: `clay_forward`.
  explicit CNames(std::string_view stem);

  const std::string& stem() const { return stem_; }
  /// `clay_forward_WISH`, with a number appended if the name is taken.
  std::string unique(std::string_view wish);
  /// Makes names of parameters and locals valid inside a function, renaming those that would shadow
  /// a name of the header or of the mathematics. Keeps the order.
  std::vector<std::string> inside(const std::vector<std::string>& names) const;

 private:
  std::string stem_;
  Namer globals_;
};

}  // namespace weft
