#include "fragments/solver/type_choices.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace weft {

std::optional<std::vector<std::vector<DataType>>> type_choices(
    const TypeSolver& solver, std::span<const TypeVar> variables, std::size_t most,
    std::span<const std::vector<DataType>> candidates) {
  /// A system in which the variables before `depth` are decided, and the untried types of the next
  /// one, the first to try at the back.
  struct Level {
    TypeSolver solver;
    std::vector<DataType> left;
  };
  const auto left_of = [&](const TypeSolver& of, std::size_t depth) {
    std::vector<DataType> left;
    if (depth >= variables.size()) {
      return left;
    }
    const TypeSet& allowed = of.allowed(variables[depth]);
    if (depth < candidates.size() && !candidates[depth].empty()) {
      std::copy_if(candidates[depth].begin(), candidates[depth].end(), std::back_inserter(left),
                   [&](DataType type) { return allowed.contains(type); });
    } else {
      for_each_type(allowed, [&](DataType type) { left.push_back(type); });
      if (const auto only = allowed.only(); only && left.empty()) {
        left.push_back(*only);
      }
    }
    std::reverse(left.begin(), left.end());
    return left;
  };
  std::vector<std::vector<DataType>> choices;
  if (variables.size() == 1 && solver.variable_count() == 1 && solver.relation_count() == 0) {
    // Nothing relates it to anything: all allowed types are choices.
    std::vector<DataType> types = left_of(solver, 0);
    if (types.size() > most) {
      return std::nullopt;
    }
    choices.reserve(types.size());
    for (std::size_t i = types.size(); i-- > 0;) {
      choices.push_back({types[i]});
    }
    return choices;
  }
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
    if (level.left.empty()) {
      levels.pop_back();
      continue;
    }
    const DataType next = level.left.back();
    level.left.pop_back();
    TypeSolver narrowed = level.solver;
    if (!narrowed.restrict(variables[depth], TypeSet::of(next))) {
      continue;
    }
    choice.push_back(next);
    if (choice.size() < variables.size()) {
      std::vector<DataType> left = left_of(narrowed, choice.size());
      levels.push_back({std::move(narrowed), std::move(left)});
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
