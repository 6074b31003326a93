#pragma once

#include <optional>
#include <span>

#include "fragments/check/check_context.h"

namespace weft {

/// Checks a single name: a local, a port or a named constant. Errors: `unknown-name`, and
/// `type-mismatch` for a name without a value.
CheckedValue check_name(CheckContext& context, NameId name, Span span);

/// Checks a name that may be one of the choices of a port or parameter: a local or port of that
/// name comes first. Errors: those of value_of_choice.
CheckedValue check_choice(CheckContext& context, NameId name, Span span,
                          const std::vector<ChoiceList>& lists);

/// Checks `name.m1.m2…`. Unless the name is a local or port, the longest prefix that is a feature's
/// path is that feature; the rest are members. O(number of members). Errors: those of check_name
/// and check_member, `unknown-feature`.
CheckedValue check_path(CheckContext& context, NameId name, Span name_span,
                        std::span<const syntax::Identifier> members);

/// Checks `object.member`: a named result of a call, a member of a struct, or a swizzle of a scalar
/// or vector (xyzw, rgba, stpq). Swizzles of scalars become the scalar or a constructor. Errors:
/// `unknown-member`, `unknown-port` for results.
CheckedValue check_member(CheckContext& context, const CheckedValue& object,
                          const syntax::Identifier& member);

/// Reports that a call with several results is used as a single value.
CheckedValue fail_choice(CheckContext& context, const CheckedValue& call);

/// Checks `object[index]`: an element of an array, a component of a vector, a column of a matrix.
/// Errors: `type-mismatch`, `out-of-range` for literal indices.
CheckedValue check_index(CheckContext& context, const CheckedValue& object, CheckedValue index,
                         Span span);

/// The feature with exactly this path. Errors: `unknown-feature`, with nothing returned.
std::optional<FeatureId> check_feature_path(CheckContext& context, const syntax::Path& path);

}  // namespace weft
