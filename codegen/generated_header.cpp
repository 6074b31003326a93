#include "codegen/generated_header.h"

#include "codegen/c_header.h"
#include "codegen/cpp_header.h"
#include "codegen/host_program.h"

namespace weft {

GeneratedHeader::GeneratedHeader(const Library& library, const PlacedPlan& placed,
                                 const Programs& programs, const Reflection& reflection)
    : source_{library, placed, programs, reflection},
      host_(lower_uniform_program(library, placed, programs)) {}

Result<std::string> GeneratedHeader::declarations() const {
  if (!host_) {
    return failed(host_.error());
  }
  return cpp_header_declarations(source_, *host_);
}

std::string GeneratedHeader::cpp_text(const std::string& declarations,
                                      const std::vector<HeaderModule>& modules) const {
  return cpp_header_begin(source_) + declarations +
         cpp_tables(source_.programs, source_.reflection, modules) + cpp_header_end(source_);
}

Result<std::string> GeneratedHeader::c_text(const std::vector<HeaderModule>& modules) const {
  if (!host_) {
    return failed(host_.error());
  }
  return c_header(source_, *host_, modules);
}

}  // namespace weft
