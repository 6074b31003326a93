#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/interface/reflection.h"
#include "codegen/ir/program.h"
#include "codegen/leaf_memo.h"
#include "codegen/spirv/module_memo.h"
#include "codegen/spirv/module_text.h"
#include "composer/evaluations/plan.h"
#include "composer/evaluations/uniform_program.h"
#include "support/result.h"

namespace weft {

struct EmitOptions {
  bool glsl = false;
  bool hlsl = false;
  bool spirv = false;       ///< validated modules of both languages; starts glslang
  bool reflection = false;  ///< the JSON text
  bool header = false;      ///< blocks, tables, and the uniform program (generated_header.h)
  bool self_contained_header = false;  ///< embeds what a header includes otherwise (host_files.h)
  bool debug_lines = false;  ///< map lines to the .weft files: `#line` in texts, OpLine in modules
  bool only_wanted_modules = false;  ///< with spirv: those of the languages whose texts are wanted
  /// With spirv and a memo of modules: compiles nothing that the memo does not know. If it lacks
  /// any, they are listed in Emission::missing_modules, and there are no modules and no header.
  bool only_known_modules = false;
};

/// Callbacks that report progress while modules are compiled.
struct ModuleWatch {
  /// Called once after the texts are printed and before any module is compiled, here or by the
  /// caller. Gets a `slow-module` note for each module that glslang will take long to compile.
  std::function<void(const Diagnostics&)> before_modules = {};
  /// Called with each module's suffix before it is compiled.
  std::function<void(std::string_view)> before_module = {};
};

/// What emissions reuse from earlier ones, to save time; the output is the same without. Each may
/// be null.
struct EmissionMemos {
  ModuleMemo* modules = nullptr;
  LeafMemo* leaves = nullptr;  ///< of the same library
};

/// One file, named MATERIAL.PROFILE.SUFFIX by the caller.
struct EmittedFile {
  std::string
      suffix;  ///< `vert.glsl`, `frag.glsl`, `vs.hlsl`, `ps.hlsl`, each with `.spv`, `json`, or `h`
  std::string content;  ///< text, or a module's words in native byte order
};

struct Emission {
  std::string stem;  ///< `worn_metal.forward`
  MaterialId material = MaterialId(0);
  ProfileId profile = ProfileId(0);
  std::vector<std::optional<Constant>> defaults;  ///< as in Plan
  std::vector<LiveLiteral> live_literals;         ///< as in Plan
  std::vector<EmittedFile>
      files;  ///< in this order: vertex and fragment GLSL, HLSL, their modules, JSON, header
  Programs programs;
  Reflection reflection;
  UniformProgram uniform_program;  ///< refers to the library
  /// Compiled into the memo (compile_into()), they let the next emission be whole.
  std::vector<ModuleText> missing_modules = {};

  /// The content of the file with that suffix, or null.
  const std::string* find(std::string_view suffix) const;
};

/// The words of an emitted module.
std::vector<std::uint32_t> words_of(std::string_view content);

/// Prints a placed plan as text, modules and reflection; with compose(), one of the two public
/// entry points. If the fragment stage would have no visible effect, only the vertex stage is
/// emitted. A profile declared `as functions` yields texts to include, one per stage with demands,
/// and no modules; with `spirv`, they are compiled inside a shader that calls them. Without
/// `spirv`, glslang is never started. Reuses what `memos` hold, and adds to them what it makes.
/// Errors: `unsupported`, also for float16 in a language that lacks it; `native-refused` if a
/// compiler rejects native code; `shader-refused`, naming the node, if a compiler or the validator
/// rejects generated code.
Result<Emission> emit(const Library& library, const PlacedPlan& placed, const EmitOptions& options,
                      const ModuleWatch& watch = {}, const EmissionMemos& memos = {});

/// The output of `weft dump --stage=program`, for people: the interface, then both stages.
std::string program_text(const Library& library, const PlacedPlan& placed,
                         const Programs& programs);

}  // namespace weft
