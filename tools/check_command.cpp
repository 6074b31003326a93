#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "composer/checks/defined_features.h"
#include "composer/checks/unused_declarations.h"
#include "composer/compose.h"
#include "composer/elaborate/graph_interface.h"
#include "conversions/checks/check_conversions.h"
#include "fragments/model/lookups.h"
#include "support/json.h"
#include "tools/check_cache.h"
#include "tools/check_materials.h"
#include "tools/choice.h"
#include "tools/commands.h"
#include "tools/load_input.h"
#include "tools/plan_verification.h"

namespace weft::tools {
namespace {

/// Adds the errors of the file's own materials, for a library that has errors.
void add_material_errors(const Composer& composer, Diagnostics& diagnostics) {
  for (const MaterialId id : own_materials(composer.library())) {
    for (Diagnostic& diagnostic : check_material(composer, id)) {
      diagnostics.push_back(std::move(diagnostic));
    }
  }
}

/// Warns about declarations of the file's own materials that have no effect. Call it only without
/// errors: a misspelled name leaves its target unread. False if -Werror turns the warnings into
/// errors.
bool warn_of_unused(const Library& library, Report& report) {
  const std::vector<std::string_view> demanded = demanded_names(library);
  const bool had_errors = report.has_errors();
  for (const MaterialId id : own_materials(library)) {
    report.add(find_unused(library, id, demanded), library.sources);
  }
  return had_errors || !report.has_errors();
}

/// Checks the materials, graphs and conversions of the file itself; imported ones are checked with
/// their own file. Nothing if there are errors. `checks`: how many conversion checks were tried,
/// and how many were cache hits.
std::optional<CheckedMaterials> check_declarations(const Library& library,
                                                   const std::optional<std::string>& profile,
                                                   CheckMemory& memory, Report& report,
                                                   Json& checks) {
  const Composer composer(library);
  const Diagnostics of_graphs = check_graph_interfaces(library);
  report.add(of_graphs, library.sources);
  bool is_good = !has_errors(of_graphs);
  ConversionCheckOptions conversions;
  conversions.only = library.root_file;
  conversions.memory = &memory;
  DefinedFeatures definitions(composer);
  const ConversionChecks checked =
      check_conversions(library, composer.conversion_set(), definitions, conversions);
  checks = {{"tried", checked.tried}, {"remembered", checked.remembered}};
  report.add(checked.diagnostics, library.sources);
  is_good = is_good && !has_errors(checked.diagnostics);
  const std::optional<ProfileId> named =
      profile ? library.find_profile(*profile) : std::optional<ProfileId>();
  if (profile && !named) {
    report.add(unknown_profile(library, *profile));
    is_good = false;
  }
  CheckedMaterials materials = check_materials(composer, named, report);
  if (!is_good || !materials.is_good || !warn_of_unused(library, report)) {
    return std::nullopt;
  }
  return materials;
}

}  // namespace

void run(const CheckOptions& options, Report& report) {
  Json files = Json::array();
  const auto cache = options.no_cache ? std::nullopt : cache_directory(options.cache);
  CheckMemory memory = cache ? read_check_memory(*cache) : CheckMemory();
  for (const std::string& file : options.files) {
    const Input input({file, options.imports});
    LoadedLibrary loaded = load_for_profile(input, options.profile, options.verify);
    if (has_errors(loaded.diagnostics) && loaded.can_check_graphs && !loaded.unreadable) {
      // Report type errors in the same run.
      add_material_errors(Composer(loaded.library), loaded.diagnostics);
    }
    const bool is_whole = loaded.left_out.empty();
    const std::optional<Library> library = accept(std::move(loaded), report);
    if (!library) {
      continue;
    }
    Json checks;
    if (const auto checked =
            check_declarations(*library, options.profile, memory, report, checks)) {
      if (is_whole) {
        report.print(fmt::format("{}: no errors ({})\n", file, summary_of(*checked)));
        files.push_back({{"file", file},
                         {"materials", checked->materials},
                         {"composed", checked->composed},
                         {"profiles", checked->profiles},
                         {"graphs", checked->graphs},
                         {"conversion_checks", checks}});
      }
      if (options.verify) {
        verify_plans(*library, file, options.profile, report);
      }
    }
  }
  report.result()["files"] = files;  // those without errors
  if (cache) {
    write_check_memory(*cache, memory);
  }
}

}  // namespace weft::tools
