#include "codegen/host/generated_header.h"

#include "codegen/host/header_printer.h"

namespace weft {

GeneratedHeader::GeneratedHeader(const Library& library, const PlacedPlan& placed,
                                 const Programs& programs, const Reflection& reflection)
    : source_{library, placed, programs, reflection},
      host_(lower_uniform_program(library, placed, programs)),
      section_(profile_section(library, library.profiles[placed.plan.profile])) {}

Result<std::string> GeneratedHeader::declarations() const {
  if (!section_) {
    return failed(section_.error());
  }
  return header_declarations(source_, host_, *section_);
}

Result<std::string> GeneratedHeader::text(HostFiles files,
                                          const std::vector<HeaderModule>& modules) const {
  if (!section_) {
    return failed(section_.error());
  }
  return print_header(source_, host_, *section_, files, modules);
}

}  // namespace weft
