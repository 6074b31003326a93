#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "fragments/check/leaf_fit.h"

namespace weft {

/// What meets a type parameter at a port: an argument, or the port's default.
struct Arrival {
  DataType type;
  TypeSet types;  ///< all that it may become
  Span span;
  bool is_default = false;
  bool may_spread = false;  ///< a scalar stands for vectors and matrices, too

  bool is_undecided() const { return types != TypeSet::of(type); }
};

/// Why what arrives binds no types: two that cannot be one, or what has to be tied and cannot.
/// `arrivals`: per port.
Misfit explain_types(const CheckContext& context, const Fragment& fragment,
                     const std::vector<std::optional<Arrival>>& arrivals, Span span);

}  // namespace weft
