#include "conversions/bounds/triple_table.h"

#include <algorithm>
#include <functional>

#include "conversions/bounds/triple_goal.h"
#include "conversions/table/lanes.h"

namespace weft {
namespace {

const Facts::Block& block_of(const Facts& facts, std::uint32_t fact) {
  return facts.blocks()[facts.block_of(fact)];
}

/// A quick test, false for most rules: whether the reader can lower any entry. `least`: the
/// weight of some of its needs.
bool may_lower(const TripleSteps::Reader& reader, const PairMatrix::Units* known, int least,
               int most) {
  if (!reader.is_simple) {
    return true;
  }
  const int needs = std::max(
      {least, int{reader.needs}, int{known[reader.needed[0]]}, int{known[reader.needed[1]]}});
  const int total = needs + reader.difficulty;
  return total <= most && total < std::max(known[reader.gained[0]], known[reader.gained[1]]);
}

}  // namespace

TripleTable::TripleTable(const SearchProblem& problem, const PairBound& pairs, std::uint32_t goal_a,
                         std::uint32_t goal_b)
    : problem_(problem),
      pairs_(pairs),
      values_{block_of(problem.facts, goal_a), block_of(problem.facts, goal_b)},
      goal_pair_(values_.number(goal_a, goal_b)),
      rows_(problem.facts, values_.count()),
      steps_(problem, pairs),
      joined_(problem.facts.count(), 0) {}

std::size_t TripleTable::size(const Facts& facts, std::uint32_t a, std::uint32_t b) {
  return std::size_t{block_of(facts, a).size()} * block_of(facts, b).size() * facts.count();
}

void TripleTable::extend(std::int64_t horizon) {
  if (horizon <= horizon_) {
    return;
  }
  horizon_ = horizon;
  limit_ = static_cast<Units>(horizon / pairs_.unit());
  const Facts& facts = problem_.facts;
  steps_.collect(facts.block_of(values_.a.begin), facts.block_of(values_.b.begin), horizon);
  open_pairs();
  set_source();
  settle();
}

/// Selects the pairs that may matter within the horizon, and clamps their rows to it.
void TripleTable::open_pairs() {
  const std::vector<Units> rest =
      distances_to_goal(problem_.facts, values_, steps_.steps(), goal_pair_, limit_);
  open_.clear();
  for (std::uint32_t pair = 0; pair < values_.count(); ++pair) {
    const auto most = static_cast<Units>(std::max(limit_ - rest[pair], -1));
    const Units weight = pairs_.row(values_.of_a(pair))[values_.of_b(pair)];
    if (weight <= most) {
      open_.emplace_back(static_cast<Units>(most - weight), pair);
    }
    rows_.raise_most(pair, most);
  }
  std::sort(open_.begin(), open_.end(), std::greater<>());
}

/// What holds at the source has no weight.
void TripleTable::set_source() {
  const Facts& facts = problem_.facts;
  const auto for_each_had = [&](std::uint32_t slot, auto visit) {
    std::uint32_t fact = facts.at(problem_.slots.place(slot, problem_.source[slot]));
    for (; fact != Facts::none; fact = facts.parent(fact)) {
      visit(fact);
    }
  };
  for_each_had(values_.a.slot, [&](std::uint32_t x) {
    for_each_had(values_.b.slot, [&](std::uint32_t y) {
      for (const Facts::Block& block : facts.blocks()) {
        for_each_had(block.slot, [&](std::uint32_t z) { rows_.set(values_.number(x, y), z, 0); });
      }
    });
  });
}

void TripleTable::settle() {
  rows_.restart();
  for (const auto& [left, pair] : open_) {
    for (std::uint32_t fact = 0; fact <= problem_.facts.count(); ++fact) {
      rows_.note_fresh(pair, fact);
    }
  }
  for (bool again = true; again;) {
    again = false;
    for (const auto& [left, pair] : open_) {
      again |= keep_both(pair);
    }
    for (Step& step : steps_.steps()) {
      again |= apply(step);
    }
  }
}

/// Returns whether any entry fell.
bool TripleTable::apply(Step& step) {
  if (!step.a.overwrites && !step.b.overwrites) {
    return false;
  }
  const TripleRows::Time before = step.applied;
  step.applied = rows_.next_time();
  if (step.a.overwrites && step.b.overwrites) {
    return keep_none(step, before);
  }
  return keep_one(step, before, step.a.overwrites);
}

/// Applies all rules that leave the pair alone and achieve a third fact.
bool TripleTable::keep_both(std::uint32_t pair) {
  const Units own = pairs_.row(values_.of_a(pair))[values_.of_b(pair)];
  const int most = rows_.most(pair);
  const Units* known = rows_.row(pair);
  bool lower = false;
  for (auto fact = rows_.next_fresh(pair, 0); fact;) {
    const Units had = *fact < problem_.facts.count() ? known[*fact] : own;
    std::uint32_t next = *fact;
    for (const Reader& reader : steps_.readers_of(*fact)) {
      if (had + reader.difficulty > most) {
        break;
      }
      if (may_lower(reader, known, std::max(had, own), most) && take(pair, reader, own)) {
        lower = true;
        next = 0;
      }
    }
    fact = rows_.next_fresh(pair, next);
  }
  if (lower) {
    rows_.note_change(pair, rows_.next_time());
  }
  return lower;
}

bool TripleTable::take(std::uint32_t pair, const Reader& reader, Units own) {
  const Units* known = rows_.row(pair);
  Units total = std::max(own, reader.needs);
  for (std::uint32_t fact : problem_.facts.needed(reader.rule)) {
    total = std::max(total, known[fact]);
  }
  if (total + reader.difficulty > rows_.most(pair)) {
    return false;
  }
  return lower_gained(pair, reader.rule, static_cast<Units>(total + reader.difficulty));
}

/// The rule achieves a value of one of the two traits and leaves the other alone.
bool TripleTable::keep_one(const Step& step, TripleRows::Time before, bool keeps_b) {
  const Role& own = keeps_b ? step.a : step.b;
  if (own.gains == Facts::none || (before > 0 && own.needs == Facts::none)) {
    return false;
  }
  const auto pair_with = [&](std::uint32_t fact, std::uint32_t kept) {
    return keeps_b ? values_.number(fact, kept) : values_.number(kept, fact);
  };
  const auto needed = problem_.facts.needed(step.rule);
  const Facts::Block& kept_block = keeps_b ? values_.b : values_.a;
  bool lower = false;
  for (std::uint32_t kept = kept_block.begin; kept < kept_block.end; ++kept) {
    const Units* with = pairs_.row(kept);
    if (own.needs != Facts::none) {
      const std::uint32_t pair = pair_with(own.needs, kept);
      if (before > 0 && !rows_.has_changed(pair, before)) {
        continue;
      }
      with = rows_.row(pair);
    }
    Units least = std::max(step.needs, pairs_.row(kept)[kept]);
    for (std::uint32_t fact : needed) {
      least = std::max({least, pairs_.row(kept)[fact], with[fact]});
    }
    const auto total = static_cast<Units>(least + step.difficulty);
    bool has_joined = false;
    for (std::uint32_t x = own.gains; x != Facts::none; x = problem_.facts.parent(x)) {
      const std::uint32_t pair = pair_with(x, kept);
      if (total <= rows_.most(pair)) {
        if (!has_joined) {
          has_joined = true;
          join_rows(step, with, least);
        }
        lower |= offer(pair, step, total);
      }
    }
  }
  return lower;
}

/// The rule achieves values of both traits.
bool TripleTable::keep_none(const Step& step, TripleRows::Time before) {
  const Facts& facts = problem_.facts;
  const Role& a = step.a;
  const Role& b = step.b;
  if (a.gains == Facts::none || b.gains == Facts::none) {
    return false;
  }
  Units least = step.needs;
  const Units* with = nullptr;
  if (a.needs != Facts::none && b.needs != Facts::none) {
    const std::uint32_t pair = values_.number(a.needs, b.needs);
    if (before > 0 && !rows_.has_changed(pair, before)) {
      return false;
    }
    with = rows_.row(pair);
    for (std::uint32_t fact : facts.needed(step.rule)) {
      least = std::max(least, with[fact]);
    }
  } else if (before > 0) {
    return false;
  }
  if (least + step.difficulty > limit_) {
    return false;
  }
  join_rows(step, with, least);
  const auto total = static_cast<Units>(least + step.difficulty);
  bool lower = false;
  for (std::uint32_t x = a.gains; x != Facts::none; x = facts.parent(x)) {
    for (std::uint32_t y = b.gains; y != Facts::none; y = facts.parent(y)) {
      const std::uint32_t pair = values_.number(x, y);
      if (total <= rows_.most(pair)) {
        lower |= offer(pair, step, total);
      }
    }
  }
  return lower;
}

/// Computes `joined_`: the weight of each fact together with the row `with` (null: none) and the
/// needs of the step, plus its difficulty.
void TripleTable::join_rows(const Step& step, const Units* with, Units least) {
  const Lanes at_least = Lanes::all(least);
  const Lanes difficulty = Lanes::all(step.difficulty);
  const auto needed = problem_.facts.needed(step.rule);
  for (std::size_t at = 0; at < joined_.size(); at += Lanes::count) {
    Lanes most = with != nullptr ? max(at_least, Lanes::load(with + at)) : at_least;
    for (std::uint32_t fact : needed) {
      most = max(most, Lanes::load(pairs_.row(fact) + at));
    }
    if (with == nullptr && needed.empty()) {
      for (std::size_t i = 0; i < Lanes::count; ++i) {
        joined_[at + i] = std::max(least, pairs_.row(static_cast<std::uint32_t>(at + i))[at + i]);
      }
      most = Lanes::load(joined_.data() + at);
    }
    (most + difficulty).store(joined_.data() + at);
  }
}

/// Lowers the row of a pair that the step achieves: to `joined_` for facts it leaves alone, and
/// to `total` for what else it achieves.
bool TripleTable::offer(std::uint32_t pair, const Step& step, Units total) {
  bool lower = false;
  for (const Facts::Block& block : problem_.facts.blocks()) {
    if (!problem_.rules.overwrites(step.rule, block.slot)) {
      lower |= rows_.lower_block(pair, block, joined_.data());
    }
  }
  lower |= lower_gained(pair, step.rule, total);
  if (lower) {
    rows_.note_change(pair, step.applied);
  }
  return lower;
}

/// Lowers the weight of what the rule achieves, together with the pair, to `total`.
bool TripleTable::lower_gained(std::uint32_t pair, std::uint32_t rule, Units total) {
  bool lower = false;
  for (std::uint32_t gained : problem_.facts.gained(rule)) {
    lower |= rows_.lower(pair, gained, total);
  }
  return lower;
}

}  // namespace weft
