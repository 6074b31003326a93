#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "composer/compose.h"

namespace weft {

/// The value of a node of a material's graph.
struct TypedNode {
  NodeId node;
  SemanticType type;
  Rate rate = Rate::Constant;  ///< how often it changes, where every feature has its declared rate
  std::vector<FeatureId> needs;  ///< all features that it depends on, by id
};

/// The conversions on a link between two values.
struct TypedLink {
  Span span;             ///< of the value in the source
  std::string consumer;  ///< `ggx.n`
  SemanticType from;
  SemanticType to;
  std::int64_t difficulty = 0;
  std::vector<std::string> steps;  ///< names of conversions, in order
};

/// What is known of a material without a profile. Of equal links the first is listed.
struct TypedMaterial {
  MaterialId material;
  std::vector<TypedNode> nodes;  ///< by id; nodes with errors, and inside functions, are left out
  std::vector<TypedLink> links;  ///< sorted by place
};

/// Types a material's whole graph as check_material() does, for editors that show what the source
/// leaves out. Nodes with errors are left out, with everything that depends on them. As linear as
/// compose().
TypedMaterial type_material(const Composer& composer, MaterialId material);

}  // namespace weft
