#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fragments/model/constant.h"
#include "fragments/model/graph.h"
#include "fragments/model/metadata.h"
#include "fragments/model/profile.h"
#include "fragments/types/semantic_type.h"
#include "support/interner.h"
#include "support/source.h"

namespace weft {

enum class ParameterKind { Plain, Static, Spec };

struct MaterialParameter {
  NameId name = NameId(0);
  ParameterKind kind = ParameterKind::Plain;
  SemanticType type;
  /// In the parameter's own type and encoding; textures have none.
  std::optional<Constant> default_value;
  MetaData meta;
  Span span;
  std::string doc;
};

/// What one step of a simulation hands to the next: a field over the threads.
struct MaterialState {
  TypePattern type;  ///< as declared
  /// What a compute profile demands for it, with the name, the place and the documentation of the
  /// state.
  ProfileDemand demand;
  NodeId step = NodeId(0);  ///< the StepNode
};

struct Material;
using MaterialId = Id<Material>;
struct Material {
  NameId name = NameId(0);
  std::vector<MaterialParameter> parameters;  ///< in order of declaration
  std::vector<MaterialState> states;          ///< of its simulations, in order of declaration
  Graph graph;  ///< includes bindings that no output uses: they are checked too
  Span span;
  std::string doc;
};

}  // namespace weft
