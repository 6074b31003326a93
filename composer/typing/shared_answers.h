#pragma once

#include <memory>

#include "composer/evaluations/library_facts.h"
#include "composer/typing/graph_template.h"
#include "composer/typing/planned_call_cache.h"
#include "conversions/cache.h"
#include "conversions/table/conversion_set.h"

namespace weft {

/// What a composition knows of its library alone: the conversions, the chains found among them and
/// the calls planned and graphs typed, which all compositions and threads share, and facts that it
/// borrows.
struct SharedAnswers {
  const ConversionSet& conversions;
  ConversionCache& chains;  ///< for conversions.table, without advice
  PlannedCallCache& calls;
  GraphTemplateCache& graphs;
  std::shared_ptr<LibraryFacts> facts;
};

}  // namespace weft
