#pragma once

#include <optional>
#include <vector>

#include "fragments/check/check_context.h"

namespace weft {

/// A name that stands alone: a local, a port or a named constant.
/// Errors: `unknown-name`, `type-mismatch` for what has no value.
CheckedValue check_name(CheckContext& context, NameId name, Span span);

/// `name.m1.m2…`: the longest match with a feature's path if the name is no local or port, then
/// members. O(number of members). Errors: those of check_name and check_member, `unknown-feature`.
CheckedValue check_path(CheckContext& context, NameId name, Span name_span,
                        const std::vector<syntax::Identifier>& members);

/// `object.member`: a result of a call that has named ones, a member of a struct, or a swizzle of a
/// scalar or vector (xyzw, rgba, stpq). Swizzles of scalars become the scalar or a constructor.
/// Errors: `unknown-member`, `unknown-port` for results.
CheckedValue check_member(CheckContext& context, const CheckedValue& object,
                          const syntax::Identifier& member);

/// Reports that a call with several results stands where one value is wanted.
CheckedValue fail_choice(CheckContext& context, const CheckedValue& call);

/// `object[index]`: an element of an array, a component of a vector, a column of a matrix.
/// Errors: `type-mismatch`, `out-of-range` for literal indices.
CheckedValue check_index(CheckContext& context, const CheckedValue& object, CheckedValue index,
                         Span span);

/// The feature that a whole path names. Errors: `unknown-feature` (nothing is returned then).
std::optional<FeatureId> check_feature_path(CheckContext& context, const syntax::Path& path);

}  // namespace weft
