#include "codegen/host/profile_header.h"

#include <fmt/format.h>

#include "codegen/host/cpp_mathematics.h"
#include "codegen/host/header_source.h"
#include "codegen/host/header_tables.h"
#include "codegen/host/profile_section.h"

namespace weft {

Result<std::string> profile_header(const Library& library, ProfileId profile,
                                   HeaderLanguage language, HostFiles files) {
  const auto section = profile_section(library, library.profiles[profile], language);
  if (!section) {
    return failed(section.error());
  }
  const bool is_c = language == HeaderLanguage::C;
  return header_head(fmt::format("{}: what a host gives to the shaders of all materials.",
                                 library.text(library.profiles[profile].name)),
                     "profile") +
         fmt::format("{}\n{}\n{}\n{}\n{}", is_c ? host_files(files, false) : cpp_mathematics(),
                     is_c ? "" : cpp_table_types(), warnings_begin(), section->text,
                     warnings_end());
}

}  // namespace weft
