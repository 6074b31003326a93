#pragma once

#include <optional>
#include <string>

#include "conversions/search/search.h"
#include "fragments/model/library.h"
#include "fragments/model/trait_order.h"
#include "fragments/types/feature_set.h"
#include "support/result.h"

namespace weft {

/// A question to the search with all that is needed to put its answer into words.
struct ConversionQuery {
  const Library& library;
  const ConversionTable& table;
  SemanticType from;
  Demand to;
  TraitOrder order;  ///< in which types are printed
};

struct AnsweredQuery {
  ConversionQuery query;
  ConversionAnswer answer;  ///< with what else leads there
  FeatureSet available;     ///< to conversions
};

/// Which conversions lead from one type to another, both in canonical text
/// (`type:float3,use:normal,basis:world`). `features`: paths with commas between, those that a host
/// provides; features derived from them are available too. Without a list all features are
/// available. `library` and `table` must outlive the answer. Errors: `bad-type`, `unknown-trait`,
/// `unknown-type`, `unknown-feature`; that there is no conversion is an answer.
Result<AnsweredQuery> find_conversion_between(const Library& library, const ConversionTable& table,
                                              const std::string& from, const std::string& to,
                                              const std::optional<std::string>& features);

}  // namespace weft
