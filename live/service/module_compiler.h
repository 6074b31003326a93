#pragma once

#include <memory>
#include <vector>

#include "codegen/spirv/module_text.h"

namespace weft::live {

/// Compiles modules for the service, so that nothing else waits for them. May be asked on several
/// threads at once.
class ModuleCompiler {
 public:
  virtual ~ModuleCompiler() = default;
  /// Takes all that it needs before it returns. Once a text is compiled, the memo knows its
  /// content.
  virtual void compile(const std::shared_ptr<ModuleMemo>& memo, std::vector<ModuleText> texts) = 0;
};

}  // namespace weft::live
