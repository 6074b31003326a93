#pragma once

#include <string>
#include <string_view>

#include "codegen/ir/interface.h"

namespace weft {

/// The guard of a host's declaration in functions to include, `WEFT_KIND_NAME`; otherwise empty.
std::string guard_of(const Interface& all, bool is_of_host, std::string_view kind,
                     const std::string& name);

/// Appends a declaration that several included files may contain, guarded unless `guard` is empty.
/// The guard's value is a hash of the declaration: a file that declares it differently is a
/// preprocessor error.
void append_guarded(std::string& out, const std::string& guard, std::string_view what,
                    const std::string& declaration);

/// The include guard of a whole file. Its value is a hash of what the file is made for, so that a
/// file with the same guard that is made for something else is a preprocessor error instead of
/// empty.
class IncludeGuard {
 public:
  /// `WEFT_NAME` in capitals; a name that has capitals keeps its case, so that those of `rock` and
  /// `Rock` differ. `owner`: the material and the profile, separated unambiguously.
  IncludeGuard(const std::string& name, std::string_view owner);

  std::string begin() const;
  /// `what` this file and the one before it have in common, for the message.
  std::string end(std::string_view what) const;

 private:
  std::string guard_;
  std::string number_;
};

}  // namespace weft
