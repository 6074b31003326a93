#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/host/header_language.h"
#include "codegen/interface/reflection.h"
#include "codegen/ir/program.h"
#include "composer/evaluations/plan.h"
#include "composer/evaluations/uniform_program.h"
#include "support/result.h"

namespace weft {

struct EmitOptions {
  bool glsl = false;
  bool hlsl = false;
  bool spirv = false;       ///< modules of both languages, checked; starts glslang
  bool reflection = false;  ///< the JSON text
  bool header = false;      ///< blocks, tables, and the uniform program (generated_header.h)
  HeaderLanguage header_language = HeaderLanguage::Cpp;
  bool debug_lines =
      false;  ///< `#line` in the texts, OpLine in the modules: back to the .weft files
};

/// Who wants to know what modules are being made.
struct ModuleWatch {
  /// Called once, when texts are there and modules are still to be made of them, here or by
  /// somebody else: with the note `slow-module` for each that glslang will take long for.
  std::function<void(const Diagnostics&)> before_modules = {};
  /// Called with the suffix of each module before it is made.
  std::function<void(std::string_view)> before_module = {};
};

/// One file, named MATERIAL.PROFILE.SUFFIX by the caller.
struct EmittedFile {
  std::string
      suffix;  ///< `vert.glsl`, `frag.glsl`, `vs.hlsl`, `ps.hlsl`, each with `.spv`, `json`, or `h`
  std::string content;  ///< text, or the bytes of a module in the machine's order
};

struct Emission {
  std::string stem;  ///< `worn_metal.forward`
  std::vector<EmittedFile>
      files;  ///< in the order: vertex and fragment GLSL, HLSL, their modules, JSON, header
  Programs programs;
  Reflection reflection;
  UniformProgram uniform_program;  ///< refers to the library

  /// The content of the file of that suffix, or null.
  const std::string* find(std::string_view suffix) const;
};

/// The words of a module that was emitted.
std::vector<std::uint32_t> words_of(std::string_view content);

/// The second public door: from a placed plan to text, modules and reflection. A plan of which
/// nothing of the fragment stage could be seen gives the vertex stage alone. A profile `as
/// functions` gives texts to include, one per stage that it demands something of, and no modules;
/// with `spirv` they are checked as part of a shader that calls them. Errors: `unsupported`,
/// `native-refused` where a compiler refuses native code, and `shader-refused` where one, or the
/// validator, refuses what we made, naming the node. Runs
/// without `spirv` never start glslang.
Result<Emission> emit(const Library& library, const PlacedPlan& placed, const EmitOptions& options,
                      const ModuleWatch& watch = {});

/// What `weft dump --stage=program` shows: the interface, then both stages. For people.
std::string program_text(const Library& library, const PlacedPlan& placed,
                         const Programs& programs);

}  // namespace weft
