#pragma once

#include <optional>
#include <vector>

#include "fragments/model/constant.h"
#include "fragments/model/fragment.h"
#include "fragments/model/library.h"

// Concrete signatures of a generic fragment, for passes that try it without a call.

namespace weft {

/// The types and values that stand for a fragment's type parameters and trait variables.
struct TriedSignature {
  std::vector<DataType> types;                    ///< per type parameter
  std::vector<std::optional<ValueId>> variables;  ///< per trait variable; nothing: no port has it
};

/// Every choice of type arguments that bounds and relations allow, or one if there are more than
/// `most`. Those with open types are left out: no value has them.
std::vector<std::vector<DataType>> tried_types(const Library& library, const Fragment& fragment,
                                               std::size_t most);

/// Values of trait variables: all variables advance together, so there are as many choices as the
/// largest trait has values. At least one.
std::vector<std::vector<std::optional<ValueId>>> tried_variables(const Library& library,
                                                                 const Fragment& fragment);

/// What a port takes.
SemanticType tried_type(const Library& library, const TypePattern& pattern,
                        const TriedSignature& signature);

/// One, or a vector of ones, for ports that take a constant.
Constant ones(DataType type);

}  // namespace weft
