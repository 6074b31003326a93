#include "codegen/ir/type_order.h"

#include <compare>
#include <cstdint>
#include <vector>

namespace weft {

int TypeOrder::compare(DataType a, DataType b) const {
  const auto sign = [](std::strong_ordering order) {
    return order == std::strong_ordering::less ? -1 : order == std::strong_ordering::equal ? 0 : 1;
  };
  const auto sizes_of = [this](DataType type) {
    std::vector<std::uint32_t> sizes;
    for (; type.is_array(); type = types_->array(type).element) {
      sizes.push_back(types_->array(type).size);
    }
    return sizes;
  };
  const int held = sign(types_->innermost(a) <=> types_->innermost(b));
  if (held != 0) {
    return held;
  }
  const std::vector<std::uint32_t> of_a = sizes_of(a);
  const std::vector<std::uint32_t> of_b = sizes_of(b);
  if (of_a.size() != of_b.size()) {
    return of_a.size() < of_b.size() ? -1 : 1;
  }
  return of_a < of_b ? -1 : of_b < of_a ? 1 : 0;
}

}  // namespace weft
