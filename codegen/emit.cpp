#include "codegen/emit.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "codegen/host/generated_header.h"
#include "codegen/host/header_tables.h"
#include "codegen/host/host_files.h"
#include "codegen/ir/module_effort.h"
#include "codegen/ir/stage_suffixes.h"
#include "codegen/lower/lower_plan.h"
#include "codegen/stage_files.h"
#include "codegen/stage_modules.h"
#include "fragments/model/setting_values.h"
#include "support/content_hash.h"

namespace weft {
namespace {

Diagnostics missing_native_code(const Library& library, const Programs& programs,
                                const TargetLanguage& language) {
  Diagnostics missing;
  const auto look = [&](const Program& program) {
    for (const Function& function : program.functions) {
      if (!function.natives.empty() && find_native(function, language.name) == nullptr) {
        const Fragment& fragment = library.fragments[*function.fragment];
        missing.push_back(error_at(Code::NativeMissing, fragment.span,
                                   "`" + std::string(library.text(fragment.name)) +
                                       "` has no native " + std::string(language.name) + " body"));
      }
    }
  };
  for (const Program* program : programs.stages()) {
    look(*program);
  }
  return missing;
}

// Native code that reads what the language has no expression for: an array of a buffer that HLSL
// reads by rows.
Diagnostics unreadable_in_native_code(const Library& library, const Programs& programs,
                                      const TargetLanguage& language) {
  Diagnostics unreadable;
  for (const Program* program : programs.stages()) {
    for (const Function& function : program->functions) {
      const NativeText* const native = find_native(function, language.name);
      for (std::size_t i = 0; native != nullptr && i < native->pieces.size(); ++i) {
        const std::optional<std::uint32_t>& symbol = native->pieces[i].symbol;
        if (!symbol || !language.symbol(programs, *program, program->symbols[*symbol]).empty()) {
          continue;
        }
        const Block& block = programs.interface.blocks[program->symbols[*symbol].index];
        const Fragment& fragment = library.fragments[*function.fragment];
        unreadable.push_back(error_at(
            Code::Unsupported, fragment.span,
            fmt::format("`{}` reads the array {}.{} in native {} code, which has no expression for "
                        "it: {} is read by rows, since it is larger than an element of a buffer",
                        library.text(fragment.name), block.instance,
                        block.members[program->symbols[*symbol].member].name, language.name,
                        block.name),
            "write the body in Weft, or make the arrays of the buffer shorter"));
        break;
      }
    }
  }
  return unreadable;
}

// A profile that asks for float16 cannot have a language without it.
Diagnostics missing_float16(const Library& library, const PlacedPlan& placed,
                            const Programs& programs, const TargetLanguage& language) {
  if (!programs.has_float16 || language.float16 != nullptr) {
    return {};
  }
  const ProfileSetting* const setting =
      find_setting(library, library.profiles[placed.plan.profile], "medium_type");
  return {error_at(Code::Unsupported, setting->span,
                   fmt::format("there is no float16 in {}", language.name),
                   "compose for GLSL alone, or set medium_type relaxed")};
}

// The hash of the runtime shared by all headers, constant for a version of Weft.
const ContentHash& hash_of_mathematics() {
  static const ContentHash hash = [] {
    ContentHasher hasher;
    hasher.add(host_files(HostFiles::Embedded, true));
    return hasher.result();
  }();
  return hash;
}

// Adds reflection and header. Both carry a hash of everything that the host depends on: the
// interface, and the uniform program as printed in C. Edits of per-fragment code alone do not
// change it.
void describe(const Library& library, const PlacedPlan& placed, const EmitOptions& options,
              Emission& emission, Diagnostics& errors) {
  const GeneratedHeader header(library, placed, emission.programs, emission.reflection);
  const Result<std::string> declarations = header.declarations();
  if (!declarations && options.header) {
    errors = declarations.error();
    return;
  }
  std::string json = reflection_json(emission.reflection, emission.programs.types);
  ContentHasher hasher;
  hasher.add(json);
  hasher.add(hash_of_mathematics());
  hasher.add(declarations ? *declarations : std::string());
  const ContentHash hash = hasher.result();
  emission.reflection.content_hash = fmt::format("{:016x}{:016x}", hash.high, hash.low);
  if (options.reflection) {
    insert_content_hash(json, emission.reflection.content_hash);
    emission.files.push_back({"json", std::move(json)});
  }
  if (options.header && emission.missing_modules.empty()) {
    std::vector<HeaderModule> of_glsl;
    for (const Stage stage : shader_stages) {
      const std::string_view suffix = glsl_suffixes[static_cast<std::size_t>(stage)];
      if (const std::string* module = emission.find(fmt::format("{}.spv", suffix))) {
        of_glsl.push_back({fmt::format("{}_spirv", stage_name(stage)), words_of(*module)});
      }
    }
    emission.files.push_back({"h", *header.text(options.self_contained_header ? HostFiles::Embedded
                                                                              : HostFiles::Included,
                                                of_glsl)});
  }
}

std::size_t line_count(std::string_view text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

// Reports slow modules before the first one is compiled.
void announce_modules(const ModuleWatch& watch, const Emission& emission,
                      const std::vector<PrintedStage>& stages) {
  if (!watch.before_modules) {
    return;
  }
  Diagnostics notes;
  for (const PrintedStage& stage : stages) {
    if (auto note = slow_module_note(emission.stem + "." + std::string(stage.file.suffix) + ".spv",
                                     line_count(stage.text.text), effort_of(*stage.program))) {
      notes.push_back(std::move(*note));
    }
  }
  watch.before_modules(notes);
}

}  // namespace

const std::string* Emission::find(std::string_view suffix) const {
  for (const EmittedFile& file : files) {
    if (file.suffix == suffix) {
      return &file.content;
    }
  }
  return nullptr;
}

std::vector<std::uint32_t> words_of(std::string_view content) {
  std::vector<std::uint32_t> words(content.size() / sizeof(std::uint32_t));
  std::memcpy(words.data(), content.data(), words.size() * sizeof(std::uint32_t));
  return words;
}

Result<Emission> emit(const Library& library, const PlacedPlan& placed, const EmitOptions& options,
                      const ModuleWatch& watch, const EmissionMemos& memos) {
  LeafMemo* const leaves = memos.leaves;
  auto programs = lower_plan(library, placed, leaves != nullptr ? &leaves->lowered() : nullptr);
  if (!programs) {
    return failed(std::move(programs.error()));
  }
  Emission emission;
  emission.programs = std::move(*programs);
  emission.uniform_program = UniformProgram(library, placed);
  emission.material = placed.plan.material;
  emission.profile = placed.plan.profile;
  emission.defaults = placed.plan.defaults;
  emission.live_literals = placed.plan.live_literals;
  emission.stem = std::string(library.text(library.materials[placed.plan.material].name)) + "." +
                  std::string(library.text(library.profiles[placed.plan.profile].name));
  if (options.reflection || options.spirv || options.header) {
    emission.reflection = reflect(library, placed, emission.programs);
  }
  Diagnostics errors;
  for (const ShippedTarget& target : shipped_targets()) {
    if (is_printed(target, emission.programs, options)) {
      Diagnostics missing = missing_native_code(library, emission.programs, target.language());
      errors.insert(errors.end(), missing.begin(), missing.end());
      missing = unreadable_in_native_code(library, emission.programs, target.language());
      errors.insert(errors.end(), missing.begin(), missing.end());
      missing = missing_float16(library, placed, emission.programs, target.language());
      errors.insert(errors.end(), missing.begin(), missing.end());
    }
  }
  if (!errors.empty()) {
    normalize(errors);
    return failed(std::move(errors));
  }
  const std::vector<PrintedStage> stages =
      print_stages(library, placed.plan, emission.programs, options,
                   leaves != nullptr ? &leaves->printed() : nullptr);
  announce_modules(watch, emission, stages);
  for (const PrintedStage& stage : stages) {
    if (options.*stage.file.target->is_wanted) {
      emission.files.push_back({std::string(stage.file.suffix), stage.source()});
    }
  }
  if (options.spirv) {
    add_modules({library, placed.plan, watch, memos.modules}, stages, options, emission, errors);
  }
  if (errors.empty() && (options.reflection || options.header)) {
    describe(library, placed, options, emission, errors);
  }
  if (!errors.empty()) {
    return failed(std::move(errors));
  }
  return emission;
}

}  // namespace weft
