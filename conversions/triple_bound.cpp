#include "conversions/triple_bound.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <tuple>

#include "conversions/lanes.h"

namespace weft {
namespace {

constexpr std::uint32_t none = CompiledRules::no_fact;

}  // namespace

TripleBound::TripleBound(const SearchProblem& problem, const PairBound& pairs)
    : problem_(problem),
      rules_(problem.rules),
      pairs_(pairs),
      facts_(problem.rules.fact_count()),
      words_((problem.rules.fact_count() + 1 + 63) / 64) {}

void TripleBound::extend(const PairBound::Facts& goal, std::int64_t horizon, std::size_t pairs) {
  if (!pairs_.has_started()) {
    return;
  }
  if (unit_ != pairs_.unit()) {
    start(goal);
  }
  while (tables_.size() < std::min(pairs, possible_.size())) {
    const auto& [a, b] = possible_[tables_.size()];
    tables_.push_back(table_of(a, b));
  }
  for (Table& table : tables_) {
    if (table.horizon < horizon) {
      table.horizon = horizon;
      limit_ = static_cast<Units>(horizon / unit_);
      collect_steps(table);
      begin(table);
      settle(table);
    }
  }
}

/// Lists the pairs of traits.
void TripleBound::start(const PairBound::Facts& goal) {
  unit_ = pairs_.unit();
  std::vector<std::tuple<int, std::uint32_t, std::uint32_t>> chosen;
  for (std::size_t i = 0; i < goal.count; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Units* costs = pairs_.row(goal.facts[i]);
      const bool is_had =
          costs[goal.facts[i]] == 0 || pairs_.row(goal.facts[j])[goal.facts[j]] == 0;
      const Block& a = rules_.fact_blocks()[rules_.block_of_fact(goal.facts[i])];
      const Block& b = rules_.fact_blocks()[rules_.block_of_fact(goal.facts[j])];
      const bool has_room =
          std::size_t{a.end - a.begin} * (b.end - b.begin) * facts_ <= max_table_size;
      if (!is_had && has_room) {
        chosen.emplace_back(-costs[goal.facts[j]], goal.facts[j], goal.facts[i]);
      }
    }
  }
  std::sort(chosen.begin(), chosen.end());
  possible_.clear();
  for (const auto& [cost, a, b] : chosen) {
    if (possible_.size() < max_tables) {
      possible_.emplace_back(a, b);
    }
  }
  tables_.clear();
  joined_.assign(facts_, 0);
}

TripleBound::Table TripleBound::table_of(std::uint32_t a, std::uint32_t b) const {
  Table table;
  table.block_a = rules_.block_of_fact(a);
  table.block_b = rules_.block_of_fact(b);
  table.a = rules_.fact_blocks()[table.block_a];
  table.b = rules_.fact_blocks()[table.block_b];
  table.goal_a = a;
  table.goal_b = b;
  const std::size_t pairs =
      std::size_t{table.a.end - table.a.begin} * (table.b.end - table.b.begin);
  table.cost.assign(pairs * facts_, 0);
  table.most.assign(pairs, -1);  // everything costs more than that
  table.changed.assign(pairs, 0);
  table.fresh.assign(pairs * words_, 0);
  return table;
}

/// Chooses the pairs that may matter within the horizon, and makes room for what they cost.
void TripleBound::begin(Table& table) {
  const std::vector<Units> rest = ways_to_goal(table);
  table.pairs.clear();
  for (std::uint32_t a = table.a.begin; a < table.a.end; ++a) {
    for (std::uint32_t b = table.b.begin; b < table.b.end; ++b) {
      const std::uint32_t pair = pair_of(table, a, b);
      const auto most = static_cast<Units>(std::max(limit_ - rest[pair], -1));
      const Units cost = pairs_.row(a)[b];
      if (cost <= most) {
        table.pairs.emplace_back(static_cast<Units>(most - cost), pair);
      }
      Units* known = row(table, pair);
      std::replace_if(
          known, known + facts_, [&](Units at) { return at > table.most[pair]; },
          static_cast<Units>(most + 1));
      table.most[pair] = most;
    }
  }
  std::sort(table.pairs.begin(), table.pairs.end(), std::greater<>());
  const auto source_of = [&](std::uint32_t slot) {
    return rules_.fact_at(rules_.place(slot, problem_.source[slot]));
  };
  for (std::uint32_t x = source_of(table.a.slot); x != none; x = rules_.parent_fact(x)) {
    for (std::uint32_t y = source_of(table.b.slot); y != none; y = rules_.parent_fact(y)) {
      for (const Block& block : rules_.fact_blocks()) {
        for (std::uint32_t z = source_of(block.slot); z != none; z = rules_.parent_fact(z)) {
          row(table, pair_of(table, x, y))[z] = 0;
        }
      }
    }
  }
}

/// Calls visit(number) for a fact and those above it, numbered in its block, and for the number
/// after these, which stands for «nothing is wanted».
template <typename Visit>
void TripleBound::for_each_above(std::uint32_t fact, const Block& block, Visit visit) const {
  for (std::uint32_t at = fact; at != none; at = rules_.parent_fact(at)) {
    visit(at - block.begin);
  }
  visit(block.end - block.begin);
}

/// For each pair: a bound from below on the cost from wanting it to the goal, as if nothing else
/// were ever needed: the distance backwards in these two traits alone.
std::vector<TripleBound::Units> TripleBound::ways_to_goal(const Table& table) const {
  const std::uint32_t width_a = table.a.end - table.a.begin;
  const std::uint32_t width_b = table.b.end - table.b.begin;
  const std::uint32_t stride = width_b + 1;
  std::vector<Units> rest((width_a + 1) * stride, static_cast<Units>(limit_ + 1));
  rest[(table.goal_a - table.a.begin) * stride + (table.goal_b - table.b.begin)] = 0;
  const auto number = [](std::uint32_t fact, const Block& block) {
    return (fact == none ? block.end : fact) - block.begin;
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
    for (std::size_t i = steps_.size(); i-- > 0;) {
      const Step& step = steps_[i];
      const Role& a = step.a;
      const Role& b = step.b;
      const std::uint32_t before_a = number(a.needs, table.a);
      const std::uint32_t before_b = number(b.needs, table.b);
      if (a.touches() && b.touches()) {
        for_each_above(a.leads_to(), table.a, [&](std::uint32_t x) {
          for_each_above(b.leads_to(), table.b, [&](std::uint32_t y) {
            offer(before_a, before_b, rest[x * stride + y] + step.difficulty);
          });
        });
      } else if (a.touches()) {
        for_each_above(a.leads_to(), table.a, [&](std::uint32_t x) {
          for (std::uint32_t y = 0; y <= width_b; ++y) {
            offer(before_a, y, rest[x * stride + y] + step.difficulty);
          }
        });
      } else {
        for_each_above(b.leads_to(), table.b, [&](std::uint32_t y) {
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

void TripleBound::collect_steps(const Table& table) {
  steps_.clear();
  std::vector<Reader> others;
  for (const PairBound::Writer& writer : pairs_.by_total()) {
    if (writer.total > table.horizon) {
      break;
    }
    Step step{writer.rule,
              static_cast<Units>(writer.difficulty / unit_),
              pairs_.needs(writer.rule),
              role(writer.rule, table.block_a, table.a),
              role(writer.rule, table.block_b, table.b),
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

TripleBound::Reader TripleBound::reader_of(const Step& step) const {
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

void TripleBound::list_readers(std::vector<Reader> steps) {
  std::sort(steps.begin(), steps.end(), [](const Reader& a, const Reader& b) {
    return a.difficulty != b.difficulty ? a.difficulty < b.difficulty : a.rule < b.rule;
  });
  first_reader_.assign(facts_ + 2, 0);
  const auto for_each_need = [&](const Reader& step, auto visit) {
    const auto needed = rules_.needed_facts(step.rule);
    for (std::uint32_t fact : needed) {
      visit(fact);
    }
    if (needed.empty()) {
      visit(static_cast<std::uint32_t>(facts_));
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

TripleBound::Role TripleBound::role(std::uint32_t rule, std::uint32_t block,
                                    const Block& values) const {
  Role found;
  found.overwrites = rules_.overwrites(rule, values.slot);
  for (std::uint32_t fact : rules_.needed_facts(rule)) {
    found.needs = rules_.block_of_fact(fact) == block ? fact : found.needs;
  }
  for (std::uint32_t fact : rules_.gained_facts(rule)) {
    found.gains = rules_.block_of_fact(fact) == block ? fact : found.gains;
  }
  return found;
}

void TripleBound::settle(Table& table) {
  std::fill(table.changed.begin(), table.changed.end(), 0);
  now_ = 0;
  for (const auto& [left, pair] : table.pairs) {
    for (std::uint32_t fact = 0; fact <= facts_; ++fact) {
      note_fresh(table, pair, fact);
    }
  }
  for (bool again = true; again;) {
    again = false;
    for (const auto& [left, pair] : table.pairs) {
      again |= keep_both(table, pair);
    }
    for (Step& step : steps_) {
      again |= apply(table, step);
    }
  }
}

/// Whether anything became cheaper.
bool TripleBound::apply(Table& table, Step& step) {
  if (!step.a.overwrites && !step.b.overwrites) {
    return false;
  }
  const std::uint32_t before = step.applied;
  step.applied = ++now_;
  if (step.a.overwrites && step.b.overwrites) {
    return keep_none(table, step, before);
  }
  return keep_one(table, step, before, step.a.overwrites);
}

/// All conversions that leave alone the pair and bring about the third thing.
bool TripleBound::keep_both(Table& table, std::uint32_t pair) {
  const std::uint32_t width = table.b.end - table.b.begin;
  const Units own = pairs_.row(table.a.begin + pair / width)[table.b.begin + pair % width];
  const int most = table.most[pair];
  const Units* known = row(table, pair);
  std::uint64_t* fresh = table.fresh.data() + pair * words_;
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
    for (std::uint32_t i = first_reader_[fact]; i < first_reader_[fact + 1]; ++i) {
      const Reader& reader = readers_[i];
      if (had + reader.difficulty > most) {
        break;
      }
      if (may_lower(reader, known, std::max(had, own), most) && take(table, pair, reader, own)) {
        lower = true;
        first = 0;
      }
    }
    word = first;
  }
  if (lower) {
    table.changed[pair] = ++now_;
  }
  return lower;
}

/// Seldom does one of them lower anything. `least`: what some of its needs cost.
bool TripleBound::may_lower(const Reader& reader, const Units* known, int least, int most) {
  if (!reader.is_simple) {
    return true;
  }
  const int needs = std::max(
      {least, int{reader.needs}, int{known[reader.needed[0]]}, int{known[reader.needed[1]]}});
  const int total = needs + reader.difficulty;
  return total <= most && total < std::max(known[reader.gained[0]], known[reader.gained[1]]);
}

bool TripleBound::take(Table& table, std::uint32_t pair, const Reader& reader, Units own) {
  Units* known = row(table, pair);
  Units total = std::max(own, reader.needs);
  for (std::uint32_t fact : rules_.needed_facts(reader.rule)) {
    total = std::max(total, known[fact]);
  }
  if (total + reader.difficulty > table.most[pair]) {
    return false;
  }
  total = static_cast<Units>(total + reader.difficulty);
  bool lower = false;
  for (std::uint32_t gained : rules_.gained_facts(reader.rule)) {
    for (std::uint32_t z = gained; z != none; z = rules_.parent_fact(z)) {
      if (total < known[z]) {
        known[z] = total;
        note_fresh(table, pair, z);
        lower = true;
      }
    }
  }
  return lower;
}

/// It brings about a value of one of the two traits and leaves alone the other.
bool TripleBound::keep_one(Table& table, const Step& step, std::uint32_t before, bool keeps_b) {
  const Role& own = keeps_b ? step.a : step.b;
  if (own.gains == none || (before > 0 && own.needs == none)) {
    return false;
  }
  const auto pair_with = [&](std::uint32_t fact, std::uint32_t kept) {
    return keeps_b ? pair_of(table, fact, kept) : pair_of(table, kept, fact);
  };
  const auto needed = rules_.needed_facts(step.rule);
  const Block& kept_block = keeps_b ? table.b : table.a;
  bool lower = false;
  for (std::uint32_t kept = kept_block.begin; kept < kept_block.end; ++kept) {
    const Units* with = pairs_.row(kept);
    if (own.needs != none) {
      const std::uint32_t pair = pair_with(own.needs, kept);
      if (before > 0 && table.changed[pair] <= before) {
        continue;
      }
      with = row(table, pair);
    }
    Units least = std::max(step.needs, pairs_.row(kept)[kept]);
    for (std::uint32_t fact : needed) {
      least = std::max({least, pairs_.row(kept)[fact], with[fact]});
    }
    const auto total = static_cast<Units>(least + step.difficulty);
    bool has_joined = false;
    for (std::uint32_t x = own.gains; x != none; x = rules_.parent_fact(x)) {
      const std::uint32_t pair = pair_with(x, kept);
      if (total <= table.most[pair]) {
        if (!has_joined) {
          has_joined = true;
          join_rows(step, with, least);
        }
        lower |= offer(table, pair, step, total);
      }
    }
  }
  return lower;
}

/// It brings about values of both.
bool TripleBound::keep_none(Table& table, const Step& step, std::uint32_t before) {
  const Role& a = step.a;
  const Role& b = step.b;
  if (a.gains == none || b.gains == none) {
    return false;
  }
  Units least = step.needs;
  const Units* with = nullptr;
  if (a.needs != none && b.needs != none) {
    const std::uint32_t pair = pair_of(table, a.needs, b.needs);
    if (before > 0 && table.changed[pair] <= before) {
      return false;
    }
    with = row(table, pair);
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
  for (std::uint32_t x = a.gains; x != none; x = rules_.parent_fact(x)) {
    for (std::uint32_t y = b.gains; y != none; y = rules_.parent_fact(y)) {
      if (total <= table.most[pair_of(table, x, y)]) {
        lower |= offer(table, pair_of(table, x, y), step, total);
      }
    }
  }
  return lower;
}

/// What it costs to have each fact with `with` (null: nothing) and what the step needs, and then to
/// take the step.
void TripleBound::join_rows(const Step& step, const Units* with, Units least) {
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

/// A pair that the step brings about, with what is in `joined_` for each fact that it leaves alone
/// and `total` for what it brings about besides.
bool TripleBound::offer(Table& table, std::uint32_t pair, const Step& step, Units total) {
  Units* known = row(table, pair);
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
            note_fresh(table, pair, i);
          }
        }
        lower = true;
      }
    }
  }
  for (std::uint32_t gained : rules_.gained_facts(step.rule)) {
    for (std::uint32_t z = gained; z != none; z = rules_.parent_fact(z)) {
      if (total < known[z]) {
        known[z] = total;
        note_fresh(table, pair, z);
        lower = true;
      }
    }
  }
  if (lower) {
    table.changed[pair] = step.applied;
  }
  return lower;
}

/// Null: not both traits of the table are wanted.
const TripleBound::Units* TripleBound::row_of(const Table& table,
                                              const PairBound::Facts& wanted) const {
  std::uint32_t a = none;
  std::uint32_t b = none;
  for (std::size_t i = 0; i < wanted.count; ++i) {
    a = wanted.slots[i] == table.a.slot ? wanted.facts[i] : a;
    b = wanted.slots[i] == table.b.slot ? wanted.facts[i] : b;
  }
  return a == none || b == none ? nullptr : row(table, pair_of(table, a, b));
}

Cost TripleBound::bound(const PairBound::Facts& wanted) const {
  Units most = 0;
  for (const Table& table : tables_) {
    if (const Units* costs = row_of(table, wanted)) {
      for (std::size_t i = 0; i < wanted.count; ++i) {
        most = std::max(most, costs[wanted.facts[i]]);
      }
    }
  }
  return {0, most * unit_};
}

void TripleBound::improve(PairBound::Rest& rest) const {
  if (unit_ != pairs_.unit()) {
    return;  // pairs were extended alone, for chains with lossy steps, and count in larger units
             // now
  }
  for (const Table& table : tables_) {
    if (const Units* costs = row_of(table, rest.facts)) {
      for (std::size_t at = 0; at < facts_; at += Lanes::count) {
        max(Lanes::load(costs + at), Lanes::load(rest.with.data() + at))
            .store(rest.with.data() + at);
      }
      for (std::size_t i = 0; i < rest.facts.count; ++i) {
        rest.least = std::max(rest.least, costs[rest.facts.facts[i]]);
      }
    }
  }
}

Cost TripleBound::bound_before(std::uint32_t rule, const PairBound::Facts& wanted) const {
  PairBound::Facts before;
  for (std::size_t i = 0; i < wanted.count; ++i) {
    if (!rules_.overwrites(rule, wanted.slots[i])) {
      before.facts[before.count] = wanted.facts[i];
      before.slots[before.count++] = wanted.slots[i];
    }
  }
  for (std::uint32_t fact : rules_.needed_facts(rule)) {
    if (before.count < PairBound::Facts::most) {
      before.facts[before.count] = fact;
      before.slots[before.count++] = rules_.fact_blocks()[rules_.block_of_fact(fact)].slot;
    }
  }
  return bound(before);
}

}  // namespace weft
