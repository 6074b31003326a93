#include "codegen/host/generated_header.h"

#include "codegen/host/c_header.h"
#include "codegen/host/cpp_header.h"
#include "codegen/host/host_program.h"
#include "codegen/host/profile_section.h"

namespace weft {

GeneratedHeader::GeneratedHeader(const Library& library, const PlacedPlan& placed,
                                 const Programs& programs, const Reflection& reflection,
                                 HeaderLanguage language, HostFiles files)
    : source_{library, placed, programs, reflection},
      host_(lower_uniform_program(library, placed, programs)),
      section_(
          profile_section(library, library.profiles[placed.plan.profile], HeaderLanguage::Cpp)),
      language_(language),
      files_(files) {}

Result<std::string> GeneratedHeader::declarations() const {
  if (!host_) {
    return failed(host_.error());
  }
  if (!section_) {
    return failed(section_.error());
  }
  return cpp_header_declarations(source_, *host_, *section_);
}

Result<std::string> GeneratedHeader::text(const std::string& declarations,
                                          const std::vector<HeaderModule>& modules) const {
  if (!host_) {
    return failed(host_.error());
  }
  if (!section_) {
    return failed(section_.error());
  }
  if (language_ == HeaderLanguage::Cpp) {
    return cpp_header(source_, *host_, *section_, declarations, modules);
  }
  const auto in_c = profile_section(
      source_.library, source_.library.profiles[source_.placed.plan.profile], HeaderLanguage::C);
  if (!in_c) {
    return failed(in_c.error());
  }
  return c_header(source_, *host_, *in_c, files_, modules);
}

}  // namespace weft
