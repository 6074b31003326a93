#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fragments/model/library.h"

namespace weft {

/// The materials that the root file itself declares, in order of declaration. O(materials).
std::vector<MaterialId> own_materials(const Library& library);

/// The struct of that name, if the file sees it: a struct of an importer is none for what is
/// imported. Expected O(1).
std::optional<DataType> find_struct(const Library& library, NameId name, FileId from);

/// Looks up a trait, or a value of it, by name; empty if the library does not have it.
std::optional<TraitId> find_trait(const Library& library, std::string_view name);
std::optional<ValueId> find_value(const Library& library, std::optional<TraitId> trait,
                                  std::string_view name);

/// Returns how a profile provides a feature; null if it does not. O(provided features).
const ProvidedFeature* find_provided(const Profile& profile, FeatureId feature);

/// Returns the entry of that name, or null. O(entries).
const MetaValue* find_metadata(const Library& library, const MetaData& meta, std::string_view name);

/// Returns the literal if the expression is one (such as a default), else null. O(1).
const LiteralNode* find_literal(const Graph& expression);

/// Returns the parameter of a port's function that an argument of a call is for; for an `eval`
/// port, the index among the features that it lists. O(features listed).
std::size_t parameter_of(const FragmentPort& port, const PortCall& call, std::size_t argument);

/// Returns the data types of a leaf's results under type arguments. O(results).
std::vector<DataType> result_types(const Fragment& leaf,
                                   const std::vector<DataType>& type_arguments);

/// Suggests features whose last word is the unknown name `word`: `did you mean 'frame.time'?`, at
/// most three, by path. Empty if there is none. O(features).
std::string hint_at_features(const Library& library, std::string_view word);

/// Lists the types of a declared bound, for hints: `color_like is float3, float4`; empty for other
/// bounds.
std::string declared_bound_text(const Library& library, const Bound& bound);

}  // namespace weft
