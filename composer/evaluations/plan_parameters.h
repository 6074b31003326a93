#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "composer/evaluations/plan.h"

// The parameters of a plan by position, as in ParameterEvaluation: those that the material
// declares, then the live literals that the composition was asked for.

namespace weft {

/// Null for a live literal.
inline const MaterialParameter* declared_parameter(const Library& library, const Plan& plan,
                                                   std::uint32_t position) {
  const auto& declared = library.materials[plan.material].parameters;
  return position < declared.size() ? &declared[position] : nullptr;
}

/// Null for a declared parameter.
inline const LiveLiteral* live_literal(const Library& library, const Plan& plan,
                                       std::uint32_t position) {
  const std::size_t declared = library.materials[plan.material].parameters.size();
  return position < declared ? nullptr : &plan.live_literals[position - declared];
}

inline std::size_t parameter_count(const Library& library, const Plan& plan) {
  return library.materials[plan.material].parameters.size() + plan.live_literals.size();
}

inline std::string_view parameter_name(const Library& library, const Plan& plan,
                                       std::uint32_t position) {
  const LiveLiteral* const live = live_literal(library, plan, position);
  return live != nullptr ? std::string_view(live->name)
                         : library.text(declared_parameter(library, plan, position)->name);
}

inline DataType parameter_data(const Library& library, const Plan& plan, std::uint32_t position) {
  const LiveLiteral* const live = live_literal(library, plan, position);
  return live != nullptr ? live->type : declared_parameter(library, plan, position)->type.data();
}

}  // namespace weft
