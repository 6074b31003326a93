#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "fragments/check/leaf_fit.h"

namespace weft {

/// A value passed to a port whose type is a type parameter: an argument, or the port's default.
struct Arrival {
  DataType type;
  TypeSet types;  ///< all types it may have
  Span span;
  bool is_default = false;
  bool may_spread = false;  ///< a scalar may be broadcast to vectors and matrices

  bool is_undecided() const { return types != TypeSet::of(type); }
};

/// Explains why the type parameters cannot be bound: two values of different types for one
/// parameter, or a violated bound or relation. `arrivals` is indexed by port.
Misfit explain_types(const CheckContext& context, const Fragment& fragment,
                     const std::vector<std::optional<Arrival>>& arrivals, Span span);

}  // namespace weft
