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
#include "codegen/native_fault.h"
#include "codegen/print/remarks.h"
#include "codegen/spirv/compare_reflection.h"
#include "codegen/spirv/spirv.h"
#include "codegen/stage_files.h"
#include "support/content_hash.h"

namespace weft {
namespace {

// The first line number after the file name in the compiler's log: `FILE:LINE: error: …`.
std::optional<std::size_t> first_line(const std::string& log, std::string_view file) {
  const std::size_t at = log.find(std::string(file) + ":");
  if (at == std::string::npos) {
    return std::nullopt;
  }
  std::size_t line = 0;
  for (std::size_t i = at + file.size() + 1; i < log.size() && log[i] >= '0' && log[i] <= '9';
       ++i) {
    line = line * 10 + static_cast<std::size_t>(log[i] - '0');
  }
  return line == 0 ? std::nullopt : std::optional(line);
}

std::string_view first_words(const std::string& log) {
  return std::string_view(log).substr(0, log.find('\n'));
}

// Attributes an error inside native code to its author instead of to Weft.
void blame_native(const Library& library, const Fragment& fragment, const StageFile& file,
                  std::string_view by, Diagnostic& diagnostic) {
  const std::string_view language = file.language().name;
  for (const NativeCode& native : fragment.natives()) {
    if (library.text(native.language) == language) {
      diagnostic.code = Code::NativeRefused;
      diagnostic.message = "the native " + std::string(language) + " of '" + diagnostic.node +
                           "' was refused by " + std::string(by);
      diagnostic.hint.clear();
    }
  }
}

// The error for native code that is at fault although the log's line is elsewhere.
Diagnostic native_refusal(const Library& library, const StageFile& file, FragmentId at_fault,
                          const Diagnostic& refused) {
  const Fragment& fragment = library.fragments[at_fault];
  Diagnostic diagnostic = error_at(Code::NativeRefused, fragment.span, "");
  diagnostic.node = std::string(library.text(fragment.name));
  const std::string_view language = file.language().name;
  diagnostic.message = fmt::format(
      "with the native {} of '{}' the generated {} is refused, and without it it is not", language,
      diagnostic.node, file.suffix);
  diagnostic.hint = fmt::format(
      "native code is whole: one function named '{}' with the ports as its parameters, and what it "
      "calls",
      diagnostic.node);
  diagnostic.notes = refused.notes;
  return diagnostic;
}

// The error for a rejected stage, with what the user needs to locate it and what a Weft developer
// needs to fix it.
Diagnostic refusal(const Library& library, const Plan& plan, const StageFile& file,
                   const StageText& text, const std::string& log, std::string_view by) {
  Diagnostic diagnostic =
      error(Code::ShaderRefused,
            std::string("the generated ") + std::string(file.suffix) + " was refused by " +
                std::string(by) + ", which is a defect of Weft",
            "please report it together with the source");
  const std::optional<std::size_t> line = first_line(log, file.suffix);
  const std::vector<LineOrigin> lines = line_origins(text.text, text.marks);
  if (line && *line <= lines.size()) {
    const LineOrigin& origin = lines[*line - 1];
    if (origin.evaluation) {
      const Origin& place = plan.evaluations[*origin.evaluation].origin;
      diagnostic.node = place.name;
      diagnostic.span = place.span;
    } else if (origin.fragment) {
      const Fragment& fragment = library.fragments[*origin.fragment];
      diagnostic.node = std::string(library.text(fragment.name));
      diagnostic.span = fragment.span;
      blame_native(library, fragment, file, by, diagnostic);
    }
    std::size_t begin = 0;
    for (std::size_t i = 1; i < *line; ++i) {
      begin = text.text.find('\n', begin) + 1;
    }
    diagnostic.notes.push_back(
        {"the refused line: " + text.text.substr(begin, text.text.find('\n', begin) - begin), {}});
  }
  diagnostic.notes.push_back({"the first message: " + std::string(first_words(log)), {}});
  return diagnostic;
}

// A shader that includes the function and calls it, so that it can be compiled.
std::string with_caller(const std::string& text, const StageFunction& function,
                        const TargetLanguage& language) {
  std::string out(language.version);
  out += out.empty() ? "" : "#line 1\n";
  out += text;
  out += "\nvoid main()\n{\n";
  out += function.inputs.empty() ? "" : "    " + function.input_type + " inputs;\n";
  out += "    " + function.output_type + " outputs;\n    " + function.name;
  out += function.inputs.empty() ? "(outputs);\n}\n" : "(inputs, outputs);\n}\n";
  return out;
}

tl::expected<SpirvModule, std::string> compile(const StageFile& file, const std::string& text,
                                               bool debug_info) {
  SpirvOptions options;
  options.file_name = std::string(file.suffix);
  options.debug_info = debug_info;
  return file.target->modules == ShadingLanguage::Glsl ? compile_glsl(file.stage, text, options)
                                                       : compile_hlsl(file.stage, text, options);
}

// What the modules of an emission are made from.
struct ModuleSource {
  const Library& library;
  const Plan& plan;
  const ModuleWatch& watch;
  ModuleMemo* memo;  // may be null
};

// Remarks change with every line above them in the user's file, and the module does not depend on
// them, unless it contains its source.
ContentHash content_of(const StageFile& file, const std::string& source, bool debug_info) {
  ContentHasher hasher;
  hasher.add(file.suffix);
  hasher.add(debug_info ? std::uint64_t{1} : 0);
  hasher.add(debug_info ? source : without_remarks(source));
  return hasher.result();
}

// Compiles and validates. `source` is the stage's text, with or without line directives.
Result<SpirvModule> compiled_module(const ModuleSource& from, const StageFile& file,
                                    const StageText& text, const std::string& source,
                                    bool debug_info) {
  if (from.watch.before_module) {
    from.watch.before_module(file.suffix);
  }
  auto module = compile(file, source, debug_info);
  if (!module) {
    // Compile again without directives: the diagnostic needs line numbers of the plain text.
    const auto plain = debug_info ? compile(file, text.text, false) : module;
    return failed(
        refusal(from.library, from.plan, file, text, (plain ? module : plain).error(), "glslang"));
  }
  if (const auto valid = validate_spirv(*module); !valid) {
    return failed(refusal(from.library, from.plan, file, text, valid.error(), "spirv-val"));
  }
  return std::move(*module);
}

// The same; does not compile what the memo has.
Result<SpirvModule> module_of(const ModuleSource& from, const StageFile& file,
                              const StageText& text, const std::string& source, bool debug_info) {
  if (from.memo == nullptr) {
    return compiled_module(from, file, text, source, debug_info);
  }
  const ContentHash content = content_of(file, source, debug_info);
  if (auto known = from.memo->find(content)) {
    return std::move(*known);
  }
  auto module = compiled_module(from, file, text, source, debug_info);
  if (module) {
    from.memo->add(content, *module);
  }
  return module;
}

// Checks that the module agrees with the reflection that the host will rely on.
std::optional<Diagnostic> contradiction(const Reflection& ours, const StageFile& file,
                                        const SpirvModule& module) {
  const ShadingLanguage language = file.target->modules;
  const auto theirs = reflect_spirv(module, language);
  const std::vector<std::string> differences =
      theirs ? compare_reflection(ours, file.stage, language, *theirs)
             : std::vector<std::string>{theirs.error()};
  if (differences.empty()) {
    return std::nullopt;
  }
  Diagnostic diagnostic = error(Code::ShaderRefused,
                                "the reflection of " + std::string(file.suffix) +
                                    " differs from its module, which is a defect of Weft",
                                "please report it together with the source");
  for (const std::string& difference : differences) {
    diagnostic.notes.push_back({difference, {}});
  }
  return diagnostic;
}

std::string bytes_of(const SpirvModule& module) {
  std::string bytes(module.words.size() * sizeof(std::uint32_t), '\0');
  std::memcpy(bytes.data(), module.words.data(), bytes.size());
  return bytes;
}

Diagnostics missing_native_code(const Library& library, const Programs& programs,
                                const TargetLanguage& language) {
  Diagnostics missing;
  const auto look = [&](const Program& program) {
    for (const Function& function : program.functions) {
      if (!function.natives.empty() && find_native(function, language.name) == nullptr) {
        const Fragment& fragment = library.fragments[function.fragment];
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
  if (options.header) {
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

/// Compiles the module of a stage. If native code is at fault, the error names it.
Result<SpirvModule> make_module(const ModuleSource& from, const Emission& emission,
                                const PrintedStage& stage, bool debug_lines) {
  const StageFile& file = stage.file;
  const auto& functions = emission.programs.interface.functions;
  const auto module_from = [&](const StageText& text, const std::string& source,
                               bool debug_info) -> Result<SpirvModule> {
    const std::string whole =
        functions ? with_caller(source, (*functions)[static_cast<std::size_t>(file.stage)],
                                file.language())
                  : source;
    auto module = module_of(from, file, text, whole, debug_info);
    if (module) {
      if (auto diagnostic = contradiction(emission.reflection, file, *module)) {
        return failed(std::move(*diagnostic));
      }
    }
    return module;
  };
  auto module = module_from(stage.text, stage.source(), debug_lines);
  if (module || module.error().front().code != Code::ShaderRefused) {
    return module;
  }
  const auto native = find_native_at_fault(
      from.library, from.plan, emission.programs, *stage.program, file.language(),
      [&](const StageText& tried) { return module_from(tried, tried.text, false).has_value(); });
  if (native) {
    return failed(native_refusal(from.library, file, *native, module.error().front()));
  }
  return module;
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
    if (is_printed(target, options)) {
      Diagnostics missing = missing_native_code(library, emission.programs, target.language());
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
  std::vector<EmittedFile> modules;
  for (const PrintedStage& stage : stages) {
    const StageFile& file = stage.file;
    if (options.spirv) {
      const auto module = make_module({library, placed.plan, watch, memos.modules}, emission, stage,
                                      options.debug_lines);
      if (!module) {
        errors.insert(errors.end(), module.error().begin(), module.error().end());
      } else if (!emission.programs.interface.functions) {
        modules.push_back({std::string(file.suffix) + ".spv", bytes_of(*module)});
      }
    }
    if (options.*file.target->is_wanted) {
      emission.files.push_back({std::string(file.suffix), stage.source()});
    }
  }
  if (!errors.empty()) {
    return failed(std::move(errors));
  }
  for (EmittedFile& module : modules) {
    emission.files.push_back(std::move(module));
  }
  if (options.reflection || options.header) {
    describe(library, placed, options, emission, errors);
    if (!errors.empty()) {
      return failed(std::move(errors));
    }
  }
  return emission;
}

}  // namespace weft
