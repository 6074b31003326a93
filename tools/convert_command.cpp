#include <string>
#include <vector>

#include "composer/compose.h"
#include "composer/explain/conversion_json.h"
#include "composer/explain/conversion_report.h"
#include "fragments/load/disk_reader.h"
#include "tools/commands.h"
#include "tools/load_input.h"

namespace weft::tools {
namespace {

/// Loads the files of -L first, so that messages refer to them, then the shipped ones.
std::optional<Library> load_conversions(const ConvertOptions& options, Report& report) {
  std::vector<std::string> roots = options.libraries;
  LoadOptions how = load_options(options.imports);
  how.no_shipped = options.no_shipped;
  if (!options.no_shipped) {
    const std::vector<std::string> shipped = shipped_files();
    roots.insert(roots.end(), shipped.begin(), shipped.end());
  }
  return accept(load_library(roots, DiskReader(), how), report);
}

}  // namespace

void run(const ConvertOptions& options, Report& report) {
  const std::optional<Library> library = load_conversions(options, report);
  if (!library) {
    return;
  }
  const Composer composer(*library);
  const Result<AnsweredQuery> answered = find_conversion_between(
      *library, composer.conversions(), options.from, options.to, options.features);
  if (!answered) {
    report.add(answered.error(), Sources());
    return;
  }
  report.print(conversion_text(answered->query, answered->answer));
  report.result() = conversion_json(answered->query, answered->answer);
  report.add(conversion_failure(answered->query, answered->answer, answered->available),
             library->sources);
}

}  // namespace weft::tools
