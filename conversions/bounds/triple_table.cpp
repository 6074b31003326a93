#include "conversions/bounds/triple_table.h"

#include <algorithm>
#include <bit>
#include <functional>

#include "conversions/table/lanes.h"

namespace weft {
namespace {

constexpr std::uint32_t no_fact = CompiledRules::no_fact;

}  // namespace

TripleTable::TripleTable(const SearchProblem& problem, const PairBound& pairs, std::uint32_t goal_a,
                         std::uint32_t goal_b)
    : problem_(problem),
      rules_(problem.rules),
      pairs_(pairs),
      facts_(problem.rules.fact_count()),
      words_((problem.rules.fact_count() + 1 + 63) / 64),
      a_(problem.rules.fact_blocks()[problem.rules.block_of_fact(goal_a)]),
      b_(problem.rules.fact_blocks()[problem.rules.block_of_fact(goal_b)]),
      goal_a_(goal_a),
      goal_b_(goal_b),
      cost_(size(problem.rules, goal_a, goal_b), 0),
      most_(cost_.size() / facts_, -1),  // -1: everything is beyond the horizon
      changed_(most_.size(), 0),
      fresh_(most_.size() * words_, 0),
      steps_(problem.rules, pairs),
      joined_(facts_, 0) {}

std::size_t TripleTable::size(const CompiledRules& rules, std::uint32_t a, std::uint32_t b) {
  const auto values = [&rules](std::uint32_t fact) {
    const Block& block = rules.fact_blocks()[rules.block_of_fact(fact)];
    return std::size_t{block.end - block.begin};
  };
  return values(a) * values(b) * rules.fact_count();
}

void TripleTable::extend(std::int64_t horizon) {
  if (horizon <= horizon_) {
    return;
  }
  horizon_ = horizon;
  limit_ = static_cast<Units>(horizon / pairs_.unit());
  steps_.collect(rules_.block_of_fact(goal_a_), rules_.block_of_fact(goal_b_), horizon);
  begin();
  settle();
}

const TripleTable::Units* TripleTable::row_of(const PairBound::Facts& wanted) const {
  std::uint32_t a = no_fact;
  std::uint32_t b = no_fact;
  for (std::size_t i = 0; i < wanted.count; ++i) {
    a = wanted.slots[i] == a_.slot ? wanted.facts[i] : a;
    b = wanted.slots[i] == b_.slot ? wanted.facts[i] : b;
  }
  return a == no_fact || b == no_fact ? nullptr : row(pair_of(a, b));
}

/// Selects the pairs that may matter within the horizon, clamps their rows to it, and sets what
/// holds at the source.
void TripleTable::begin() {
  const std::vector<Units> rest = ways_to_goal();
  open_pairs_.clear();
  for (std::uint32_t a = a_.begin; a < a_.end; ++a) {
    for (std::uint32_t b = b_.begin; b < b_.end; ++b) {
      const std::uint32_t pair = pair_of(a, b);
      const auto most = static_cast<Units>(std::max(limit_ - rest[pair], -1));
      const Units cost = pairs_.row(a)[b];
      if (cost <= most) {
        open_pairs_.emplace_back(static_cast<Units>(most - cost), pair);
      }
      Units* known = row(pair);
      std::replace_if(
          known, known + facts_, [&](Units at) { return at > most_[pair]; },
          static_cast<Units>(most + 1));
      most_[pair] = most;
    }
  }
  std::sort(open_pairs_.begin(), open_pairs_.end(), std::greater<>());
  const auto source_of = [&](std::uint32_t slot) {
    return rules_.fact_at(rules_.place(slot, problem_.source[slot]));
  };
  for (std::uint32_t x = source_of(a_.slot); x != no_fact; x = rules_.parent_fact(x)) {
    for (std::uint32_t y = source_of(b_.slot); y != no_fact; y = rules_.parent_fact(y)) {
      for (const Block& block : rules_.fact_blocks()) {
        for (std::uint32_t z = source_of(block.slot); z != no_fact; z = rules_.parent_fact(z)) {
          row(pair_of(x, y))[z] = 0;
        }
      }
    }
  }
}

/// Calls visit(index) for a fact and its ancestors, as indices into its block, and for the index
/// after the block, which means "nothing is wanted".
template <typename Visit>
void TripleTable::for_each_above(std::uint32_t fact, const Block& block, Visit visit) const {
  for (std::uint32_t at = fact; at != no_fact; at = rules_.parent_fact(at)) {
    visit(at - block.begin);
  }
  visit(block.end - block.begin);
}

/// For each pair a lower bound on the cost from there to the goal, ignoring all other needs: the
/// backward distance in the two traits alone.
std::vector<TripleTable::Units> TripleTable::ways_to_goal() const {
  const std::uint32_t width_a = a_.end - a_.begin;
  const std::uint32_t width_b = b_.end - b_.begin;
  const std::uint32_t stride = width_b + 1;
  std::vector<Units> rest((width_a + 1) * stride, static_cast<Units>(limit_ + 1));
  rest[(goal_a_ - a_.begin) * stride + (goal_b_ - b_.begin)] = 0;
  const auto number = [](std::uint32_t fact, const Block& block) {
    return (fact == no_fact ? block.end : fact) - block.begin;
  };
  bool lower = true;
  const auto offer = [&](std::uint32_t a, std::uint32_t b, int cost) {
    Units& known = rest[a * stride + b];
    if (cost < known) {
      known = static_cast<Units>(cost);
      lower = true;
    }
  };
  while (lower) {
    lower = false;
    for (std::size_t i = steps_.steps().size(); i-- > 0;) {
      const Step& step = steps_.steps()[i];
      const Role& a = step.a;
      const Role& b = step.b;
      const std::uint32_t before_a = number(a.needs, a_);
      const std::uint32_t before_b = number(b.needs, b_);
      if (a.touches() && b.touches()) {
        for_each_above(a.leads_to(), a_, [&](std::uint32_t x) {
          for_each_above(b.leads_to(), b_, [&](std::uint32_t y) {
            offer(before_a, before_b, rest[x * stride + y] + step.difficulty);
          });
        });
      } else if (a.touches()) {
        for_each_above(a.leads_to(), a_, [&](std::uint32_t x) {
          for (std::uint32_t y = 0; y <= width_b; ++y) {
            offer(before_a, y, rest[x * stride + y] + step.difficulty);
          }
        });
      } else {
        for_each_above(b.leads_to(), b_, [&](std::uint32_t y) {
          for (std::uint32_t x = 0; x <= width_a; ++x) {
            offer(x, before_b, rest[x * stride + y] + step.difficulty);
          }
        });
      }
    }
  }
  std::vector<Units> pairs;
  for (std::uint32_t x = 0; x < width_a; ++x) {
    const auto first = rest.begin() + static_cast<std::ptrdiff_t>(x * stride);
    pairs.insert(pairs.end(), first, first + static_cast<std::ptrdiff_t>(width_b));
  }
  return pairs;
}

void TripleTable::settle() {
  std::fill(changed_.begin(), changed_.end(), 0);
  now_ = 0;
  for (const auto& [left, pair] : open_pairs_) {
    for (std::uint32_t fact = 0; fact <= facts_; ++fact) {
      note_fresh(pair, fact);
    }
  }
  for (bool again = true; again;) {
    again = false;
    for (const auto& [left, pair] : open_pairs_) {
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
  const std::uint32_t before = step.applied;
  step.applied = ++now_;
  if (step.a.overwrites && step.b.overwrites) {
    return keep_none(step, before);
  }
  return keep_one(step, before, step.a.overwrites);
}

/// Applies all rules that leave the pair alone and achieve a third fact.
bool TripleTable::keep_both(std::uint32_t pair) {
  const std::uint32_t width = b_.end - b_.begin;
  const Units own = pairs_.row(a_.begin + pair / width)[b_.begin + pair % width];
  const int most = most_[pair];
  const Units* known = row(pair);
  std::uint64_t* fresh = fresh_.data() + pair * words_;
  bool lower = false;
  for (std::size_t word = 0; word < words_;) {
    if (fresh[word] == 0) {
      ++word;
      continue;
    }
    const auto fact = static_cast<std::uint32_t>(word * 64) +
                      static_cast<std::uint32_t>(std::countr_zero(fresh[word]));
    fresh[word] &= fresh[word] - 1;
    const Units had = fact < facts_ ? known[fact] : own;
    std::size_t first = word;
    for (const Reader& reader : steps_.readers_of(fact)) {
      if (had + reader.difficulty > most) {
        break;
      }
      if (may_lower(reader, known, std::max(had, own), most) && take(pair, reader, own)) {
        lower = true;
        first = 0;
      }
    }
    word = first;
  }
  if (lower) {
    changed_[pair] = ++now_;
  }
  return lower;
}

/// A quick test, false for most rules: whether the reader can lower any entry. `least`: the cost of
/// some of its needs.
bool TripleTable::may_lower(const Reader& reader, const Units* known, int least, int most) {
  if (!reader.is_simple) {
    return true;
  }
  const int needs = std::max(
      {least, int{reader.needs}, int{known[reader.needed[0]]}, int{known[reader.needed[1]]}});
  const int total = needs + reader.difficulty;
  return total <= most && total < std::max(known[reader.gained[0]], known[reader.gained[1]]);
}

bool TripleTable::take(std::uint32_t pair, const Reader& reader, Units own) {
  Units* known = row(pair);
  Units total = std::max(own, reader.needs);
  for (std::uint32_t fact : rules_.needed_facts(reader.rule)) {
    total = std::max(total, known[fact]);
  }
  if (total + reader.difficulty > most_[pair]) {
    return false;
  }
  return lower_gained(pair, reader.rule, static_cast<Units>(total + reader.difficulty));
}

/// Lowers the cost of what the rule achieves, together with the pair, to `total`.
bool TripleTable::lower_gained(std::uint32_t pair, std::uint32_t rule, Units total) {
  Units* known = row(pair);
  bool lower = false;
  for (std::uint32_t gained : rules_.gained_facts(rule)) {
    for (std::uint32_t z = gained; z != no_fact; z = rules_.parent_fact(z)) {
      if (total < known[z]) {
        known[z] = total;
        note_fresh(pair, z);
        lower = true;
      }
    }
  }
  return lower;
}

/// The rule achieves a value of one of the two traits and leaves the other alone.
bool TripleTable::keep_one(const Step& step, std::uint32_t before, bool keeps_b) {
  const Role& own = keeps_b ? step.a : step.b;
  if (own.gains == no_fact || (before > 0 && own.needs == no_fact)) {
    return false;
  }
  const auto pair_with = [&](std::uint32_t fact, std::uint32_t kept) {
    return keeps_b ? pair_of(fact, kept) : pair_of(kept, fact);
  };
  const auto needed = rules_.needed_facts(step.rule);
  const Block& kept_block = keeps_b ? b_ : a_;
  bool lower = false;
  for (std::uint32_t kept = kept_block.begin; kept < kept_block.end; ++kept) {
    const Units* with = pairs_.row(kept);
    if (own.needs != no_fact) {
      const std::uint32_t pair = pair_with(own.needs, kept);
      if (before > 0 && changed_[pair] <= before) {
        continue;
      }
      with = row(pair);
    }
    Units least = std::max(step.needs, pairs_.row(kept)[kept]);
    for (std::uint32_t fact : needed) {
      least = std::max({least, pairs_.row(kept)[fact], with[fact]});
    }
    const auto total = static_cast<Units>(least + step.difficulty);
    bool has_joined = false;
    for (std::uint32_t x = own.gains; x != no_fact; x = rules_.parent_fact(x)) {
      const std::uint32_t pair = pair_with(x, kept);
      if (total <= most_[pair]) {
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
bool TripleTable::keep_none(const Step& step, std::uint32_t before) {
  const Role& a = step.a;
  const Role& b = step.b;
  if (a.gains == no_fact || b.gains == no_fact) {
    return false;
  }
  Units least = step.needs;
  const Units* with = nullptr;
  if (a.needs != no_fact && b.needs != no_fact) {
    const std::uint32_t pair = pair_of(a.needs, b.needs);
    if (before > 0 && changed_[pair] <= before) {
      return false;
    }
    with = row(pair);
    for (std::uint32_t fact : rules_.needed_facts(step.rule)) {
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
  for (std::uint32_t x = a.gains; x != no_fact; x = rules_.parent_fact(x)) {
    for (std::uint32_t y = b.gains; y != no_fact; y = rules_.parent_fact(y)) {
      if (total <= most_[pair_of(x, y)]) {
        lower |= offer(pair_of(x, y), step, total);
      }
    }
  }
  return lower;
}

/// Computes `joined_`: the cost of each fact together with the row `with` (null: none) and the
/// needs of the step, plus its difficulty.
void TripleTable::join_rows(const Step& step, const Units* with, Units least) {
  const Lanes at_least = Lanes::all(least);
  const Lanes difficulty = Lanes::all(step.difficulty);
  const auto needed = rules_.needed_facts(step.rule);
  for (std::size_t at = 0; at < facts_; at += Lanes::count) {
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

/// Lowers the row of a pair that the step achieves: to `joined_` for facts it leaves alone, and to
/// `total` for what else it achieves.
bool TripleTable::offer(std::uint32_t pair, const Step& step, Units total) {
  Units* known = row(pair);
  bool lower = false;
  for (const Block& block : rules_.fact_blocks()) {
    if (rules_.overwrites(step.rule, block.slot)) {
      continue;
    }
    for (std::uint32_t at = block.begin; at < block.end; at += Lanes::count) {
      const Lanes offered = Lanes::load(joined_.data() + at);
      const Lanes old = Lanes::load(known + at);
      if (any_less(offered, old)) {
        for (std::uint32_t i = at; i < at + Lanes::count; ++i) {
          if (joined_[i] < known[i]) {
            known[i] = joined_[i];
            note_fresh(pair, i);
          }
        }
        lower = true;
      }
    }
  }
  lower |= lower_gained(pair, step.rule, total);
  if (lower) {
    changed_[pair] = step.applied;
  }
  return lower;
}

}  // namespace weft
