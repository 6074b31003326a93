#include "conversions/tuple_bound.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <utility>

#include "conversions/lanes.h"

namespace weft {
namespace {

constexpr std::uint32_t none = CompiledRules::no_fact;

}  // namespace

TupleBound::TupleBound(const SearchProblem& problem, const PairBound& pairs)
    : problem_(problem),
      rules_(problem.rules),
      pairs_(pairs),
      facts_(problem.rules.fact_count()),
      words_((problem.rules.fact_count() + 1 + 63) / 64) {}

void TupleBound::extend(const Region* goal, std::int64_t horizon) {
  const bool is_known = rows_ != nullptr && unit_ == pairs_.unit() && horizon <= rows_->horizon();
  if (is_full_ || is_known || !pairs_.has_started()) {
    return;
  }
  is_full_ = !find_rows(goal, horizon);
  if (!is_full_) {
    unit_ = pairs_.unit();
    list_readers();
    begin();
    settle();
    fill_own_blocks();
  }
}

/// Those that are not had already, the dearest first.
std::vector<std::uint32_t> TupleBound::slots_of(const Region* goal) const {
  const PairBound::Facts facts = pairs_.facts_of(goal);
  std::vector<std::pair<int, std::uint32_t>> chosen;
  for (std::size_t i = 0; i < facts.count; ++i) {
    const int cost = pairs_.row(facts.facts[i])[facts.facts[i]];
    if (cost > 0) {
      chosen.emplace_back(-cost, facts.slots[i]);
    }
  }
  std::sort(chosen.begin(), chosen.end());
  std::vector<std::uint32_t> slots;
  for (const auto& [cost, slot] : chosen) {
    if (slots.size() < TupleRows::max_traits) {
      slots.push_back(slot);
    }
  }
  return slots;
}

/// False if there is no room, or less than two traits: pairs know all that tuples of one would.
bool TupleBound::find_rows(const Region* goal, std::int64_t horizon) {
  if (rows_ != nullptr) {
    for (std::uint32_t row = 0; row < rows_->size(); ++row) {
      rows_->learn(row, base_[row] * unit_);
    }
  }
  std::vector<std::uint32_t> slots = rows_ != nullptr ? rows_->slots() : slots_of(goal);
  while (slots.size() > 1) {
    auto found = std::make_unique<TupleRows>(problem_, pairs_, slots);
    if (found->find(goal, horizon, max_numbers / facts_, rows_.get())) {
      rows_ = std::move(found);
      return true;
    }
    if (rows_ != nullptr) {
      return false;
    }
    slots.pop_back();
  }
  return false;
}

/// The conversions that leave all tuples alone, as they can matter within the horizon.
void TupleBound::list_readers() {
  std::vector<Reader> all;
  for (const PairBound::Writer& writer : pairs_.by_total()) {
    if (writer.total > rows_->horizon()) {
      break;
    }
    if (rows_->leaves_alone(writer.rule)) {
      all.push_back({static_cast<Units>(writer.difficulty / unit_), writer.rule});
    }
  }
  std::sort(all.begin(), all.end(), [](const Reader& a, const Reader& b) {
    return a.difficulty != b.difficulty ? a.difficulty < b.difficulty : a.rule < b.rule;
  });
  first_reader_.assign(facts_ + 2, 0);
  const auto for_each_need = [&](const Reader& reader, auto visit) {
    const auto needed = rules_.needed_facts(reader.rule);
    for (std::uint32_t fact : needed) {
      visit(fact);
    }
    if (needed.empty()) {
      visit(static_cast<std::uint32_t>(facts_));
    }
  };
  for (const Reader& reader : all) {
    for_each_need(reader, [&](std::uint32_t fact) { ++first_reader_[fact]; });
  }
  std::uint32_t end = 0;
  for (std::uint32_t& first : first_reader_) {
    end += first;
    first = end;
  }
  readers_.resize(end);
  for (std::size_t i = all.size(); i-- > 0;) {
    for_each_need(all[i], [&](std::uint32_t fact) { readers_[--first_reader_[fact]] = all[i]; });
  }
}

/// Nothing is known but what the source has.
void TupleBound::begin() {
  const auto count = static_cast<std::uint32_t>(rows_->size());
  most_.resize(count);
  base_.resize(count);
  cost_.resize(count * facts_);
  changed_.assign(count, 0);
  applied_.assign(rows_->step_count(), 0);
  fresh_.assign(count * words_, 0);
  is_fresh_.assign(count, 0);
  now_ = 0;
  order_.resize(count);
  std::iota(order_.begin(), order_.end(), 0U);
  std::sort(order_.begin(), order_.end(), [this](std::uint32_t a, std::uint32_t b) {
    return rows_->estimate(a) != rows_->estimate(b) ? rows_->estimate(a) < rows_->estimate(b)
                                                    : a < b;
  });
  for (std::uint32_t row = 0; row < count; ++row) {
    // Less than the limit of the pairs, which are known not to be had at all where they cost more.
    most_[row] = static_cast<Units>(
        std::min<std::int64_t>((rows_->horizon() - rows_->way(row)) / unit_, pairs_.limit() - 1));
    base_[row] = static_cast<Units>(most_[row] + 1);
    std::fill_n(costs(row), facts_, base_[row]);
    if (!rows_->contains_source(row)) {
      continue;
    }
    lower_base(row, 0);
    for (std::uint32_t slot = 0; slot < rules_.slot_count(); ++slot) {
      lower_all_above(row, rules_.fact_at(rules_.place(slot, problem_.source[slot])), 0);
    }
    changed_[row] = ++now_;
  }
}

void TupleBound::settle() {
  for (bool again = true; again;) {
    again = false;
    for (std::uint32_t row : order_) {
      const bool is_led_to = lead_to(row);
      const bool is_kept = is_fresh_[row] != 0 && keep(row);
      if (is_led_to || is_kept) {
        changed_[row] = ++now_;
        again = true;
      }
    }
  }
}

/// Whether anything became cheaper, as for all that follow.
bool TupleBound::lead_to(std::uint32_t row) {
  bool lower = false;
  std::uint32_t number = rows_->first_step(row);
  for (const TupleRows::Step& step : rows_->steps_to(row)) {
    if (changed_[step.before] > applied_[number]) {
      applied_[number] = now_;
      lower |= lead_on(row, step);
    }
    ++number;
  }
  return lower;
}

bool TupleBound::lead_on(std::uint32_t row, const TupleRows::Step& step) {
  const Units* with = costs(step.before);
  Units least = std::max(base_[step.before], pairs_.needs(step.rule));
  std::array<const Units*, 2> needs = {with, with};
  std::size_t count = 0;
  for (std::uint32_t fact : rules_.needed_facts(step.rule)) {
    if (!rows_->is_about(rules_.fact_blocks()[rules_.block_of_fact(fact)].slot)) {
      least = std::max(least, with[fact]);
      needs[count++ % 2] = pairs_.row(fact);
    }
  }
  const auto difficulty = static_cast<Units>(rules_.cost(step.rule).difficulty / unit_);
  if (least + difficulty > most_[row]) {
    return false;
  }
  const auto total = static_cast<Units>(least + difficulty);
  bool lower = lower_base(row, total);
  for (std::uint32_t gained : rules_.gained_facts(step.rule)) {
    lower |= lower_all_above(row, gained, total);
  }
  const Lanes at_least = Lanes::all(least);
  const Lanes more = Lanes::all(difficulty);
  Units* known = costs(row);
  for (const CompiledRules::FactBlock& block : rules_.fact_blocks()) {
    if (rules_.overwrites(step.rule, block.slot) || rows_->is_about(block.slot)) {
      continue;
    }
    for (std::uint32_t at = block.begin; at < block.end; at += Lanes::count) {
      const Lanes offered = max(max(at_least, Lanes::load(with + at)),
                                max(Lanes::load(needs[0] + at), Lanes::load(needs[1] + at))) +
                            more;
      const Lanes old = Lanes::load(known + at);
      if (any_less(offered, old)) {
        std::array<Units, Lanes::count> lanes;
        offered.store(lanes.data());
        for (std::uint32_t i = 0; i < Lanes::count; ++i) {
          if (lanes[i] < known[at + i]) {
            known[at + i] = lanes[i];
            note_fresh(row, at + i);
          }
        }
        lower = true;
      }
    }
  }
  return lower;
}

/// What conversions bring about that leave the row alone.
bool TupleBound::keep(std::uint32_t row) {
  const Units* known = costs(row);
  std::uint64_t* fresh = fresh_.data() + row * words_;
  bool lower = false;
  for (std::size_t word = 0; word < words_;) {
    if (fresh[word] == 0) {
      ++word;
      continue;
    }
    const auto fact = static_cast<std::uint32_t>(word * 64) +
                      static_cast<std::uint32_t>(std::countr_zero(fresh[word]));
    fresh[word] &= fresh[word] - 1;
    const Units had = fact < facts_ ? known[fact] : base_[row];
    std::size_t first = word;
    for (std::uint32_t i = first_reader_[fact]; i < first_reader_[fact + 1]; ++i) {
      if (had + readers_[i].difficulty > most_[row]) {
        break;
      }
      if (take(row, readers_[i])) {
        lower = true;
        first = 0;
      }
    }
    word = first;
  }
  is_fresh_[row] = 0;
  return lower;
}

bool TupleBound::take(std::uint32_t row, const Reader& reader) {
  const Units* known = costs(row);
  Units total = std::max(base_[row], pairs_.needs(reader.rule));
  for (std::uint32_t fact : rules_.needed_facts(reader.rule)) {
    total = std::max(total, known[fact]);
  }
  if (total + reader.difficulty > most_[row]) {
    return false;
  }
  total = static_cast<Units>(total + reader.difficulty);
  bool lower = false;
  for (std::uint32_t gained : rules_.gained_facts(reader.rule)) {
    lower |= lower_all_above(row, gained, total);
  }
  return lower;
}

bool TupleBound::lower_base(std::uint32_t row, Units cost) {
  if (cost >= base_[row]) {
    return false;
  }
  // What was had for less than the row itself is new to readers now.
  const Units* known = costs(row);
  for (std::uint32_t fact = 0; fact < facts_; ++fact) {
    if (known[fact] <= base_[row] && known[fact] <= most_[row]) {
      note_fresh(row, fact);
    }
  }
  note_fresh(row, static_cast<std::uint32_t>(facts_));
  base_[row] = cost;
  return true;
}

bool TupleBound::lower_all_above(std::uint32_t row, std::uint32_t fact, Units cost) {
  Units* known = costs(row);
  bool lower = false;
  for (std::uint32_t at = fact; at != none; at = rules_.parent_fact(at)) {
    if (cost < known[at]) {
      known[at] = cost;
      note_fresh(row, at);
      lower = true;
    }
  }
  return lower;
}

/// With what is wanted of the traits themselves it costs what the row does.
void TupleBound::fill_own_blocks() {
  for (const CompiledRules::FactBlock& block : rules_.fact_blocks()) {
    for (std::uint32_t row = 0; row < rows_->size() && rows_->is_about(block.slot); ++row) {
      std::fill(costs(row) + block.begin, costs(row) + block.end, base_[row]);
    }
  }
}

Cost TupleBound::bound(const Region* wanted, const PairBound::Facts& facts, Cost so_far) const {
  if (rows_ == nullptr) {
    return {};
  }
  const std::uint32_t row = rows_->row_of(wanted);
  if (row == TupleRows::no_row) {
    return so_far.lossy > 0 ? Cost{} : Cost{0, rows_->horizon() + 1 - so_far.difficulty};
  }
  Units most = base_[row];
  for (std::size_t i = 0; i < facts.count; ++i) {
    most = std::max(most, costs(row)[facts.facts[i]]);
  }
  return {0, most * unit_};
}

void TupleBound::improve(const Region* wanted, std::uint32_t slot, PairBound::Rest& rest) const {
  if (rows_ == nullptr || rows_->is_about(slot) || unit_ != pairs_.unit()) {
    return;
  }
  const std::uint32_t row = rows_->row_of(wanted);
  if (row == TupleRows::no_row) {
    return;
  }
  for (std::size_t at = 0; at < facts_; at += Lanes::count) {
    max(Lanes::load(costs(row) + at), Lanes::load(rest.with.data() + at))
        .store(rest.with.data() + at);
  }
  rest.least = std::max(rest.least, base_[row]);
  for (std::size_t i = 0; i < rest.facts.count; ++i) {
    rest.least = std::max(rest.least, costs(row)[rest.facts.facts[i]]);
  }
}

}  // namespace weft
