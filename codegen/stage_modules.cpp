#include "codegen/stage_modules.h"

#include <cstring>

#include "codegen/module_refusal.h"
#include "codegen/native_fault.h"
#include "codegen/print/remarks.h"
#include "codegen/spirv/compare_reflection.h"
#include "support/content_hash.h"

namespace weft {
namespace {

/// A shader that includes the function and calls it, so that it can be compiled.
std::string with_caller(const std::string& text, const StageFunction& function,
                        const TargetLanguage& language, bool has_float16) {
  std::string out(language.version);
  out += has_float16 ? language.float16_extension : std::string_view();
  out += out.empty() ? "" : "#line 1\n";
  out += text;
  out += "\nvoid main()\n{\n";
  out += function.inputs.empty() ? "" : "    " + function.input_type + " inputs;\n";
  out += "    " + function.output_type + " outputs;\n    " + function.name;
  out += function.inputs.empty() ? "(outputs);\n}\n" : "(inputs, outputs);\n}\n";
  return out;
}

/// Remarks change with every line above them in the user's file, and the module does not depend on
/// them, unless it contains its source.
ContentHash content_of(const ModuleText& text) {
  ContentHasher hasher;
  hasher.add(text.file_name);
  hasher.add(text.debug_info ? std::uint64_t{1} : 0);
  hasher.add(text.debug_info ? text.source : without_remarks(text.source));
  return hasher.result();
}

/// The module's text. `source`: of the stage, with or without line directives.
ModuleText module_text(const Emission& emission, const StageFile& file, const std::string& source,
                       bool debug_info) {
  const auto& functions = emission.programs.interface.functions;
  ModuleText text{file.stage, file.target->modules, std::string(file.suffix), source, debug_info};
  if (functions) {
    text.source = with_caller(source, (*functions)[static_cast<std::size_t>(file.stage)],
                              file.language(), emission.programs.has_float16);
  }
  text.content = content_of(text);
  return text;
}

/// Compiles and validates `from`, which is `text`, with or without line directives.
Result<SpirvModule> compiled_module(const ModuleContext& context, const StageFile& file,
                                    const StageText& text, const ModuleText& from) {
  if (context.watch.before_module) {
    context.watch.before_module(file.suffix);
  }
  auto module = compile_module(from);
  if (module) {
    return std::move(*module);
  }
  ModuleRefusal refused = std::move(module.error());
  if (from.debug_info) {
    // Compile again without directives: the diagnostic needs line numbers of the plain text.
    const auto plain = compile_module({from.stage, from.language, from.file_name, text.text});
    refused = plain ? refused : plain.error();
  }
  return failed(refusal(context.library, context.plan, file, text, refused.log, refused.by));
}

/// The same; does not compile what the memo has.
Result<SpirvModule> module_of(const ModuleContext& context, const StageFile& file,
                              const StageText& text, const ModuleText& from) {
  if (context.memo == nullptr) {
    return compiled_module(context, file, text, from);
  }
  if (auto known = context.memo->find(from.content)) {
    return std::move(*known);
  }
  auto module = compiled_module(context, file, text, from);
  if (module) {
    context.memo->add(from.content, *module);
  }
  return module;
}

/// Checks that the module agrees with the reflection that the host will rely on.
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

/// Compiles the module of a stage. If native code is at fault, the error names it.
Result<SpirvModule> make_module(const ModuleContext& context, const Emission& emission,
                                const PrintedStage& stage, const ModuleText& own) {
  const StageFile& file = stage.file;
  const auto module_from = [&](const StageText& text,
                               const ModuleText& from) -> Result<SpirvModule> {
    auto module = module_of(context, file, text, from);
    if (module) {
      if (auto diagnostic = contradiction(emission.reflection, file, *module)) {
        return failed(std::move(*diagnostic));
      }
    }
    return module;
  };
  auto module = module_from(stage.text, own);
  if (module || module.error().front().code != Code::ShaderRefused) {
    return module;
  }
  const auto native = find_native_at_fault(
      context.library, context.plan, emission.programs, *stage.program, file.language(),
      [&](const StageText& tried) {
        return module_from(tried, module_text(emission, file, tried.text, false)).has_value();
      });
  if (native) {
    return failed(native_refusal(context.library, file, *native, module.error().front()));
  }
  return module;
}

}  // namespace

void add_modules(const ModuleContext& context, const std::vector<PrintedStage>& stages,
                 const EmitOptions& options, Emission& emission, Diagnostics& errors) {
  std::vector<ModuleText> texts;
  for (const PrintedStage& stage : stages) {
    texts.push_back(module_text(emission, stage.file, stage.source(), options.debug_lines));
    if (options.only_known_modules && context.memo != nullptr &&
        !context.memo->knows(texts.back().content)) {
      emission.missing_modules.push_back(texts.back());
    }
  }
  if (!emission.missing_modules.empty()) {
    return;
  }
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const auto module = make_module(context, emission, stages[i], texts[i]);
    if (!module) {
      errors.insert(errors.end(), module.error().begin(), module.error().end());
    } else if (!emission.programs.interface.functions) {
      emission.files.push_back({std::string(stages[i].file.suffix) + ".spv", bytes_of(*module)});
    }
  }
}

}  // namespace weft
