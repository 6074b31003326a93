#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "codegen/emit.h"
#include "tools/choice.h"
#include "tools/commands.h"
#include "tools/depfile.h"

namespace weft::tools {
namespace {

bool has_target(const ComposeOptions& options, const std::string& target) {
  return std::find(options.targets.begin(), options.targets.end(), target) != options.targets.end();
}

bool goes_to_standard_output(const ComposeOptions& options) {
  return !options.output || *options.output == "-";
}

/// Whether the options go together.
bool are_consistent(const ComposeOptions& options, Report& report) {
  if (has_target(options, "spirv") && goes_to_standard_output(options)) {
    report.refuse("-t spirv makes several binary files: say by -o DIR where to");
  }
  if ((options.dependencies || options.dependency_file) && goes_to_standard_output(options)) {
    report.refuse("-MD tells what files are made from: say by -o DIR where to");
  }
  return !report.has_errors();
}

EmitOptions emit_options(const ComposeOptions& options) {
  EmitOptions emit;
  emit.glsl = options.targets.empty() || has_target(options, "glsl");
  emit.hlsl = has_target(options, "hlsl");
  emit.spirv = has_target(options, "spirv");
  emit.reflection = options.reflect;
  emit.header = options.header;
  emit.debug_lines = options.debug_lines;
  return emit;
}

void give_texts(const Emission& emission, Report& report) {
  for (const EmittedFile& file : emission.files) {
    const std::string name = fmt::format("{}.{}", emission.stem, file.suffix);
    report.print(fmt::format("// --- {} ---\n{}", name, file.content));
    report.result()["outputs"].push_back({{"name", name}, {"text", file.content}});
  }
}

void give_files(const ComposeOptions& options, const Library& library, const Emission& emission,
                Report& report) {
  const std::filesystem::path folder = *options.output;
  std::vector<std::string> paths;
  for (const EmittedFile& file : emission.files) {
    const std::string name = fmt::format("{}.{}", emission.stem, file.suffix);
    paths.push_back((folder / name).string());
    report.result()["outputs"].push_back({{"name", name}, {"path", paths.back()}});
    report.write({paths.back(), file.content});
  }
  if (options.dependencies || options.dependency_file) {
    const std::string path =
        options.dependency_file.value_or((folder / (emission.stem + ".d")).string());
    report.write({path, depfile_text(paths, library.files_read)});
    report.result()["dependencies"] = {{"path", path}, {"files", library.files_read}};
  }
}

}  // namespace

void run(const ComposeOptions& options, Report& report) {
  if (!are_consistent(options, report)) {
    return;
  }
  const std::optional<Composed> composed =
      compose_chosen(options.input, options.choice, options.values, report);
  if (!composed) {
    return;
  }
  const Library& library = composed->choice.library;
  const Result<Emission> emission = emit(library, composed->placed, emit_options(options));
  if (!emission) {
    report.add(emission.error(), library.sources);
    return;
  }
  report.result()["material"] = library.text(library.materials[composed->choice.material].name);
  report.result()["profile"] = library.text(library.profiles[composed->choice.profile].name);
  report.result()["outputs"] = Json::array();
  if (goes_to_standard_output(options)) {
    give_texts(*emission, report);
  } else {
    give_files(options, library, *emission, report);
  }
}

}  // namespace weft::tools
