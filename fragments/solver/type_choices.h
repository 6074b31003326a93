#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "fragments/solver/type_solver.h"

namespace weft {

/// Enumerates every assignment of plain types, textures and samplers to `variables` that a solved
/// system allows, in lexicographic order of TypeSet's bits. Returns nothing if there are more than
/// `most`. Backtracking search that propagates after each choice (maintaining arc consistency), so
/// it rarely hits a dead end. Other variables are only narrowed; a variable already decided to be a
/// struct or array keeps it. `candidates` is empty, or lists per variable the types to try instead,
/// in that order (an empty list: all). At most choices × variables × candidates runs of solve(),
/// each on a copy.
std::optional<std::vector<std::vector<DataType>>> type_choices(
    const TypeSolver& solver, std::span<const TypeVar> variables, std::size_t most,
    std::span<const std::vector<DataType>> candidates = {});

}  // namespace weft
