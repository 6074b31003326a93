#pragma once

#include <string>
#include <vector>

#include "codegen/host/header_language.h"
#include "codegen/host/header_source.h"
#include "codegen/host/header_tables.h"
#include "codegen/host/host_files.h"
#include "codegen/host/host_program.h"
#include "codegen/host/profile_section.h"
#include "support/result.h"

namespace weft {

/// MATERIAL.PROFILE.h: everything that a C++17 or C99 program needs to use the shaders, depending
/// only on the standard headers. `reflection` is the reflection of `programs`; all references must
/// outlive the object.
class GeneratedHeader {
 public:
  GeneratedHeader(const Library& library, const PlacedPlan& placed, const Programs& programs,
                  const Reflection& reflection, HeaderLanguage language, HostFiles files);

  /// The material's part of the header in C++ (cpp_header.h), whatever language the header is in;
  /// the input of the content hash. Errors: `unsupported`.
  Result<std::string> declarations() const;

  /// The whole header (cpp_header.h, c_header.h). A C++ header contains `declarations`. Errors:
  /// `unsupported`.
  Result<std::string> text(const std::string& declarations,
                           const std::vector<HeaderModule>& modules) const;

 private:
  HeaderSource source_;
  Result<HostProgram> host_;
  Result<ProfileSection> section_;  // of the C++ header
  HeaderLanguage language_;
  HostFiles files_;
};

}  // namespace weft
