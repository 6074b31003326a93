#include "codegen/ir/program.h"

#include <algorithm>

namespace weft {

const NativeText* find_native(const Function& function, std::string_view language) {
  const auto found =
      std::find_if(function.natives.begin(), function.natives.end(),
                   [&](const NativeText& native) { return native.language == language; });
  return found != function.natives.end() ? &*found : nullptr;
}

}  // namespace weft
