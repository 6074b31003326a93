#include "conversions/bounds/triple_steps.h"

#include <algorithm>

namespace weft {

void TripleSteps::collect(std::uint32_t block_a, std::uint32_t block_b, std::int64_t horizon) {
  steps_.clear();
  std::vector<Reader> others;
  for (const PairBound::Writer& writer : pairs_.by_total()) {
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
  list_readers(std::move(others));
}

TripleSteps::Reader TripleSteps::reader_of(const Step& step) const {
  Reader reader;
  reader.difficulty = step.difficulty;
  reader.needs = step.needs;
  reader.rule = step.rule;
  const auto needed = rules_.needed_facts(step.rule);
  const auto gained = rules_.gained_facts(step.rule);
  const auto is_few = [](const auto& facts) { return facts.size() == 1 || facts.size() == 2; };
  reader.is_simple = is_few(needed) && is_few(gained);
  if (reader.is_simple) {
    reader.needed = {needed.front(), needed.back()};
    reader.gained = {gained.front(), gained.back()};
  }
  return reader;
}

void TripleSteps::list_readers(std::vector<Reader> steps) {
  std::sort(steps.begin(), steps.end(), [](const Reader& a, const Reader& b) {
    return a.difficulty != b.difficulty ? a.difficulty < b.difficulty : a.rule < b.rule;
  });
  first_reader_.assign(rules_.fact_count() + 2, 0);
  const auto for_each_need = [&](const Reader& step, auto visit) {
    const auto needed = rules_.needed_facts(step.rule);
    for (std::uint32_t fact : needed) {
      visit(fact);
    }
    if (needed.empty()) {
      visit(static_cast<std::uint32_t>(rules_.fact_count()));
    }
  };
  for (const Reader& step : steps) {
    for_each_need(step, [&](std::uint32_t fact) { ++first_reader_[fact]; });
  }
  std::uint32_t end = 0;
  for (std::uint32_t& first : first_reader_) {
    end += first;
    first = end;
  }
  readers_.resize(end);
  for (std::size_t i = steps.size(); i-- > 0;) {
    for_each_need(steps[i],
                  [&](std::uint32_t fact) { readers_[--first_reader_[fact]] = steps[i]; });
  }
}

TripleSteps::Role TripleSteps::role(std::uint32_t rule, std::uint32_t block) const {
  Role found;
  found.overwrites = rules_.overwrites(rule, rules_.fact_blocks()[block].slot);
  for (std::uint32_t fact : rules_.needed_facts(rule)) {
    found.needs = rules_.block_of_fact(fact) == block ? fact : found.needs;
  }
  for (std::uint32_t fact : rules_.gained_facts(rule)) {
    found.gains = rules_.block_of_fact(fact) == block ? fact : found.gains;
  }
  return found;
}

}  // namespace weft
