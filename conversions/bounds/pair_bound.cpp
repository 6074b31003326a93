#include "conversions/bounds/pair_bound.h"

#include <array>
#include <utility>

#include "conversions/bounds/pair_completeness.h"
#include "conversions/table/lanes.h"

namespace weft {
namespace {

/// The greatest weight in units: the sum of two fits a Units.
constexpr std::int64_t most_units = 15'000;

}  // namespace

void PairBound::extend(std::int64_t horizon) {
  if (problem_.facts.count() > max_facts || (has_started() && horizon <= scale_.horizon)) {
    return;
  }
  const Units beyond = scale_.beyond();
  const bool is_coarser = !has_started() || horizon / scale_.unit > most_units;
  if (is_coarser) {
    scale_.unit = horizon / (most_units / 2) + 1;
  }
  scale_.horizon = horizon;
  scale_.limit = static_cast<Units>(horizon / scale_.unit);
  if (is_coarser) {
    start();
  } else {
    matrix_.replace(beyond, scale_.beyond());
  }
  collect_steps();
  if (!settle() && !scale_.is_complete) {
    // Seldom true, so not checked after progress.
    scale_.is_complete = are_complete(problem_, matrix_, scale_.limit);
  }
  list_writers_within_horizon();
}

void PairBound::start() {
  matrix_.reset(scale_.beyond());
  scratch_.assign(problem_.facts.count(), 0);
  needs_.assign(problem_.rules.size(), 0);
  order_ = RuleOrder(problem_, reach_);
  std::vector<std::uint32_t> had;
  for (std::uint32_t slot = 0; slot < problem_.slots.count(); ++slot) {
    const std::uint32_t fact = problem_.facts.at(problem_.slots.place(slot, problem_.source[slot]));
    if (fact != Facts::none) {
      had.push_back(fact);
    }
  }
  for (std::uint32_t a : had) {
    for (std::uint32_t b : had) {
      matrix_.lower(a, b, 0);
    }
  }
}

void PairBound::collect_steps() {
  std::fill(needs_.begin(), needs_.end(), Units{0});
  steps_.clear();
  for (const auto& [estimate, rule] : order_.within(scale_.horizon)) {
    needs_[rule] = scale_.beyond();
    const std::int64_t difficulty = problem_.rules.weight(rule).difficulty;
    steps_.push_back({rule, static_cast<Units>(difficulty / scale_.unit), 0});
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

/// Returns whether any entry fell.
bool PairBound::apply(Step& step) {
  const auto needed = problem_.facts.needed(step.rule);
  const Units needs = matrix_.most_among(needed);
  const bool is_cheaper = needs < needs_[step.rule];
  needs_[step.rule] = needs;
  if (needs + step.difficulty > scale_.limit) {
    return false;
  }
  const PairMatrix::Time before = step.applied;
  // Without needs, all entries of the facts that it leaves alone may have changed.
  const bool has_all_changed = is_cheaper || needed.empty();
  if (!has_all_changed && std::none_of(needed.begin(), needed.end(), [&](std::uint32_t fact) {
        return matrix_.has_changed(fact, before);
      })) {
    return false;
  }
  bool lower = false;
  step.applied = matrix_.next_time();
  if (is_cheaper) {
    const auto total = static_cast<Units>(needs + step.difficulty);
    for (std::uint32_t a : problem_.facts.gained(step.rule)) {
      for (std::uint32_t b : problem_.facts.gained(step.rule)) {
        lower |= matrix_.lower(a, b, total);
      }
    }
  }
  const std::vector<Facts::Block>& blocks = problem_.facts.blocks();
  for (std::uint32_t i = 0; i < blocks.size(); ++i) {
    const bool has_changed =
        has_all_changed || std::any_of(needed.begin(), needed.end(), [&](std::uint32_t fact) {
          return matrix_.has_changed(fact, i, before);
        });
    if (has_changed && !problem_.rules.overwrites(step.rule, blocks[i].slot)) {
      lower |= carry(step, i);
    }
  }
  return lower;
}

/// Updates the pairs of what a rule achieves and the facts of a block that it leaves alone.
/// Returns whether any entry fell.
bool PairBound::carry(const Step& step, std::uint32_t block) {
  const auto needed = problem_.facts.needed(step.rule);
  PairMatrix::Offer offer{scratch_.data(), scratch_.data(), needs_[step.rule], step.difficulty};
  if (needed.size() == 1 || needed.size() == 2) {
    offer.with = matrix_.row(needed.front());
    offer.and_with = matrix_.row(needed.back());
  } else {
    const Facts::Block& own = problem_.facts.blocks()[block];
    for (std::uint32_t at = own.begin; at < own.end; ++at) {
      Units most = needed.empty() ? matrix_.row(at)[at] : Units{0};
      for (std::uint32_t fact : needed) {
        most = std::max(most, matrix_.row(fact)[at]);
      }
      scratch_[at] = most;
    }
  }
  return matrix_.take(offer, problem_.facts.gained(step.rule), block);
}

void PairBound::list_writers_within_horizon() {
  std::vector<std::pair<std::uint32_t, std::int64_t>> rules;
  for (const Step& step : steps_) {
    if (needs_[step.rule] <= scale_.limit) {
      rules.emplace_back(step.rule, needs_[step.rule] * scale_.unit);
    }
  }
  writers_ = list_writers(problem_, rules, scale_.horizon);
}

ChainWeight PairBound::bound_before(std::uint32_t rule, const WantedFacts& wanted) const {
  Units most = needs_[rule];
  const auto needed = problem_.facts.needed(rule);
  for (std::size_t i = 0; i < wanted.count; ++i) {
    if (!problem_.rules.overwrites(rule, wanted.slots[i])) {
      for (std::uint32_t fact : needed) {
        most = std::max(most, matrix_.row(fact)[wanted.facts[i]]);
      }
    }
  }
  return scale_.weight(most);
}

void PairBound::rest_of(const WantedFacts& wanted, std::uint32_t slot, Rest& result) const {
  result.facts.count = 0;
  result.slots.assign(problem_.slots.word_count(), 0);
  result.least = 0;
  result.with.resize(problem_.facts.count());
  std::array<const Units*, WantedFacts::most> rows;
  for (std::size_t i = 0; i < wanted.count; ++i) {
    if (wanted.slots[i] != slot) {
      rows[result.facts.count] = matrix_.row(wanted.facts[i]);
      result.facts.add(wanted.facts[i], wanted.slots[i]);
      insert_slot(result.slots, wanted.slots[i]);
    }
  }
  // In locals, since for the compiler a store into `with` may change what `result` holds.
  const std::size_t count = result.facts.count;
  const std::size_t size = result.with.size();
  Units* const with = result.with.data();
  for (std::size_t at = 0; at < size; at += Lanes::count) {
    Lanes most = Lanes::all(0);
    for (std::size_t i = 0; i < count; ++i) {
      most = max(most, Lanes::load(rows[i] + at));
    }
    most.store(with + at);
  }
  for (std::uint32_t fact : result.facts.all()) {
    result.least = std::max(result.least, result.with[fact]);
  }
}

}  // namespace weft
