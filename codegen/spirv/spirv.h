#pragma once

// SPIR-V from GLSL and HLSL in this process, its check, and what tests need to compare modules.
// Everything here starts glslang (about 60 ms for the first compilation of a process), so work that
// only makes text stays away from it. All functions may be called from several threads at once.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace weft {

enum class ShaderStage { Vertex, Fragment };

/// A SPIR-V module in words of the machine's byte order.
struct SpirvModule {
  std::vector<std::uint32_t> words;
  friend bool operator==(const SpirvModule&, const SpirvModule&) = default;
};

struct SpirvOptions {
  std::string file_name = "shader";  ///< stands before the line in messages
  bool debug_info = false;           ///< OpSource and OpLine; names are there either way
};

/// Compiles for Vulkan 1.1 with the entry point `main`, unoptimised. The error is the compiler's
/// log: lines of the form `FILE:LINE: error: …`. The result has not been validated.
tl::expected<SpirvModule, std::string> compile_glsl(ShaderStage stage, std::string_view source,
                                                    const SpirvOptions& options = {});

/// The same for HLSL, through glslang's front end (this is not DXC), and not legalised: textures
/// and samplers must not stand in structs, nor be passed. Registers do not choose bindings by
/// themselves across kinds: emit [[vk::binding]] too.
tl::expected<SpirvModule, std::string> compile_hlsl(ShaderStage stage, std::string_view source,
                                                    const SpirvOptions& options = {});

/// Checks against the rules of Vulkan 1.1, like `spirv-val --target-env vulkan1.1`. The error is
/// the validator's log. Never skip it: glslang miscompiles some HLSL without a word.
tl::expected<void, std::string> validate_spirv(const SpirvModule& module);

enum class GlslProfile { Core, Es };

struct GlslVersion {
  int number = 330;
  GlslProfile profile = GlslProfile::Core;
};

/// Parses and links one stage of GLSL for OpenGL or OpenGL ES (not Vulkan). The source's own
/// #version must state `version`. The error is glslang's log.
tl::expected<void, std::string> parse_glsl(ShaderStage stage, std::string_view source,
                                           GlslVersion version);

/// The module without names, source text and lines: modules of shaders that differ only in names
/// come out equal. The error is the optimiser's log (the module is broken).
tl::expected<SpirvModule, std::string> strip_names(const SpirvModule& module);

/// What `spirv-opt -O --compact-ids` makes of the module. The error is the optimiser's log.
tl::expected<SpirvModule, std::string> optimize_for_speed(const SpirvModule& module);

/// The module as SPIR-V assembly with friendly names. The error is the disassembler's message.
tl::expected<std::string, std::string> disassemble(const SpirvModule& module);

}  // namespace weft
