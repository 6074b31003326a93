#pragma once

#include <string>
#include <vector>

#include "codegen/host/header_language.h"
#include "codegen/host/header_source.h"
#include "codegen/host/header_tables.h"
#include "codegen/host/host_program.h"
#include "codegen/host/profile_section.h"
#include "support/result.h"

namespace weft {

/// MATERIAL.PROFILE.h: what a program in C++ or C needs to use the shaders. C++17 or C99, no
/// dependency but the standard's headers. `reflection` is that of the programs; all references must
/// outlive it.
class GeneratedHeader {
 public:
  GeneratedHeader(const Library& library, const PlacedPlan& placed, const Programs& programs,
                  const Reflection& reflection, HeaderLanguage language);

  /// What is the material's own in C++ (cpp_header.h), whatever the language of the header: what a
  /// content hash is of. Errors: `unsupported`.
  Result<std::string> declarations() const;

  /// The whole (cpp_header.h, c_header.h), around these declarations if it is in C++. Errors:
  /// `unsupported`.
  Result<std::string> text(const std::string& declarations,
                           const std::vector<HeaderModule>& modules) const;

 private:
  HeaderSource source_;
  Result<HostProgram> host_;
  Result<ProfileSection> section_;  // in C++
  HeaderLanguage language_;
};

}  // namespace weft
