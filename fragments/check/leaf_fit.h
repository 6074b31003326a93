#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "fragments/check/check_context.h"

namespace weft {

/// Why a leaf does not take the arguments.
struct Misfit {
  Code code;
  Span span;
  std::string message;
  std::string hint = {};
};

/// How a leaf takes the arguments of a call.
struct Fit {
  FragmentId fragment;
  std::vector<std::optional<std::size_t>> argument_of_port;
  std::vector<DataType> type_arguments;
  int opposed = 0;  ///< functions of which the leaf states other traits: they are converted
  int widened = 0;  ///< literals that have to widen, defaults included; spreading costs nothing
  /// A port has a type or a default that was refused: whether the leaf fits is not known for sure,
  /// and type arguments may be void.
  bool follows_error = false;
};

/// Whether and how a leaf takes these arguments, by data types alone. Reports nothing; none of them
/// may be erroneous. `span`: of the call.
tl::expected<Fit, Misfit> match_leaf(const CheckContext& context, FragmentId leaf,
                                     const std::vector<CheckedArgument>& arguments, Span span);

/// Of those for which the fewest functions are converted, and then the fewest literals widen, those
/// that no other is more specific than.
std::vector<Fit> best_of(const CheckContext& context, std::vector<Fit> fits);

/// The data type that a port of a leaf has in a call that fits.
DataType port_type(const Fragment& leaf, const Fit& fit, std::size_t port);

/// `blend(a: T, b: T, t: float) -> T`
std::string signature_text(const CheckContext& context, const Fragment& leaf);

}  // namespace weft
