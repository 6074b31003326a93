#include "codegen/host/profile_header.h"

#include <fmt/format.h>

#include "codegen/host/header_source.h"
#include "codegen/host/profile_section.h"

namespace weft {

Result<std::string> profile_header(const Library& library, ProfileId profile, HostFiles files) {
  const auto section = profile_section(library, library.profiles[profile]);
  if (!section) {
    return failed(section.error());
  }
  return header_head(fmt::format("{}: what a host gives to the shaders of all materials.",
                                 library.text(library.profiles[profile].name)),
                     "profile") +
         fmt::format("{}\n{}{}", host_files(files, false), section->text, section->tables);
}

}  // namespace weft
