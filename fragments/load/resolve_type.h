#pragma once

#include <optional>
#include <vector>

#include "fragments/load/load_state.h"

namespace weft {

/// What names mean in the types of one signature (or of the inside of a graph).
struct SignatureScope {
  std::vector<FragmentTypeParameter> type_parameters;
  std::vector<NameId> trait_variables;
  bool declares_variables =
      true;  ///< a `?b` that was not mentioned before is a new variable, not an error
  bool declares_arrays =
      false;  ///< a `T[4]` that was not mentioned before is a new type parameter, not an error
  bool has_broken_arrays = false;  ///< what they mention is not known
};

struct ResolvedType {
  TypePattern pattern;
  bool is_broken = false;  ///< errors were reported
};

/// A type as written, with its variables. Errors: `unknown-type`, `unknown-trait`,
/// `duplicate-name`, `bad-declaration`, `out-of-range` (array sizes). `[]` is an error unless
/// `may_be_unsized`.
ResolvedType resolve_pattern(LoadState& state, const syntax::Module& module,
                             const syntax::TypeRef& type, SignatureScope& scope,
                             bool may_be_unsized = false);

/// A type without variables and conditions, as features, parameters and struct members have; `what`
/// names the thing that has it in messages (`a feature`). Nothing if there were errors.
std::optional<SemanticType> resolve_type(LoadState& state, const syntax::Module& module,
                                         const syntax::TypeRef& type, std::string_view what,
                                         bool may_be_unsized = false);

/// A type without variables; conditions are kept.
std::optional<Demand> resolve_demand(LoadState& state, const syntax::Module& module,
                                     const syntax::TypeRef& type, std::string_view what);

/// Fixed trait values, sorted by trait, as `as {…}` and conversions state them. Nothing if there
/// were errors.
std::optional<std::vector<TraitEntry>> resolve_entries(LoadState& state,
                                                       const syntax::Traits& traits,
                                                       std::string_view what);

/// The traits of a clause like `keeps {…}`, sorted; unknown ones are reported and left out.
std::vector<TraitId> resolve_traits(LoadState& state, const std::vector<syntax::Identifier>& names);

/// A data type by name: a plain one or a struct.
std::optional<DataType> find_named_type(const Library& library, NameId name);

/// The number of elements that an array size states; nothing (and an error) if it is none.
std::optional<std::uint32_t> resolve_array_size(LoadState& state, const syntax::Module& module,
                                                syntax::ExprId size);

void report_unknown_trait(LoadState& state, const syntax::Identifier& trait);
void report_unknown_value(LoadState& state, TraitId trait, const syntax::Identifier& value);
void report_unknown_type(LoadState& state, const syntax::Identifier& type,
                         const std::vector<FragmentTypeParameter>& type_parameters = {});
void report_unknown_feature(LoadState& state, const syntax::Path& path);

}  // namespace weft
