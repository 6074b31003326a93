#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fragments/model/library.h"
#include "fragments/solver/type_solver.h"

namespace weft {

/// The unknown types of one use of a signature (its body or a call), as variables of the solver.
struct SignatureTypes {
  std::vector<TypeVar> parameters;  ///< per type parameter
  /// The relations that were stated, in order, starting with id `first_clause`.
  std::vector<const RelationClause*> clauses;
  StatedId first_clause = StatedId(0);
  /// The first statement that ties the ports' values to the parameters.
  StatedId first_port = StatedId(0);
};

/// The length used to type-check a graph that is never called: large enough for the literal indices
/// of most graphs.
inline constexpr std::uint32_t length_of_tried_arrays = 16;

/// Returns the types that a type parameter may take: its bound; without one every value type, but
/// for conversions, whose bodies are enumerated, only plain types (scalars, vectors, matrices). If
/// TypeSet::is_exact() is false, the remaining constraints are in state_signature().
TypeSet parameter_set(const DataTypeTable& types, const Fragment& fragment,
                      std::uint32_t parameter);

/// Enumerates the choices of type arguments that the bounds and relations allow, in a fixed order;
/// empty if there are more than `most`. In leaves, an unbounded type parameter is represented by
/// itself (DataKind::Parameter), parameters that must be equal by the first of them, and lengths
/// likewise; graphs are tried with one length.
std::optional<std::vector<std::vector<DataType>>> signature_choices(const Library& library,
                                                                    const Fragment& fragment,
                                                                    std::size_t most);

/// Adds the type parameters of a fragment to the solver, a variable each, and the relations between
/// them.
SignatureTypes state_signature(TypeSolver& solver, const Library& library,
                               const Fragment& fragment);

/// Formats a choice of types: `T = float3, U = int`. Omits parameters that stay open, and those
/// that the source does not list.
std::string type_choice_text(const Library& library, const Fragment& fragment,
                             const std::vector<DataType>& choice);

/// Ties the values passed to the ports to the type parameters: a value has the parameter's type or,
/// where the signature lets scalars splat and at the ports of `literal_defaults`, may be a scalar
/// of the same kind. `values`: per port, empty for ports that take no part; `literal_defaults`: per
/// port, or empty.
void state_ports(TypeSolver& solver, const Fragment& fragment, const SignatureTypes& types,
                 std::span<const std::optional<TypeVar>> values,
                 const std::vector<bool>& literal_defaults = {});

/// Returns the parameter of the element type: for `T[4]` the parameter T, else itself.
std::uint32_t element_parameter(const Fragment& fragment, std::uint32_t parameter);

/// Per type parameter its type, if known.
using KnownTypes = std::vector<std::optional<DataType>>;

/// Propagates between arrays and their elements and lengths: if `T[N]` is `float[4]`, T is `float`,
/// N is 4 and `T[2]` is `float[2]`. Known types are kept. False if a known type contradicts this.
bool relate_types(const DataTypeTable& types, const Fragment& fragment, KnownTypes& known);

/// Whether no relation ties different parameters, and each relation only requires plain types
/// where all its values have the parameter's own type. parameter_set() then covers them.
bool relations_are_about_bounds(const Fragment& fragment);

/// Whether a scalar at this port may be splatted to a vector: `broadcast` or `product` names the
/// port.
bool may_spread(const Fragment& fragment, std::uint32_t port);

}  // namespace weft
