#pragma once

#include <optional>
#include <vector>

#include "fragments/load/load_state.h"

namespace weft {

/// The scope of type and trait variables for the types of one signature (or of the inside of a
/// graph).
struct SignatureScope {
  std::vector<FragmentTypeParameter> type_parameters;
  std::vector<NameId> trait_variables;
  /// A new `?b` declares a variable; otherwise it is an error.
  bool declares_variables = true;
  /// A new `T[4]` declares a type parameter; otherwise it is an error.
  bool declares_arrays = false;
  bool has_broken_arrays = false;  ///< some arrays refer to unknown names
};

struct ResolvedType {
  TypePattern pattern;
  bool is_broken = false;  ///< errors were reported
};

/// Resolves a type as written, with its variables. Errors: `unknown-type`, `unknown-trait`,
/// `duplicate-name`, `bad-declaration`, `out-of-range` (array sizes). `[]` is an error unless
/// `may_be_unsized`.
ResolvedType resolve_pattern(LoadState& state, const syntax::Module& module,
                             const syntax::TypeRef& type, SignatureScope& scope,
                             bool may_be_unsized = false);

/// Resolves a type without variables and conditions, as for features, parameters and struct
/// members; `what` names its owner in messages (`a feature`). Empty on errors.
std::optional<SemanticType> resolve_type(LoadState& state, const syntax::Module& module,
                                         const syntax::TypeRef& type, std::string_view what,
                                         bool may_be_unsized = false);

/// Resolves a type without variables; conditions are kept.
std::optional<Demand> resolve_demand(LoadState& state, const syntax::Module& module,
                                     const syntax::TypeRef& type, std::string_view what);

/// Resolves fixed trait values, as in `as {…}` and conversions, sorted by trait. Empty on errors.
std::optional<std::vector<TraitEntry>> resolve_entries(LoadState& state,
                                                       const syntax::Traits& traits,
                                                       std::string_view what);

/// Resolves the traits of a clause like `keeps {…}`, sorted; unknown ones are reported and left
/// out.
std::vector<TraitId> resolve_traits(LoadState& state, const std::vector<syntax::Identifier>& names);

/// Looks up a data type by name: a built-in one or a struct that the file sees.
std::optional<DataType> find_named_type(const Library& library, NameId name, FileId from);

/// Evaluates an array size; reports an error and returns nothing if it is invalid.
std::optional<std::uint32_t> resolve_array_size(LoadState& state, const syntax::Module& module,
                                                syntax::ExprId size);

void report_unknown_trait(LoadState& state, const syntax::Identifier& trait);
void report_unknown_value(LoadState& state, TraitId trait, const syntax::Identifier& value);
void report_unknown_type(LoadState& state, const syntax::Identifier& type,
                         const std::vector<FragmentTypeParameter>& type_parameters = {});
void report_unknown_feature(LoadState& state, const syntax::Path& path);

}  // namespace weft
