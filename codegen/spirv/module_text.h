#pragma once

#include <string>

#include <tl/expected.hpp>

#include "codegen/spirv/module_memo.h"
#include "codegen/spirv/spirv.h"
#include "support/content_hash.h"

namespace weft {

/// What a module is compiled from. It refers to nothing, so that it can be compiled on any thread.
struct ModuleText {
  Stage stage = Stage::Vertex;
  ShadingLanguage language = ShadingLanguage::Glsl;
  std::string file_name;  ///< `frag.glsl`, in messages
  std::string source;
  bool debug_info = false;   ///< see SpirvOptions
  ContentHash content = {};  ///< of all that decides the module
};

/// Why there is no module.
struct ModuleRefusal {
  std::string by;   ///< `glslang` or `spirv-val`
  std::string log;  ///< of the compiler: lines of the form `FILE:LINE: error: …`
};

/// Compiles and validates. Thread-safe.
tl::expected<SpirvModule, ModuleRefusal> compile_module(const ModuleText& text);

/// Compiles and validates what the memo does not know yet, and adds the module, or that it is
/// refused. Thread-safe.
void compile_into(ModuleMemo& memo, const ModuleText& text);

}  // namespace weft
