#include "composer/explain/conversion_query.h"

#include <algorithm>
#include <utility>

#include "composer/elaborate/available_features.h"
#include "conversions/search/alternatives.h"

namespace weft {
namespace {

/// If several meanings are missing, names the one that types print first.
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

}  // namespace

Result<AnsweredQuery> find_conversion_between(const Library& library, const ConversionTable& table,
                                              const std::string& from, const std::string& to,
                                              const std::optional<std::string>& features) {
  Result<Demand> source = parse_type_text(from, library.lattice, library.names);
  Result<Demand> target = parse_type_text(to, library.lattice, library.names);
  Result<FeatureSet> available = features ? features_that_follow_from(library, *features)
                                          : Result<FeatureSet>(all_features(library));
  Diagnostics errors;
  const auto add_errors = [&errors](const auto& result) {
    if (!result) {
      errors.insert(errors.end(), result.error().begin(), result.error().end());
    }
  };
  add_errors(source);
  add_errors(target);
  add_errors(available);
  if (!errors.empty()) {
    return failed(std::move(errors));
  }
  AnsweredQuery answered{{library, table, type_of(*source, library.lattice), std::move(*target),
                          traits_as_named(library, {from, to})},
                         {},
                         std::move(*available)};
  const ConversionQuery& query = answered.query;
  answered.answer =
      find_conversion(table, library.lattice, query.from, query.to, answered.available);
  name_first_missing(query, answered.answer);
  answered.answer.refused = find_alternatives(table, library.lattice, query.from, query.to,
                                              answered.available, answered.answer);
  return answered;
}

}  // namespace weft
