#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "composer/compose.h"

namespace weft {

/// The value of a node of a graph.
struct TypedNode {
  NodeId node;
  SemanticType type;
  /// How often it changes, where every feature has its declared rate. Nothing if that depends on
  /// what the graph is given.
  std::optional<Rate> rate;
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

/// What is known of a graph without a profile. Of equal links the first is listed.
struct TypedValues {
  std::vector<TypedNode> nodes;  ///< by id; nodes with errors, and inside functions, are left out
  std::vector<TypedLink> links;  ///< sorted by place
};

/// Types a material's whole graph as check_material() does, for editors that show what the source
/// leaves out. Nodes with errors are left out, with everything that depends on them. As linear as
/// compose().
TypedValues type_material(const Composer& composer, MaterialId material);

/// As above for a material outside the library, made to try something. `static_values`: per
/// parameter, where known.
TypedValues type_values(const Composer& composer, const Material& material,
                        std::vector<std::optional<Constant>> static_values);

/// Whether two links read a value at the same place for the same consumer.
bool is_same_place(const TypedLink& a, const TypedLink& b);

}  // namespace weft
