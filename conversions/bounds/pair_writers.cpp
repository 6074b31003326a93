#include "conversions/bounds/pair_writers.h"

#include <algorithm>

namespace weft {
namespace {

PairWriter writer_of(const SearchProblem& problem, std::uint32_t rule, std::int64_t needs) {
  const std::int64_t difficulty = problem.rules.weight(rule).difficulty;
  PairWriter writer{needs + difficulty, difficulty, rule};
  const auto needed = problem.facts.needed(rule);
  if (needed.size() == 1 || needed.size() == 2) {
    writer.needs[0] = needed.front();
    writer.needs[1] = needed.back();
  }
  return writer;
}

/// PairWriter::brings_too of a rule that achieves `fact`.
std::uint32_t brought_beside(const SearchProblem& problem, std::uint32_t rule, std::uint32_t fact) {
  const auto gained = problem.facts.gained(rule);
  const auto effects = problem.rules.effects(rule);
  const bool is_simple =
      effects.size() == gained.size() && gained.size() <= 2 &&
      std::none_of(effects.begin(), effects.end(),
                   [](const CoordinateEffect& effect) { return effect.only_if_present; });
  if (!is_simple) {
    return Facts::none;
  }
  return gained.size() == 1 ? static_cast<std::uint32_t>(problem.facts.count())
                            : gained.front() + gained.back() - fact;
}

}  // namespace

PairWriters list_writers(const SearchProblem& problem,
                         const std::vector<std::pair<std::uint32_t, std::int64_t>>& rules,
                         std::int64_t horizon) {
  PairWriters made;
  for (const auto& [rule, needs] : rules) {
    if (needs + problem.rules.weight(rule).difficulty <= horizon) {
      made.by_total.push_back(writer_of(problem, rule, needs));
    }
  }
  std::sort(made.by_total.begin(), made.by_total.end(),
            [](const PairWriter& a, const PairWriter& b) {
              return a.total != b.total ? a.total < b.total : a.rule < b.rule;
            });
  made.of_fact = Rows<PairWriter>::sorted(problem.facts.count(), [&](auto visit) {
    for (PairWriter writer : made.by_total) {
      for (std::uint32_t fact : problem.facts.gained(writer.rule)) {
        writer.brings_too = brought_beside(problem, writer.rule, fact);
        visit(fact, writer);
      }
    }
  });
  return made;
}

}  // namespace weft
