#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fragments/model/library.h"

namespace weft {

/// What the root file itself declares, in order of declaration. O(materials).
std::vector<MaterialId> own_materials(const Library& library);

/// A trait that the library declares, and a value of it, by name; nothing of what it does not have.
std::optional<TraitId> find_trait(const Library& library, std::string_view name);
std::optional<ValueId> find_value(const Library& library, std::optional<TraitId> trait,
                                  std::string_view name);

/// How a profile provides a feature; null if it does not. O(provided features).
const ProvidedFeature* find_provided(const Profile& profile, FeatureId feature);

/// The literal that an expression is, such as a default; null if it is another one. O(1).
const LiteralNode* find_literal(const Graph& expression);

/// Which parameter of a port's function an argument of a call is for: of an `eval` port those are
/// the features that it lists. O(features listed).
std::size_t parameter_of(const FragmentPort& port, const PortCall& call, std::size_t argument);

/// The data types that a leaf's results have under type arguments. O(results).
std::vector<DataType> result_types(const Fragment& leaf,
                                   const std::vector<DataType>& type_arguments);

/// For an unknown name that is the last word of features: `did you mean 'frame.time'?`, of at most
/// three, by path. Empty if it is of none. O(features).
std::string hint_at_features(const Library& library, std::string_view word);

/// What a declared bound holds, for hints: `color_like is float3, float4`; empty of others.
std::string declared_bound_text(const Library& library, const Bound& bound);

}  // namespace weft
