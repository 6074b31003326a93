#include "conversions/pair_bound.h"

#include <algorithm>
#include <array>
#include <bit>

namespace weft {
namespace {

using FactReader = CompiledRules::FactReader;

constexpr std::uint32_t none = CompiledRules::no_fact;
constexpr std::uint32_t not_known = UINT32_MAX;

enum RuleState : std::uint8_t { NotAsked, Unusable, Waiting, Ready };

}  // namespace

PairBound::PairBound(const SearchProblem& problem)
    : problem_(problem),
      rules_(problem.rules),
      facts_(problem.rules.fact_count()),
      words_((problem.rules.fact_count() + 63) / 64) {}

void PairBound::extend(std::int64_t horizon) {
  const auto until =
      static_cast<Difficulty>(std::min(horizon, CompiledRules::max_reader_difficulty));
  if (facts_ > max_facts || is_complete_ || (has_started_ && until <= horizon_)) {
    return;
  }
  told_ = horizon_;
  horizon_ = until;
  if (!has_started_) {
    has_started_ = true;
    start();
  }
  // Those that were left at the last horizon: what they lead to costs more than that.
  while (waiting_.advance(until)) {
    for (std::size_t i = 0; i < waiting_.cheapest().size(); ++i) {
      tell(meetings_[waiting_.cheapest()[i].value]);
    }
    waiting_.cheapest().clear();
  }
  told_ = until;
  while (reached_.advance(until)) {
    // What is reached for nothing more comes into the same list.
    for (std::size_t i = 0; i < reached_.cheapest().size(); ++i) {
      const RadixQueue::Entry entry = reached_.cheapest()[i];
      if (exact_[entry.value] == entry.key) {
        settle(entry.value / static_cast<std::uint32_t>(facts_),
               entry.value % static_cast<std::uint32_t>(facts_), entry.key);
      }
    }
    reached_.cheapest().clear();
  }
  is_complete_ = waiting_.empty() && reached_.empty();
}

void PairBound::start() {
  exact_.assign(facts_ * facts_, not_known);
  within_.assign(facts_ * facts_, not_known);
  with_.assign(facts_ * facts_, not_known);
  together_.assign(facts_ * words_, 0);
  state_.assign(rules_.size(), NotAsked);
  std::vector<std::uint32_t> had;
  for (std::uint32_t slot = 0; slot < rules_.slot_count(); ++slot) {
    const std::uint32_t fact = rules_.fact_at(rules_.place(slot, problem_.source[slot]));
    if (fact != none) {
      had.push_back(fact);
    }
  }
  for (std::uint32_t a : had) {
    for (std::uint32_t b : had) {
      reach(a, b, 0);
    }
  }
  for (std::uint32_t rule : rules_.rules_without_needs()) {
    if (is_usable(rule)) {
      state_[rule] = Ready;
      fire(rule);
    }
  }
}

void PairBound::reach(std::uint32_t a, std::uint32_t b, std::uint64_t cost) {
  Difficulty& known = exact_[pair(a, b)];
  if (cost < known) {
    known = static_cast<Difficulty>(cost);
    exact_[pair(b, a)] = known;
    reached_.push({known, static_cast<std::uint32_t>(pair(a, b))});
  }
}

void PairBound::settle(std::uint32_t a, std::uint32_t b, Difficulty cost) {
  for (std::uint32_t x = a; x != none; x = rules_.parent_fact(x)) {
    for (std::uint32_t y = b; y != none; y = rules_.parent_fact(y)) {
      if (within_[pair(x, y)] == not_known) {
        within_[pair(x, y)] = cost;
        within_[pair(y, x)] = cost;
      }
    }
  }
  if (a == b) {
    for (std::uint32_t rule : rules_.rules_without_needs()) {
      if (state_[rule] == Ready) {
        carry(rule, a, cost + std::uint64_t{CompiledRules::reader_difficulty(rules_.cost(rule))});
      }
    }
  }
  noted_.clear();
  for (std::uint32_t x = a; x != none; x = rules_.parent_fact(x)) {
    note(x, b, cost);
  }
  for (std::uint32_t y = b; a != b && y != none; y = rules_.parent_fact(y)) {
    note(y, a, cost);
  }
  for (const Meeting& meeting : noted_) {
    tell(meeting);
  }
}

void PairBound::note(std::uint32_t within, std::uint32_t fact, Difficulty cost) {
  if (with_[pair(fact, within)] == not_known) {
    with_[pair(fact, within)] = cost;
    together_[within * words_ + fact / 64] |= std::uint64_t{1} << (fact % 64);
    noted_.push_back({within, fact, cost, 0});
  }
}

/// The rules that need something within the first of a meeting, as far as the horizon.
void PairBound::tell(Meeting meeting) {
  const auto readers = rules_.readers_of(meeting.within);
  const std::uint32_t fact = meeting.fact;
  const std::uint32_t slot = rules_.slot_of_fact(fact);
  const Difficulty* with = with_.data() + pair(fact, 0);
  const Difficulty* within = within_.data() + pair(meeting.within, 0);
  for (; meeting.reader < readers.size(); ++meeting.reader) {
    const FactReader& reader = readers[meeting.reader];
    if (reader.difficulty > horizon_ - meeting.cost) {
      waiting_.push({reader.difficulty + meeting.cost, static_cast<std::uint32_t>(meetings_.size())});
      meetings_.push_back(meeting);
      return;
    }
    Difficulty cost = meeting.cost;
    if (reader.other < FactReader::several) {
      cost = std::max({cost, with[reader.other], within[reader.other]});
      if (cost == not_known) {
        continue;  // most of them
      }
    }
    if (state_[reader.rule] != Ready) {
      if (!is_ready(reader.rule)) {
        continue;
      }
      fire(reader.rule);
    }
    if (reader.other == FactReader::several) {
      cost = std::max(cost_of_needs(reader.rule), cost_of_meeting(reader.rule, fact));
      if (cost != not_known) {
        carry(reader.rule, fact, std::uint64_t{cost} + reader.difficulty);
      }
    } else if (!rules_.overwrites(reader.rule, slot)) {
      const std::uint64_t total = std::uint64_t{cost} + reader.difficulty;
      for (std::uint32_t gained : reader.gained) {
        if (gained != none) {
          reach(fact, gained, total);
        }
      }
    }
  }
}

bool PairBound::is_ready(std::uint32_t rule) {
  std::uint8_t& state = state_[rule];
  if (state == NotAsked) {
    state = is_usable(rule) ? Waiting : Unusable;
  }
  if (state == Waiting && cost_of_needs(rule) != not_known) {
    state = Ready;
  }
  return state == Ready;
}

/// When all that a rule needs can be had; not_known: it cannot yet. One by itself may be settled
/// after a pair that costs the same, so pairs decide where there are any.
PairBound::Difficulty PairBound::cost_of_needs(std::uint32_t rule) const {
  const auto needed = rules_.needed_facts(rule);
  Difficulty cost = needed.size() == 1 ? within_[pair(needed[0], needed[0])] : 0;
  for (std::size_t i = 0; i < needed.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      cost = std::max(cost, within_[pair(needed[i], needed[j])]);
    }
  }
  return cost;
}

/// What a rule that has become ready brings about by itself, and with everything that it was told
/// of before it was ready.
void PairBound::fire(std::uint32_t rule) {
  const Difficulty difficulty = CompiledRules::reader_difficulty(rules_.cost(rule));
  const Difficulty needs = cost_of_needs(rule);
  const auto gained = rules_.gained_facts(rule);
  for (std::uint32_t a : gained) {
    for (std::uint32_t b : gained) {
      reach(a, b, std::uint64_t{needs} + difficulty);
    }
  }
  const auto needed = rules_.needed_facts(rule);
  for (std::size_t word = 0; word < words_ && !needed.empty(); ++word) {
    std::uint64_t left = ~std::uint64_t{0};
    for (std::uint32_t fact : needed) {
      left &= together_[fact * words_ + word];
    }
    for (; left != 0; left &= left - 1) {
      const auto fact = static_cast<std::uint32_t>(word * 64) +
                        static_cast<std::uint32_t>(std::countr_zero(left));
      const Difficulty met = cost_of_meeting(rule, fact);
      if (std::uint64_t{met} + difficulty <= told_) {
        carry(rule, fact, std::max(needs, met) + std::uint64_t{difficulty});
      }
    }
  }
}

/// When the fact can be had with each single thing that a rule needs; not_known: not yet.
PairBound::Difficulty PairBound::cost_of_meeting(std::uint32_t rule, std::uint32_t fact) const {
  Difficulty cost = 0;
  for (std::uint32_t own : rules_.needed_facts(rule)) {
    cost = std::max(cost, with_[pair(fact, own)]);
  }
  return cost;
}

/// What a rule brings about, with a fact, if it leaves that alone.
void PairBound::carry(std::uint32_t rule, std::uint32_t fact, std::uint64_t total) {
  if (!rules_.overwrites(rule, rules_.slot_of_fact(fact))) {
    for (std::uint32_t gained : rules_.gained_facts(rule)) {
      reach(fact, gained, total);
    }
  }
}

bool PairBound::is_usable(std::uint32_t rule) const {
  if (rules_.cost(rule).lossy > 0 || !rules_.available(rule, problem_.available)) {
    return false;
  }
  for (const CoordinateCheck& check : rules_.checks(rule)) {
    const bool may_change =
        check.conditional || rules_.fact_at(rules_.place(check.slot, check.begin)) != none;
    if (!may_change && !check.meets(problem_.source[check.slot])) {
      return false;
    }
  }
  return true;
}

Cost PairBound::bound(const Region* wanted) const {
  if (!has_started_) {
    return {};
  }
  std::array<std::uint32_t, 16> facts;
  std::size_t count = 0;
  Difficulty most = 0;
  for (std::uint32_t slot = 0; slot < rules_.slot_count() && count < facts.size(); ++slot) {
    const Coordinate at = wanted[slot] / 2;
    if ((wanted[slot] & 1U) != 0 || at == 0 || at == rules_.width(slot)) {
      continue;  // may be absent, or any value
    }
    const std::uint32_t fact = rules_.fact_at(rules_.place(slot, at));
    if (fact == none) {
      continue;
    }
    facts[count++] = fact;
    for (std::size_t i = 0; i < count; ++i) {
      most = std::max(most, within_[pair(fact, facts[i])]);
    }
  }
  if (most > horizon_) {
    return is_complete_ ? Cost{1, 0} : Cost{0, std::int64_t{horizon_} + 1};
  }
  return {0, most};
}

}  // namespace weft
