#pragma once

// SPIR-V from GLSL and HLSL, compiled in this process; validation; and tools for comparing modules
// in tests. Everything here starts glslang, which takes about 60 ms for the first compilation in a
// process, so code that only prints text must not call it. All functions are thread-safe.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "fragments/types/stage.h"

namespace weft {

enum class ShadingLanguage { Glsl, Hlsl };

/// A SPIR-V module, with words in native byte order.
struct SpirvModule {
  std::vector<std::uint32_t> words;
  friend bool operator==(const SpirvModule&, const SpirvModule&) = default;
};

struct SpirvOptions {
  std::string file_name = "shader";  ///< precedes the line number in messages
  bool debug_info = false;           ///< emit OpSource and OpLine; names are always emitted
};

/// Compiles a shader stage in GLSL for Vulkan 1.1 with the entry point `main`, unoptimized. The
/// error is the compiler's log: lines of the form `FILE:LINE: error: …`. The result is not
/// validated.
tl::expected<SpirvModule, std::string> compile_glsl(Stage stage, std::string_view source,
                                                    const SpirvOptions& options = {});

/// Compiles HLSL through glslang's front end (not DXC), without legalization: textures and samplers
/// must not be in structs or passed as arguments. Registers alone do not give distinct bindings to
/// resources of different kinds: emit [[vk::binding]] too.
tl::expected<SpirvModule, std::string> compile_hlsl(Stage stage, std::string_view source,
                                                    const SpirvOptions& options = {});

/// Validates a module by the rules of Vulkan 1.1, like `spirv-val --target-env vulkan1.1`. The
/// error is the validator's log. Always call it: glslang miscompiles some HLSL without an error.
tl::expected<void, std::string> validate_spirv(const SpirvModule& module);

enum class GlslProfile { Core, Es };

struct GlslVersion {
  int number = 330;
  GlslProfile profile = GlslProfile::Core;
};

/// Parses and links one stage of GLSL for OpenGL or OpenGL ES (not Vulkan). The source's #version
/// must match `version`. The error is glslang's log.
tl::expected<void, std::string> parse_glsl(Stage stage, std::string_view source,
                                           GlslVersion version);

/// Removes names, source text and lines, so that shaders that differ only in names give equal
/// modules. The error is the optimizer's log (the module is invalid).
tl::expected<SpirvModule, std::string> strip_names(const SpirvModule& module);

/// Optimizes like `spirv-opt -O --compact-ids`. The error is the optimizer's log.
tl::expected<SpirvModule, std::string> optimize_for_speed(const SpirvModule& module);

/// Disassembles with friendly names. The error is the disassembler's message.
tl::expected<std::string, std::string> disassemble(const SpirvModule& module);

}  // namespace weft
