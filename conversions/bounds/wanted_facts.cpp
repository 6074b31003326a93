#include "conversions/bounds/wanted_facts.h"

namespace weft {

WantedFacts wanted_facts(const SearchProblem& problem, const Region* wanted) {
  const Slots& slots = problem.slots;
  WantedFacts found;
  for (std::uint32_t slot = 0; slot < slots.count(); ++slot) {
    const Coordinate at = wanted[slot] / 2;
    if (accepts_absence(wanted[slot]) || at == 0 || at == slots.width(slot)) {
      continue;
    }
    const std::uint32_t fact = problem.facts.at(slots.place(slot, at));
    if (fact != Facts::none) {
      found.add(fact, slot);
    }
  }
  return found;
}

WantedFacts wanted_before(const SearchProblem& problem, std::uint32_t rule,
                          const WantedFacts& wanted) {
  const Facts& facts = problem.facts;
  WantedFacts before;
  for (std::size_t i = 0; i < wanted.count; ++i) {
    if (!problem.rules.overwrites(rule, wanted.slots[i])) {
      before.add(wanted.facts[i], wanted.slots[i]);
    }
  }
  for (std::uint32_t fact : facts.needed(rule)) {
    before.add(fact, facts.blocks()[facts.block_of(fact)].slot);
  }
  return before;
}

}  // namespace weft
