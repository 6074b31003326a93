#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "composer/check_conversions.h"
#include "composer/compose.h"
#include "composer/graph_interface.h"
#include "support/json.h"
#include "tools/check_cache.h"
#include "tools/commands.h"
#include "tools/load_input.h"
#include "tools/plan_verification.h"

namespace weft::tools {
namespace {

/// The messages about the materials of the file itself. How many materials there are.
int check_materials(const Composer& composer, Diagnostics& diagnostics) {
  const Library& library = composer.library();
  int count = 0;
  for (std::size_t i = 0; i < library.materials.size(); ++i) {
    const MaterialId id = library.materials.id_at(i);
    if (library.materials[id].span.file == library.root_file) {
      for (Diagnostic& diagnostic : check_material(composer, id)) {
        diagnostics.push_back(std::move(diagnostic));
      }
      ++count;
    }
  }
  return count;
}

/// Checks the materials and the conversions of the file itself; imported ones are checked where
/// they are declared. How many materials there are, or nothing if there are errors. `checks`: how
/// many checks of conversions were tried, and how many known to pass.
std::optional<int> check_declarations(const Library& library, CheckMemory& memory, Report& report,
                                      Json& checks) {
  const Composer composer(library);
  const Diagnostics of_graphs = check_graph_interfaces(library);
  report.add(of_graphs, library.sources);
  bool is_good = !has_errors(of_graphs);
  ConversionCheckOptions conversions;
  conversions.only = library.root_file;
  conversions.memory = &memory;
  const ConversionChecks checked = check_conversions(composer, conversions);
  checks = {{"tried", checked.tried}, {"remembered", checked.remembered}};
  report.add(checked.diagnostics, library.sources);
  is_good = is_good && !has_errors(checked.diagnostics);
  Diagnostics of_materials;
  const int count = check_materials(composer, of_materials);
  report.add(of_materials, library.sources);
  is_good = is_good && !has_errors(of_materials);
  return is_good ? std::optional(count) : std::nullopt;
}

}  // namespace

void run(const CheckOptions& options, Report& report) {
  Json files = Json::array();
  const auto cache = options.no_cache ? std::nullopt : cache_directory(options.cache);
  CheckMemory memory = cache ? read_check_memory(*cache) : CheckMemory();
  for (const std::string& file : options.files) {
    const Input input({file, options.imports});
    LoadedLibrary loaded = input.load();
    if (has_errors(loaded.diagnostics) && loaded.can_check_graphs && !loaded.unreadable) {
      // One run finds what is wrong with the types as well.
      check_materials(Composer(loaded.library), loaded.diagnostics);
    }
    const std::optional<Library> library = accept(std::move(loaded), report);
    if (!library) {
      continue;
    }
    Json checks;
    if (const std::optional<int> materials = check_declarations(*library, memory, report, checks)) {
      report.print(fmt::format("{}: no errors ({} material{})\n", file, *materials,
                               *materials == 1 ? "" : "s"));
      files.push_back({{"file", file}, {"materials", *materials}, {"conversion_checks", checks}});
      if (options.verify) {
        verify_plans(input, file, options.profile, report);
      }
    }
  }
  report.result()["files"] = files;  // those without errors
  if (cache) {
    write_check_memory(*cache, memory);
  }
}

}  // namespace weft::tools
