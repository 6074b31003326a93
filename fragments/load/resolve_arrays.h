#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "fragments/load/resolve_type.h"

namespace weft {

/// Resolution of `T[4]`, `T[N]` and `float[N]` in the types of a signature: arrays of type
/// parameters, and arrays whose length is a parameter. Each such array becomes an additional type
/// parameter that the source does not list (FragmentTypeParameter::array), tied to its element and
/// length.

/// Whether an array size of the type is a length parameter of the signature, or is computed from
/// one.
bool has_length_parameter(const syntax::Module& module, const syntax::TypeRef& type,
                          const SignatureScope& scope);

/// Reports an array size that names a type parameter; returns whether there was one.
bool has_type_as_size(LoadState& state, const syntax::Module& module, const syntax::TypeRef& type,
                      const SignatureScope& scope);

/// Returns the parameter that represents the element of `float[N]`, adding it if the scope declares
/// arrays. It cannot be named in source.
std::optional<std::uint32_t> fixed_parameter(LoadState& state, DataType data,
                                             SignatureScope& scope);

/// Returns the parameter for `T[4]`, `T[N]` or `float[N]`, given that of the element. Empty if
/// errors were reported.
std::optional<std::uint32_t> with_parameter_arrays(LoadState& state, const syntax::Module& module,
                                                   const syntax::TypeRef& type,
                                                   std::uint32_t parameter, SignatureScope& scope);

/// Reports an array named inside a graph that does not appear in its signature.
void report_no_such_array(LoadState& state, const syntax::TypeRef& type, std::string_view name);

}  // namespace weft
