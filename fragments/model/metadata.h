#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "fragments/model/constant.h"
#include "support/interner.h"
#include "support/source.h"

namespace weft {

/// A value that an integer may have, of `enum`.
struct EnumChoice {
  NameId name;
  std::int64_t value = 0;
};

/// A value of metadata: `min: 0`, `label: "Paint"`, `filter: linear`, `enum: one_of(low, high)`.
struct MetaValue {
  NameId name;
  std::variant<double, std::string, NameId, Constant, std::vector<EnumChoice>> value;
  Span span;
};
using MetaData = std::vector<MetaValue>;

}  // namespace weft
