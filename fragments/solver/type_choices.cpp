#include "fragments/solver/type_choices.h"

namespace weft {

std::optional<std::vector<std::vector<DataType>>> type_choices(const TypeSolver& solver,
                                                               std::span<const TypeVar> variables,
                                                               std::size_t most) {
  /// A system in which the variables before `depth` are decided, and what the next one may still
  /// be.
  struct Level {
    TypeSolver solver;
    std::uint64_t left;
  };
  const auto left_of = [&](const TypeSolver& of, std::size_t depth) {
    return depth < variables.size() ? of.allowed(variables[depth]).mask() : 0;
  };
  std::vector<std::vector<DataType>> choices;
  std::vector<DataType> choice;
  std::vector<Level> levels;
  levels.push_back({solver, left_of(solver, 0)});
  if (variables.empty()) {
    choices.emplace_back();
  }
  while (!levels.empty()) {
    Level& level = levels.back();
    const std::size_t depth = levels.size() - 1;
    choice.resize(depth);
    if (level.left == 0) {
      levels.pop_back();
      continue;
    }
    const DataType next = TypeSet::type_at(std::countr_zero(level.left));
    level.left &= level.left - 1;
    TypeSolver narrowed = level.solver;
    if (!narrowed.restrict(variables[depth], TypeSet::of(next))) {
      continue;
    }
    choice.push_back(next);
    if (choice.size() < variables.size()) {
      const std::uint64_t left = left_of(narrowed, choice.size());
      levels.push_back({std::move(narrowed), left});
      continue;
    }
    if (choices.size() == most) {
      return std::nullopt;
    }
    choices.push_back(choice);
  }
  return choices;
}

}  // namespace weft
