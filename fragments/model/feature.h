#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fragments/model/graph.h"
#include "fragments/model/metadata.h"
#include "fragments/types/rate.h"
#include "fragments/types/semantic_type.h"
#include "support/source.h"

namespace weft {

struct Feature {
  NameId path;    ///< `view.to_world`
  NameId space;   ///< `view`
  NameId member;  ///< `to_world`: everything after the first dot
  SemanticType type;
  Rate rate = Rate::Constant;
  /// Derived features: used where a profile does not provide the feature.
  std::optional<Graph> definition;
  Span span;
  std::string doc;
  /// The features anchored to this one: where this one is injected they are unavailable, unless
  /// they are injected too, or have a definition that reads the injected value. In order of
  /// declaration.
  std::vector<FeatureId> anchored = {};
  MetaData meta = {};  ///< of textures: their sampler
  /// Whether the declaration states traits, if only defaults, which `type` leaves out. A feature
  /// without takes values of any meaning.
  bool states_traits = false;
};

}  // namespace weft
