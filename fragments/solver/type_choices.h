#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "fragments/solver/type_solver.h"

namespace weft {

/// Every choice of plain types, textures and samplers for `variables` under which a solved system
/// holds, in lexicographic order of TypeSet's bits; nothing if there are more than `most`. A search
/// that narrows after each step, so it sees few dead ends. Other variables are narrowed, not
/// searched; a struct or an array that a variable is decided to be counts. `candidates`: per
/// variable what is tried in the place of these, in its order, if it is not empty; or nothing. At
/// most choices × variables × candidates runs of solve(), each on a copy.
std::optional<std::vector<std::vector<DataType>>> type_choices(
    const TypeSolver& solver, std::span<const TypeVar> variables, std::size_t most,
    std::span<const std::vector<DataType>> candidates = {});

}  // namespace weft
