#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "fragments/load/resolve_type.h"

namespace weft {

/// Arrays of type parameters, and arrays whose length is a parameter, in the types of a signature.

/// Whether a size of the type is a length of the signature, or is computed from one.
bool has_length_parameter(const syntax::Module& module, const syntax::TypeRef& type,
                          const SignatureScope& scope);

/// Whether a size names a type parameter: then that is reported.
bool has_type_as_size(LoadState& state, const syntax::Module& module, const syntax::TypeRef& type,
                      const SignatureScope& scope);

/// The parameter that stands for the element of `float[N]`; a new one where the scope declares
/// arrays. No source can name it.
std::optional<std::uint32_t> fixed_parameter(LoadState& state, DataType data,
                                             SignatureScope& scope);

/// `T[4]`, `T[N]`, `float[N]`: the parameter for these sizes behind the one that stands for the
/// element. Nothing where that was reported.
std::optional<std::uint32_t> with_parameter_arrays(LoadState& state, const syntax::Module& module,
                                                   const syntax::TypeRef& type,
                                                   std::uint32_t parameter, SignatureScope& scope);

/// Says that an array which the inside of a graph names does not stand in its signature.
void report_no_such_array(LoadState& state, const syntax::TypeRef& type, std::string_view name);

}  // namespace weft
