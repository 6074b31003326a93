#pragma once

#include <utility>

#include <tl/expected.hpp>

#include "support/diagnostic.h"

namespace weft {

/// A value, or the diagnostics that explain why there is none (then at least one is an error).
template <typename T>
using Result = tl::expected<T, Diagnostics>;

/// A failed Result of any type, from one or several diagnostics.
inline tl::unexpected<Diagnostics> failed(Diagnostics diagnostics) {
  return tl::unexpected<Diagnostics>(std::move(diagnostics));
}
inline tl::unexpected<Diagnostics> failed(Diagnostic diagnostic) {
  Diagnostics all;
  all.push_back(std::move(diagnostic));
  return tl::unexpected<Diagnostics>(std::move(all));
}

}  // namespace weft
