#include "conversions/bounds/pair_bound.h"

#include <algorithm>
#include <array>
#include <utility>

#include "conversions/table/lanes.h"

namespace weft {
namespace {

constexpr std::uint32_t none = CompiledRules::no_fact;
/// The greatest cost in units: the sum of two fits a Units.
constexpr std::int64_t most_units = 15'000;

}  // namespace

PairBound::PairBound(const SearchProblem& problem, const ReachBound& reach)
    : problem_(problem),
      rules_(problem.rules),
      reach_(reach),
      facts_(problem.rules.fact_count()),
      blocks_(problem.rules.fact_blocks().size()) {}

void PairBound::extend(std::int64_t horizon) {
  if (facts_ > max_facts || (has_started_ && horizon <= horizon_)) {
    return;
  }
  const auto beyond = static_cast<Units>(limit_ + 1);
  const bool is_coarser = !has_started_ || horizon / unit_ > most_units;
  if (is_coarser) {
    unit_ = horizon / (most_units / 2) + 1;
  }
  horizon_ = horizon;
  limit_ = static_cast<Units>(horizon / unit_);
  if (is_coarser) {
    has_started_ = true;
    start();
  } else {
    std::replace(cost_.begin(), cost_.end(), beyond, static_cast<Units>(limit_ + 1));
  }
  collect_steps();
  if (!settle() && !is_complete_) {
    is_complete_ = is_complete();  // seldom true, so not checked after progress
  }
  list_writers();
}

void PairBound::start() {
  cost_.assign(facts_ * facts_, static_cast<Units>(limit_ + 1));
  changed_.assign(facts_ * blocks_, 0);
  scratch_.assign(facts_, 0);
  last_change_.assign(facts_, 0);
  needs_.assign(rules_.size(), 0);
  now_ = 0;
  estimate();
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
}

/// For each applicable rule that is not lossy: a lower bound on the cost up to and including it.
void PairBound::estimate() {
  estimates_.clear();
  for (std::uint32_t rule = 0; rule < rules_.size(); ++rule) {
    Cost needs;
    for (const CoordinateCheck& check : rules_.checks(rule)) {
      if (!check.conditional) {
        needs = std::max(needs, reach_.of_subtree(rules_.place(check.slot, check.begin)));
      }
    }
    if (needs.lossy == 0 && is_usable(rule)) {
      estimates_.emplace_back(needs.difficulty + rules_.cost(rule).difficulty, rule);
    }
  }
  in_order_ = 0;
}

/// Rules within the horizon, by estimate: a rule comes after those that enable it.
void PairBound::collect_steps() {
  const auto first_new = estimates_.begin() + static_cast<std::ptrdiff_t>(in_order_);
  const auto end = std::partition(first_new, estimates_.end(), [this](const auto& estimate) {
    return estimate.first <= horizon_;
  });
  std::sort(first_new, end);
  in_order_ = static_cast<std::size_t>(end - estimates_.begin());
  std::fill(needs_.begin(), needs_.end(), Units{0});
  steps_.clear();
  for (std::size_t i = 0; i < in_order_; ++i) {
    const std::uint32_t rule = estimates_[i].second;
    needs_[rule] = static_cast<Units>(limit_ + 1);
    steps_.push_back({rule, static_cast<Units>(rules_.cost(rule).difficulty / unit_), 0});
  }
}

/// Returns whether any entry fell.
bool PairBound::settle() {
  bool lower = false;
  for (bool again = true; again;) {
    again = false;
    for (Step& step : steps_) {
      again |= apply(step);
    }
    lower |= again;
  }
  return lower;
}

void PairBound::list_writers() {
  by_total_.clear();
  first_writer_.assign(facts_ + 1, 0);
  for (const Step& step : steps_) {
    const std::int64_t total = needs_[step.rule] * unit_ + rules_.cost(step.rule).difficulty;
    if (needs_[step.rule] <= limit_ && total <= horizon_) {
      Writer writer{total, rules_.cost(step.rule).difficulty, step.rule};
      const auto needed = rules_.needed_facts(step.rule);
      if (needed.size() == 1 || needed.size() == 2) {
        writer.needs[0] = needed.front();
        writer.needs[1] = needed.back();
      }
      by_total_.push_back(writer);
      for (std::uint32_t gained : rules_.gained_facts(step.rule)) {
        ++first_writer_[gained];
      }
    }
  }
  std::sort(by_total_.begin(), by_total_.end(), [](const Writer& a, const Writer& b) {
    return a.total != b.total ? a.total < b.total : a.rule < b.rule;
  });
  std::uint32_t end = 0;
  for (std::uint32_t& first : first_writer_) {
    end += first;
    first = end;
  }
  writers_.resize(end);
  for (std::size_t i = by_total_.size(); i-- > 0;) {
    const auto gained = rules_.gained_facts(by_total_[i].rule);
    const auto effects = rules_.effects(by_total_[i].rule);
    const bool is_simple =
        effects.size() == gained.size() && gained.size() <= 2 &&
        std::none_of(effects.begin(), effects.end(),
                     [](const CoordinateEffect& effect) { return effect.only_if_present; });
    for (std::uint32_t fact : gained) {
      Writer& writer = writers_[--first_writer_[fact]];
      writer = by_total_[i];
      if (is_simple) {
        writer.brings_too = gained.size() == 1 ? static_cast<std::uint32_t>(facts_)
                                               : gained.front() + gained.back() - fact;
      }
    }
  }
}

/// Returns whether any entry fell.
bool PairBound::apply(Step& step) {
  const Units needs = cost_of_needs(step.rule);
  const bool is_cheaper = needs < needs_[step.rule];
  needs_[step.rule] = needs;
  if (needs + step.difficulty > limit_) {
    return false;
  }
  const std::uint32_t before = step.applied;
  const auto needed = rules_.needed_facts(step.rule);
  const auto is_newer = [before](std::uint32_t change) { return change > before; };
  if (!is_cheaper && !needed.empty() &&
      std::none_of(needed.begin(), needed.end(),
                   [&](std::uint32_t fact) { return is_newer(last_change_[fact]); })) {
    return false;
  }
  bool lower = false;
  step.applied = ++now_;
  if (is_cheaper) {
    const auto total = static_cast<Units>(needs + step.difficulty);
    for (std::uint32_t a : rules_.gained_facts(step.rule)) {
      for (std::uint32_t b : rules_.gained_facts(step.rule)) {
        lower |= reach(a, b, total);
      }
    }
  }
  for (std::uint32_t i = 0; i < blocks_; ++i) {
    const CompiledRules::FactBlock& block = rules_.fact_blocks()[i];
    const bool has_changed = is_cheaper || needed.empty() ||
                             std::any_of(needed.begin(), needed.end(), [&](std::uint32_t fact) {
                               return is_newer(changed(fact, i));
                             });
    if (!has_changed || rules_.overwrites(step.rule, block.slot)) {
      continue;
    }
    if (needed.size() == 1 || needed.size() == 2) {
      lower |= carry(step, i, row(needed.front()), row(needed.back()));
      continue;
    }
    for (std::uint32_t at = block.begin; at < block.end; ++at) {
      Units most = needed.empty() ? row(at)[at] : Units{0};
      for (std::uint32_t fact : needed) {
        most = std::max(most, row(fact)[at]);
      }
      scratch_[at] = most;
    }
    lower |= carry(step, i, scratch_.data(), scratch_.data());
  }
  return lower;
}

/// Lowers the cost of the pair (a, b), and of all pairs of their ancestors, to `cost`.
bool PairBound::reach(std::uint32_t a, std::uint32_t b, Units cost) {
  bool lower = false;
  for (std::uint32_t x = a; x != none; x = rules_.parent_fact(x)) {
    for (std::uint32_t y = b; y != none; y = rules_.parent_fact(y)) {
      if (cost < row(x)[y]) {
        row(x)[y] = cost;
        row(y)[x] = cost;
        note_change(x, rules_.block_of_fact(y));
        note_change(y, rules_.block_of_fact(x));
        lower = true;
      }
    }
  }
  return lower;
}

/// Updates the pairs of what a rule achieves and the facts of a block that it leaves alone, eight
/// at a time.
bool PairBound::carry(const Step& step, std::uint32_t block, const Units* with,
                      const Units* and_with) {
  const CompiledRules::FactBlock& lanes = rules_.fact_blocks()[block];
  const Lanes needs = Lanes::all(needs_[step.rule]);
  const Lanes difficulty = Lanes::all(step.difficulty);
  bool lower = false;
  for (std::uint32_t gained : rules_.gained_facts(step.rule)) {
    bool lower_here = true;  // if an entry did not fall, those of its ancestors do not either
    for (std::uint32_t x = gained; x != none && lower_here; x = rules_.parent_fact(x)) {
      const std::uint32_t own_block = rules_.block_of_fact(x);
      Units* known = row(x);
      lower_here = false;
      for (std::uint32_t at = lanes.begin; at < lanes.end; at += Lanes::count) {
        const Lanes total =
            max(max(Lanes::load(with + at), Lanes::load(and_with + at)), needs) + difficulty;
        if (!any_less(total, Lanes::load(known + at))) {
          continue;
        }
        lower_here = true;
        std::array<Units, Lanes::count> totals;
        total.store(totals.data());
        for (std::uint32_t i = 0; i < Lanes::count; ++i) {
          if (totals[i] < known[at + i]) {
            known[at + i] = totals[i];
            row(at + i)[x] = totals[i];
            note_change(at + i, own_block);
          }
        }
      }
      if (lower_here) {
        note_change(x, block);
        lower = true;
      }
    }
  }
  return lower;
}

PairBound::Units PairBound::cost_of_needs(std::uint32_t rule) const {
  const auto needed = rules_.needed_facts(rule);
  Units cost = 0;
  for (std::size_t i = 0; i < needed.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      cost = std::max(cost, row(needed[i])[needed[j]]);
    }
  }
  return cost;
}

/// Whether all facts of a block that may precede the rule have a known cost together with what it
/// achieves.
bool PairBound::carries_all(std::uint32_t rule, std::uint32_t gained,
                            const CompiledRules::FactBlock& block) const {
  const auto needed = rules_.needed_facts(rule);
  const Lanes limit = Lanes::all(limit_);
  for (std::uint32_t at = block.begin; at < block.end; at += Lanes::count) {
    Lanes most = Lanes::all(0);
    for (std::uint32_t fact : needed) {
      most = max(most, Lanes::load(row(fact) + at));
    }
    if (needed.empty()) {
      std::array<Units, Lanes::count> own;
      for (std::uint32_t i = 0; i < Lanes::count; ++i) {
        own[i] = row(at + i)[at + i];
      }
      most = Lanes::load(own.data());
    }
    if (any_parted(most, Lanes::load(row(gained) + at), limit)) {
      return false;
    }
  }
  return true;
}

/// Whether no pair beyond the horizon can be achieved at any cost.
bool PairBound::is_complete() const {
  const auto is_known = [&](Units cost) { return cost <= limit_; };
  for (std::uint32_t rule = 0; rule < rules_.size(); ++rule) {
    if (!is_known(cost_of_needs(rule)) || !is_usable(rule)) {
      continue;
    }
    for (std::uint32_t gained : rules_.gained_facts(rule)) {
      if (!is_known(row(gained)[gained])) {
        return false;
      }
      for (std::uint32_t other : rules_.gained_facts(rule)) {
        if (!is_known(row(gained)[other])) {
          return false;
        }
      }
      for (const CompiledRules::FactBlock& block : rules_.fact_blocks()) {
        if (!rules_.overwrites(rule, block.slot) && !carries_all(rule, gained, block)) {
          return false;
        }
      }
    }
  }
  return true;
}

bool PairBound::is_usable(std::uint32_t rule) const {
  if (rules_.cost(rule).lossy > 0 || !problem_.may_use(rule)) {
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

PairBound::Facts PairBound::facts_of(const Region* wanted) const {
  Facts found;
  for (std::uint32_t slot = 0; slot < rules_.slot_count() && found.count < Facts::most; ++slot) {
    const Coordinate at = wanted[slot] / 2;
    if ((wanted[slot] & 1U) != 0 || at == 0 || at == rules_.width(slot)) {
      continue;  // accepts absence, or any value
    }
    const std::uint32_t fact = rules_.fact_at(rules_.place(slot, at));
    if (fact != none) {
      found.facts[found.count] = fact;
      found.slots[found.count++] = slot;
    }
  }
  return found;
}

Cost PairBound::bound(const Facts& wanted) const {
  Units most = 0;
  for (std::size_t i = 0; i < wanted.count; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      most = std::max(most, row(wanted.facts[i])[wanted.facts[j]]);
    }
  }
  return cost_of(most);
}

Cost PairBound::bound_before(std::uint32_t rule, const Facts& wanted) const {
  Units most = needs_[rule];
  const auto needed = rules_.needed_facts(rule);
  for (std::size_t i = 0; i < wanted.count; ++i) {
    if (!rules_.overwrites(rule, wanted.slots[i])) {
      for (std::uint32_t fact : needed) {
        most = std::max(most, row(fact)[wanted.facts[i]]);
      }
    }
  }
  return cost_of(most);
}

void PairBound::rest_of(const Facts& wanted, std::uint32_t slot, Rest& result) const {
  result.facts.count = 0;
  result.slots.assign(rules_.word_count(), 0);
  result.least = 0;
  result.with.resize(facts_);
  std::array<const Units*, Facts::most> rows;
  for (std::size_t i = 0; i < wanted.count; ++i) {
    if (wanted.slots[i] == slot) {
      continue;
    }
    rows[result.facts.count] = row(wanted.facts[i]);
    result.facts.facts[result.facts.count] = wanted.facts[i];
    result.facts.slots[result.facts.count++] = wanted.slots[i];
    result.slots[wanted.slots[i] / 64] |= std::uint64_t{1} << (wanted.slots[i] % 64);
  }
  for (std::size_t at = 0; at < facts_; at += Lanes::count) {
    Lanes most = Lanes::all(0);
    for (std::size_t i = 0; i < result.facts.count; ++i) {
      most = max(most, Lanes::load(rows[i] + at));
    }
    most.store(result.with.data() + at);
  }
  for (std::size_t i = 0; i < result.facts.count; ++i) {
    result.least = std::max(result.least, result.with[result.facts.facts[i]]);
  }
}

}  // namespace weft
