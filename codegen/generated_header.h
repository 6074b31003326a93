#pragma once

#include <string>
#include <vector>

#include "codegen/header_source.h"
#include "codegen/header_tables.h"
#include "codegen/host_program.h"
#include "support/result.h"

namespace weft {

/// MATERIAL.PROFILE.h: what a program in C++ or C needs to use the shaders. C++17 or C99, no
/// dependency but the standard's headers. `reflection` is that of the programs; all references must
/// outlive it.
class GeneratedHeader {
 public:
  GeneratedHeader(const Library& library, const PlacedPlan& placed, const Programs& programs,
                  const Reflection& reflection);

  /// What is the material's own in C++ (cpp_header.h): what a content hash is of. Errors:
  /// `unsupported`.
  Result<std::string> declarations() const;

  /// The whole in C++: around its declarations the mathematics, and what there is to bind and to
  /// fill as tables, and the modules as arrays (header_tables.h).
  std::string cpp_text(const std::string& declarations,
                       const std::vector<HeaderModule>& modules) const;

  /// The whole in C (c_header.h). Errors: `unsupported`.
  Result<std::string> c_text(const std::vector<HeaderModule>& modules) const;

 private:
  HeaderSource source_;
  Result<HostProgram> host_;
};

}  // namespace weft
