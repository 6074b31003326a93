#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "fragments/model/body.h"

namespace weft {

/// What a call of a function port is given where that is an element of an array, or a member of
/// one: `lights.direction[i]`, `scene.lamps[i].colour`.
struct ElementArgument {
  bool is_feature = false;             ///< else the array is a port's
  std::uint32_t array = 0;             ///< position in Body::features, or of the port
  std::vector<std::uint32_t> members;  ///< of the element, the outermost first

  friend bool operator==(const ElementArgument&, const ElementArgument&) = default;
};

/// One call of a function port.
struct ElementCall {
  std::optional<BodyExprId> index;  ///< with which all its elements are read
  std::vector<std::optional<ElementArgument>> arguments;
};

/// Per entry of Body::port_calls. Arguments that are read with another index than the first of them
/// are none. O(body).
std::vector<ElementCall> find_element_calls(const Body& body);

}  // namespace weft
