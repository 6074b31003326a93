#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "composer/compose.h"
#include "conversions/alternatives.h"
#include "fragments/library/disk_reader.h"
#include "tools/available_features.h"
#include "tools/commands.h"
#include "tools/conversion_report.h"
#include "tools/load_input.h"

namespace weft::tools {
namespace {

/// The files of -L first, so that messages speak of them; then what ships.
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

/// Of several meanings that are missing the one that is printed first.
void name_first_missing(const ConversionQuery& query, ConversionAnswer& answer) {
  const Lattice& lattice = query.library.lattice;
  const Demand decided = decide_conditions(query.to, query.from, lattice);
  for (std::size_t i = query.order.size(); answer.missing_meaning && i-- > 0;) {
    const TraitId trait = query.order[i];
    const bool is_demanded =
        std::any_of(decided.entries.begin(), decided.entries.end(),
                    [trait](const DemandEntry& entry) { return entry.trait == trait; });
    if (is_demanded && lattice.trait(trait).kind == TraitKind::Meaning &&
        !query.from.value(trait, lattice)) {
      answer.missing_meaning = trait;
    }
  }
}

template <typename T>
bool is_good(const Result<T>& result, Report& report) {
  if (!result) {
    report.add(result.error(), Sources());
  }
  return result.has_value();
}

}  // namespace

void run(const ConvertOptions& options, Report& report) {
  const std::optional<Library> library = load_conversions(options, report);
  if (!library) {
    return;
  }
  const Result<Demand> from = parse_type_text(options.from, library->lattice, library->names);
  const Result<Demand> to = parse_type_text(options.to, library->lattice, library->names);
  const Result<FeatureSet> features = options.features
                                          ? features_that_follow_from(*library, *options.features)
                                          : Result<FeatureSet>(all_features(*library));
  const bool all_good =
      static_cast<int>(is_good(from, report)) + is_good(to, report) + is_good(features, report) ==
      3;
  if (!all_good) {
    return;
  }
  const Composer composer(*library);
  const ConversionQuery query{*library, composer.conversions(), type_of(*from, library->lattice),
                              *to, traits_as_named(*library, {options.from, options.to})};
  ConversionAnswer answer =
      find_conversion(query.table, library->lattice, query.from, query.to, *features);
  name_first_missing(query, answer);
  answer.refused =
      find_alternatives(query.table, library->lattice, query.from, query.to, *features, answer);
  report.print(conversion_text(query, answer));
  report.result() = conversion_json(query, answer);
  report.add(conversion_failure(query, answer, *features), library->sources);
}

}  // namespace weft::tools
