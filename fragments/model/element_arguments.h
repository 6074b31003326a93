#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "fragments/model/body.h"

// Finds calls of function ports whose arguments are elements of arrays, read with one common index,
// as in `each with (light.direction: lights.direction[i])`. A function whose parameter is always an
// element of the same array can take the index instead and read the array itself
// (composer/elaborate/given_elements.h).

namespace weft {

/// An argument of a function port's call that reads an array element, or a member of one:
/// `lights.direction[i]`, `scene.lamps[i].color`.
struct ElementArgument {
  bool is_feature = false;             ///< else the array is a port
  std::uint32_t array = 0;             ///< position in Body::features, or the index of the port
  std::vector<std::uint32_t> members;  ///< member path within the element, outermost first

  friend bool operator==(const ElementArgument&, const ElementArgument&) = default;
};

/// The array elements passed to one call of a function port.
struct ElementCall {
  std::optional<BodyExprId> index;  ///< the common index of all its elements
  std::vector<std::optional<ElementArgument>> arguments;
};

/// Returns one entry per element of Body::port_calls. An argument whose index differs from that of
/// the call's first element counts as an ordinary one. O(body).
std::vector<ElementCall> find_element_calls(const Body& body);

}  // namespace weft
