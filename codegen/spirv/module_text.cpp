#include "codegen/spirv/module_text.h"

#include <utility>

namespace weft {

tl::expected<SpirvModule, ModuleRefusal> compile_module(const ModuleText& text) {
  const SpirvOptions options{text.file_name, text.debug_info};
  auto module = text.language == ShadingLanguage::Glsl
                    ? compile_glsl(text.stage, text.source, options)
                    : compile_hlsl(text.stage, text.source, options);
  if (!module) {
    return tl::unexpected(ModuleRefusal{"glslang", std::move(module.error())});
  }
  if (auto valid = validate_spirv(*module); !valid) {
    return tl::unexpected(ModuleRefusal{"spirv-val", std::move(valid.error())});
  }
  return std::move(*module);
}

void compile_into(ModuleMemo& memo, const ModuleText& text) {
  if (memo.knows(text.content)) {
    return;
  }
  if (auto module = compile_module(text)) {
    memo.add(text.content, std::move(*module));
  } else {
    memo.refuse(text.content);
  }
}

}  // namespace weft
