#include "tools/materialx_input.h"

namespace weft::tools {

// The declaration is that of a build that keeps the text.
// NOLINTNEXTLINE(performance-unnecessary-value-param)
MaterialxModule import_materialx(const std::string& /*file*/, std::string /*text*/,
                                 const FileReader& /*reader*/, const ImportOptions& /*imports*/) {
  MaterialxModule module;
  module.failed = true;
  module.diagnostics.push_back(error(Code::Unsupported,
                                     "this build of Weft reads no MaterialX documents",
                                     "build with WEFT_WITH_MATERIALX, which needs pugixml"));
  return module;
}

}  // namespace weft::tools
