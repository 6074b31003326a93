#include "conversions/bounds/triple_steps.h"

#include <algorithm>

namespace weft {

void TripleSteps::collect(std::uint32_t block_a, std::uint32_t block_b, std::int64_t horizon) {
  steps_.clear();
  std::vector<Reader> others;
  for (const PairWriter& writer : pairs_.writers().by_total) {
    if (writer.total > horizon) {
      break;
    }
    Step step{writer.rule,
              static_cast<Units>(writer.difficulty / pairs_.unit()),
              pairs_.needs(writer.rule),
              role(writer.rule, block_a),
              role(writer.rule, block_b),
              0};
    if (step.a.touches() || step.b.touches()) {
      steps_.push_back(step);
    }
    if (!step.a.overwrites && !step.b.overwrites) {
      others.push_back(reader_of(step));
    }
  }
  std::sort(others.begin(), others.end(), [](const Reader& a, const Reader& b) {
    return a.difficulty != b.difficulty ? a.difficulty < b.difficulty : a.rule < b.rule;
  });
  readers_ = Rows<Reader>::sorted(problem_.facts.count() + 1, [&](auto visit) {
    for (const Reader& reader : others) {
      const auto needed = problem_.facts.needed(reader.rule);
      for (std::uint32_t fact : needed) {
        visit(fact, reader);
      }
      if (needed.empty()) {
        visit(problem_.facts.count(), reader);
      }
    }
  });
}

TripleSteps::Reader TripleSteps::reader_of(const Step& step) const {
  Reader reader;
  reader.difficulty = step.difficulty;
  reader.needs = step.needs;
  reader.rule = step.rule;
  const auto needed = problem_.facts.needed(step.rule);
  const auto gained = problem_.facts.gained(step.rule);
  const auto is_few = [](const auto& facts) { return facts.size() == 1 || facts.size() == 2; };
  reader.is_simple = is_few(needed) && is_few(gained);
  if (reader.is_simple) {
    reader.needed = {needed.front(), needed.back()};
    reader.gained = {gained.front(), gained.back()};
  }
  return reader;
}

TripleSteps::Role TripleSteps::role(std::uint32_t rule, std::uint32_t block) const {
  const Facts& facts = problem_.facts;
  Role found;
  found.overwrites = problem_.rules.overwrites(rule, facts.blocks()[block].slot);
  for (std::uint32_t fact : facts.needed(rule)) {
    found.needs = facts.block_of(fact) == block ? fact : found.needs;
  }
  for (std::uint32_t fact : facts.gained(rule)) {
    found.gains = facts.block_of(fact) == block ? fact : found.gains;
  }
  return found;
}

}  // namespace weft
