#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fragments/model/constant.h"
#include "fragments/model/graph.h"
#include "fragments/model/metadata.h"
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

struct Material;
using MaterialId = Id<Material>;
struct Material {
  NameId name = NameId(0);
  std::vector<MaterialParameter> parameters;  ///< in order of declaration
  Graph graph;  ///< includes bindings that no output uses: they are checked too
  Span span;
  std::string doc;
};

}  // namespace weft
