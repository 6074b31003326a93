#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codegen/ir/namer.h"

namespace weft {

/// The names that one generated header in C gives at file scope: all begin with the header's own,
/// since C has no namespaces.
class CNames {
 public:
  /// `stem`: `clay_forward`.
  explicit CNames(std::string_view stem);

  const std::string& stem() const { return stem_; }
  /// `clay_forward_WISH`, with a number behind it if that is taken.
  std::string unique(std::string_view wish);
  /// Names of parameters and locals as a function can have them: those that would hide one of a
  /// header's, or of the mathematics, are changed. In the order given.
  std::vector<std::string> inside(const std::vector<std::string>& names) const;

 private:
  std::string stem_;
  Namer globals_;
};

}  // namespace weft
