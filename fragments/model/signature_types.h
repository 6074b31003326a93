#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fragments/model/library.h"
#include "fragments/solver/type_solver.h"

namespace weft {

/// The unknown types of one use of a signature: of its body, of a call.
struct SignatureTypes {
  std::vector<TypeVar> parameters;  ///< per type parameter
  std::vector<const RelationClause*>
      clauses;  ///< those that were stated, in order, beginning with …
  StatedId first_clause = StatedId(0);
  StatedId first_port =
      StatedId(0);  ///< from here on stands how the ports' values are tied to the parameters
};

/// The length of the arrays that a graph which nobody calls is typed with: literal indices of most
/// graphs are within.
inline constexpr std::uint32_t length_of_tried_arrays = 16;

/// What a type parameter may stand for: its bound, if it has none every type of a value, and of
/// conversions, whose bodies are listed, only plain types then. Where TypeSet::is_exact() says no,
/// state_signature() says the rest.
TypeSet parameter_set(const DataTypeTable& types, const Fragment& fragment,
                      std::uint32_t parameter);

/// Every choice of type arguments that the bounds and relations allow, in a fixed order; nothing if
/// there are more than `most`. In leaves, a type parameter that may stand for every type of a value
/// stands for itself (DataKind::Parameter); those that have to be of one type for the first of
/// them. So does a length; graphs are tried with one length.
std::optional<std::vector<std::vector<DataType>>> signature_choices(const Library& library,
                                                                    const Fragment& fragment,
                                                                    std::size_t most);

/// Adds the type parameters of a fragment, each with a variable of its own, and its relations
/// between them.
SignatureTypes state_signature(TypeSolver& solver, const Library& library,
                               const Fragment& fragment);

/// `T = float3, U = int`: what a choice of types decides. Parameters that stay open, and those that
/// no source lists, are left out.
std::string type_choice_text(const Library& library, const Fragment& fragment,
                             const std::vector<DataType>& choice);

/// Ties what arrives at the ports to the type parameters: it is of the parameter's type, or, where
/// the signature lets scalars spread, and at the ports of `literal_defaults`, may be a scalar of
/// its kind. `values`: per port; nothing for ports that play no part here. `literal_defaults`: per
/// port, or empty.
void state_ports(TypeSolver& solver, const Fragment& fragment, const SignatureTypes& types,
                 std::span<const std::optional<TypeVar>> values,
                 const std::vector<bool>& literal_defaults = {});

/// What a type parameter's values are made of: of `T[4]` the parameter T, else itself.
std::uint32_t element_parameter(const Fragment& fragment, std::uint32_t parameter);

/// Per type parameter what it stands for, as far as that is known.
using KnownTypes = std::vector<std::optional<DataType>>;

/// Fills in what arrays say about their elements and lengths, and these about arrays: where `T[N]`
/// is `float[4]`, T is `float`, N is 4 and `T[2]` is `float[2]`. What is known already stays. False
/// where a known type is no such array.
bool relate_types(const DataTypeTable& types, const Fragment& fragment, KnownTypes& known);

/// Whether no relation ties types but those of one parameter, of which each says no more than that
/// they are plain where all values have the parameter's own type. parameter_set() knows it then.
bool relations_are_about_bounds(const Fragment& fragment);

/// Whether a scalar at this port may stand for a vector: `broadcast` or `product` names it.
bool may_spread(const Fragment& fragment, std::uint32_t port);

}  // namespace weft
