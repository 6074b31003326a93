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

/// What a generated header is made from, in whatever language. All references must outlive it.
struct HeaderSource {
  const Library& library;
  const PlacedPlan& placed;
  const Programs& programs;
  const Reflection& reflection;

  const ParameterDefaults& defaults() const { return placed.plan.defaults; }
  /// `worn_metal_forward`.
  std::string stem(std::string_view between) const;
  /// A sentence for header_head().
  std::string what() const;
};

std::string in_capitals(std::string text);

/// The comment at the top of a header: `what` it declares, the version of Weft, the `origin` to
/// edit (`material` or `profile`), and the license of generated code.
std::string header_head(std::string_view what, std::string_view origin);
/// Around what is generated: bodies may say what compilers find odd, such as `x = x`.
std::string_view warnings_begin();
std::string_view warnings_end();
/// Where a block is bound, and its size: `set 1, binding 0; 96 bytes`.
std::string place_of(const Block& block);
/// A comment behind a member: the feature that it holds, or that `update` computes it; or nothing.
std::string remark_on(const Library& library, const ValueSource& value,
                      std::string_view update = "update()");
/// The default of a parameter, of the type that it is declared with.
std::optional<Constant> default_of(const ParameterDefaults& defaults, const ValueSource& value);
/// The features and parameters that the results in a block depend on, with commas between.
std::string causes_of(const HeaderSource& source, const Block& block);

}  // namespace weft
