#include "codegen/generated_header.h"

#include "codegen/c_header.h"
#include "codegen/cpp_header.h"
#include "codegen/host_program.h"
#include "codegen/profile_section.h"

namespace weft {

GeneratedHeader::GeneratedHeader(const Library& library, const PlacedPlan& placed,
                                 const Programs& programs, const Reflection& reflection,
                                 HeaderLanguage language)
    : source_{library, placed, programs, reflection},
      host_(lower_uniform_program(library, placed, programs)),
      language_(language) {}

Result<ProfileSection> GeneratedHeader::section(HeaderLanguage language) const {
  return profile_section(source_.library, source_.library.profiles[source_.placed.plan.profile],
                         language);
}

Result<std::string> GeneratedHeader::declarations() const {
  if (!host_) {
    return failed(host_.error());
  }
  const Result<ProfileSection> profile = section(HeaderLanguage::Cpp);
  if (!profile) {
    return failed(profile.error());
  }
  return cpp_header_declarations(source_, *host_, *profile);
}

Result<std::string> GeneratedHeader::text(const std::vector<HeaderModule>& modules) const {
  if (!host_) {
    return failed(host_.error());
  }
  const Result<ProfileSection> profile = section(language_);
  if (!profile) {
    return failed(profile.error());
  }
  if (language_ == HeaderLanguage::C) {
    return c_header(source_, *host_, *profile, modules);
  }
  return cpp_header(source_, *host_, *profile, cpp_header_declarations(source_, *host_, *profile),
                    modules);
}

}  // namespace weft
