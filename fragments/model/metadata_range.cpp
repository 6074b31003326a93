#include "fragments/model/metadata_range.h"

#include <cstdint>
#include <cstring>
#include <string_view>
#include <variant>

namespace weft {

double component_of(const Constant& value, std::size_t at) {
  std::uint32_t bits = value.bits[at];
  switch (value.type.scalar_kind()) {
    case Scalar::Float: {
      float number = 0;
      std::memcpy(&number, &bits, sizeof number);
      return static_cast<double>(number);
    }
    case Scalar::Int:
      return static_cast<double>(static_cast<std::int32_t>(bits));
    case Scalar::Uint:
    case Scalar::Bool:
      return static_cast<double>(bits);
  }
  return 0;
}

double bound_of(const MetaValue& bound, std::size_t at) {
  const double* number = std::get_if<double>(&bound.value);
  return number ? *number : component_of(std::get<Constant>(bound.value), at);
}

const MetaValue* find_broken_bound(const Library& library, const MetaData& meta,
                                   const Constant& value) {
  for (const MetaValue& bound : meta) {
    std::string_view name = library.text(bound.name);
    if (name != "min" && name != "max") {
      continue;
    }
    for (std::size_t i = 0; i < value.bits.size(); ++i) {
      double number = component_of(value, i);
      bool is_inside = name == "min" ? number >= bound_of(bound, i) : number <= bound_of(bound, i);
      if (!is_inside) {
        return &bound;
      }
    }
  }
  return nullptr;
}

}  // namespace weft
