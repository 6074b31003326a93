#pragma once

#include <optional>
#include <string>

#include "conversions/search/search.h"
#include "fragments/model/library.h"
#include "fragments/model/trait_order.h"
#include "fragments/types/feature_set.h"
#include "support/result.h"

namespace weft {

/// A search query with the context needed to print its answer.
struct ConversionQuery {
  const Library& library;
  const ConversionTable& table;
  SemanticType from;
  Demand to;
  TraitOrder order;  ///< the order in which types print their traits
};

struct AnsweredQuery {
  ConversionQuery query;
  ConversionAnswer answer;  ///< includes rejected alternatives
  FeatureSet available;     ///< to conversions
};

/// Finds the conversions between two types given as canonical text
/// (`type:float3,use:normal,basis:world`). `features`: a comma-separated list of features that a
/// host provides, extended by derived ones; without it all features are available. `library` and
/// `table` must outlive the answer. Errors: `bad-type`, `unknown-trait`, `unknown-type`,
/// `unknown-feature`. "No conversion" is an answer, not an error.
Result<AnsweredQuery> find_conversion_between(const Library& library, const ConversionTable& table,
                                              const std::string& from, const std::string& to,
                                              const std::optional<std::string>& features);

}  // namespace weft
