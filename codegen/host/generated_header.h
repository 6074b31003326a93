#pragma once

#include <string>
#include <vector>

#include "codegen/host/header_source.h"
#include "codegen/host/header_tables.h"
#include "codegen/host/host_files.h"
#include "codegen/host/host_program.h"
#include "codegen/host/profile_section.h"
#include "support/result.h"

namespace weft {

/// MATERIAL.PROFILE.h: everything that a C99 or C++17 program needs to use the shaders
/// (header_printer.h), depending only on the standard headers and those of host_files.h.
/// `reflection` is the reflection of `programs`; all references must outlive the object.
class GeneratedHeader {
 public:
  GeneratedHeader(const Library& library, const PlacedPlan& placed, const Programs& programs,
                  const Reflection& reflection);

  /// The material's part of the header, the input of the content hash. Errors: `unsupported`.
  Result<std::string> declarations() const;

  /// The whole header. Errors: `unsupported`.
  Result<std::string> text(HostFiles files, const std::vector<HeaderModule>& modules) const;

 private:
  HeaderSource source_;
  HostProgram host_;
  Result<ProfileSection> section_;
};

}  // namespace weft
