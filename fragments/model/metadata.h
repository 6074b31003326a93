#pragma once

#include <string>
#include <variant>
#include <vector>

#include "fragments/model/constant.h"
#include "support/interner.h"
#include "support/source.h"

namespace weft {

/// A value of metadata: `min: 0`, `label: "Paint"`, `filter: linear`.
struct MetaValue {
  NameId name;
  std::variant<double, std::string, NameId, Constant> value;
  Span span;
};
using MetaData = std::vector<MetaValue>;

}  // namespace weft
