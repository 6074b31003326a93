#include "conversions/tuple_rows.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace weft {

TupleRows::TupleRows(const SearchProblem& problem, const PairBound& pairs,
                     std::vector<std::uint32_t> slots)
    : problem_(problem),
      rules_(problem.rules),
      pairs_(pairs),
      region_steps_(problem.rules),
      slots_(std::move(slots)),
      keys_(slots_.size()),
      seen_(problem.rules.size(), 0),
      at_(problem.rules.slot_count(), any_region) {}

bool TupleRows::is_about(std::uint32_t slot) const {
  return std::find(slots_.begin(), slots_.end(), slot) != slots_.end();
}

bool TupleRows::leaves_alone(std::uint32_t rule) const {
  const auto checks = rules_.checks(rule);
  return std::none_of(slots_.begin(), slots_.end(), [&](std::uint32_t slot) {
    return rules_.overwrites(rule, slot) ||
           std::any_of(checks.begin(), checks.end(),
                       [slot](const CoordinateCheck& check) { return check.slot == slot; });
  });
}

void TupleRows::list_rules() {
  for (const PairBound::Writer& writer : pairs_.by_total()) {
    if (writer.total > horizon_) {
      break;
    }
    if (leaves_alone(writer.rule)) {
      continue;
    }
    touching_.push_back(writer.rule);
    if (std::none_of(slots_.begin(), slots_.end(),
                     [&](std::uint32_t slot) { return rules_.overwrites(writer.rule, slot); })) {
      onlookers_.push_back(writer.rule);
    }
  }
}

bool TupleRows::find(const Region* goal, std::int64_t horizon, std::size_t most,
                     const TupleRows* known) {
  horizon_ = horizon;
  known_ = known;
  list_rules();
  before_.assign(goal, goal + rules_.slot_count());
  add(0);
  while (!open_.empty()) {
    std::pop_heap(open_.begin(), open_.end(), std::greater<>());
    const auto [way, row] = open_.back();
    open_.pop_back();
    if (way == ways_[row] && first_step_[row].end == 0) {
      expand(row);
      if (size() > most) {
        return false;
      }
    }
  }
  known_ = nullptr;
  return true;
}

void TupleRows::key_of(const Region* wanted, Region* key) const {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    key[i] = wanted[slots_[i]];
  }
}

/// Into `at_`.
void TupleRows::read(std::uint32_t row) {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    at_[slots_[i]] = keys_[row][i];
  }
}

std::uint32_t TupleRows::row_of(const Region* wanted) const {
  Region key[max_traits];
  key_of(wanted, key);
  const std::uint32_t row = keys_.find(key);
  return row < size() ? row : no_row;
}

bool TupleRows::contains_source(std::uint32_t row) const {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (!region_steps_.contains(slots_[i], keys_[row][i], problem_.source[slots_[i]])) {
      return false;
    }
  }
  return true;
}

bool TupleRows::is_known_beyond(const Region* key, std::int64_t way) const {
  if (known_ == nullptr) {
    return false;
  }
  const std::uint32_t row = known_->keys_.find(key);
  return row < known_->size() && way + known_->learned_[row] > horizon_;
}

/// What is wanted in `before_`; no_row if no chain within the horizon leads through it.
std::uint32_t TupleRows::add(std::int64_t way) {
  Region key[max_traits];
  key_of(before_.data(), key);
  if (is_known_beyond(key, way)) {
    return no_row;
  }
  const auto [row, is_new] = keys_.insert(key);
  if (is_new) {
    for (std::uint32_t slot = 0; slot < rules_.slot_count(); ++slot) {
      before_[slot] = is_about(slot) ? before_[slot] : any_region;
    }
    ways_.push_back(INT64_MAX);
    estimates_.push_back(pairs_.bound(pairs_.facts_of(before_.data())).difficulty);
    learned_.push_back(0);
    first_step_.emplace_back();
  }
  if (way < ways_[row]) {
    ways_[row] = way;
    open_.emplace_back(way, row);
    std::push_heap(open_.begin(), open_.end(), std::greater<>());
  }
  return row;
}

/// Whether the subtree of one value is wanted, so that only what brings that about leads there.
bool TupleRows::is_plain(std::uint32_t slot) const {
  const Region region = at_[slot];
  return (region & 1U) == 0 && region / 2 != 0 && region / 2 != rules_.width(slot);
}

void TupleRows::expand(std::uint32_t row) {
  const auto begin = static_cast<std::uint32_t>(steps_.size());
  read(row);
  const PairBound::Facts facts = pairs_.facts_of(at_.data());
  if (std::all_of(slots_.begin(), slots_.end(), [&](auto slot) { return is_plain(slot); })) {
    for (std::uint32_t slot : slots_) {
      const Coordinate end = region_steps_.end_of(slot, at_[slot]);
      for (Coordinate at = region_steps_.begin_of(slot, at_[slot]); at < end; ++at) {
        for (const PairBound::Writer& writer :
             pairs_.writers_of(rules_.fact_at(rules_.place(slot, at)))) {
          if (ways_[row] + writer.total > horizon_) {
            break;
          }
          visit(row, writer.rule, facts);
        }
      }
    }
    for (std::uint32_t rule : onlookers_) {
      visit(row, rule, facts);
    }
  } else {
    for (std::uint32_t rule : touching_) {
      visit(row, rule, facts);
    }
  }
  first_step_[row] = {begin, static_cast<std::uint32_t>(steps_.size())};
}

void TupleRows::visit(std::uint32_t after, std::uint32_t rule, const PairBound::Facts& facts) {
  if (seen_[rule] == after + 1) {
    return;
  }
  seen_[rule] = after + 1;
  const std::int64_t way = ways_[after] + rules_.cost(rule).difficulty;
  const auto is_beyond = [&](Cost bound) {
    return bound.lossy > 0 || way + bound.difficulty > horizon_;
  };
  if (is_beyond(pairs_.bound_before(rule, facts)) ||
      !region_steps_.before(rule, at_.data(), before_.data()) ||
      is_beyond(pairs_.bound(pairs_.facts_of(before_.data())))) {
    return;
  }
  const std::uint32_t before = add(way);
  if (before != no_row) {
    steps_.push_back({before, rule});
  }
}

}  // namespace weft
