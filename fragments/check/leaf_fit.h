#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "fragments/check/check_context.h"

// Overload resolution for calls of leaves from bodies. A candidate is matched in three steps:
// arguments are assigned to ports by position or name, the type parameters are bound (by the solver
// of fragments/solver, except in the simplest cases), and each argument is compared with the type
// of its port. Fitting candidates are then ranked by the conversions they need, and last by
// specificity.

namespace weft {

/// The reason why a leaf does not accept the arguments, as the parts of a diagnostic.
struct Misfit {
  Code code;
  Span span;
  std::string message;
  std::string hint = {};
};

/// How a leaf accepts the arguments of a call.
struct Fit {
  FragmentId fragment;
  std::vector<std::optional<std::uint32_t>> argument_of_port;
  std::vector<DataType> type_arguments;
  int opposed = 0;  ///< number of function arguments whose traits conflict and have to be converted
  int widened = 0;  ///< number of literals that widen, defaults included; broadcasting is free
  /// A port has an erroneous type or default: the fit is uncertain, and type arguments may be void.
  bool follows_error = false;
};

/// Matches the arguments against a leaf, by data types only, and binds its type parameters. Reports
/// nothing; no argument may be erroneous. `span` is that of the call.
tl::expected<Fit, Misfit> match_leaf(const CheckContext& context, FragmentId leaf,
                                     const std::vector<CheckedArgument>& arguments, Span span);

/// The best overload candidates: those with the fewest converted functions, then the fewest widened
/// literals, without those for which a more specific candidate remains.
std::vector<Fit> best_of(const CheckContext& context, std::vector<Fit> fits);

/// The data type of a leaf's port in a fitting call.
DataType port_type(const Fragment& leaf, const Fit& fit, std::size_t port);

/// For hints: `blend(a: T, b: T, t: float) -> T`.
std::string signature_text(const CheckContext& context, const Fragment& leaf);

}  // namespace weft
