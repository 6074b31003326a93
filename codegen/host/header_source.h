#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/host/host_program.h"
#include "codegen/interface/reflection.h"
#include "composer/evaluations/plan.h"

namespace weft {

/// Per parameter of a material.
using ParameterDefaults = std::vector<std::optional<Constant>>;

/// The sources of a generated header, in either language. All references must outlive it.
struct HeaderSource {
  const Library& library;
  const PlacedPlan& placed;
  const Programs& programs;
  const Reflection& reflection;

  const ParameterDefaults& defaults() const { return placed.plan.defaults; }
  /// `worn_metal_forward`, joined by `between`.
  std::string stem(std::string_view between) const;
  /// The sentence for header_head().
  std::string what() const;
};

/// The comment at the top of a header: `what` it declares, the version of Weft, the `origin` to
/// edit (`material` or `profile`), and the license of generated code.
std::string header_head(std::string_view what, std::string_view origin);
/// The text between pragmas that suppress warnings about legal but odd bodies, such as `x = x`, and
/// about long strings; unchanged if it has neither.
std::string without_warnings(const std::string& text, bool has_functions);
/// A block's binding and size: `set 1, binding 0; 96 bytes`.
std::string place_of(const Block& block);
/// A trailing comment for a member: the feature it holds, or that `update` computes it. Empty for
/// parameters.
std::string remark_on(const Library& library, const ValueSource& value,
                      std::string_view update = "update()");
/// The default of a parameter, in its declared type.
std::optional<Constant> default_of(const ParameterDefaults& defaults, const ValueSource& value);
/// The features and parameters that the block's members depend on, separated by commas.
std::string causes_of(const HeaderSource& source, const Block& block);

}  // namespace weft
