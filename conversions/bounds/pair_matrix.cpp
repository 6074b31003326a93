#include "conversions/bounds/pair_matrix.h"

#include <algorithm>
#include <array>

#include "conversions/table/lanes.h"

namespace weft {

void PairMatrix::reset(Units weight) {
  weight_.assign(size_ * size_, weight);
  changed_.assign(size_ * facts_.blocks().size(), 0);
  last_change_.assign(size_, 0);
  now_ = 0;
}

void PairMatrix::replace(Units weight, Units by) {
  std::replace(weight_.begin(), weight_.end(), weight, by);
}

PairMatrix::Units PairMatrix::most_among(std::span<const std::uint32_t> facts) const {
  Units most = 0;
  for (std::size_t i = 0; i < facts.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      most = std::max(most, row(facts[i])[facts[j]]);
    }
  }
  return most;
}

bool PairMatrix::lower(std::uint32_t a, std::uint32_t b, Units weight) {
  bool lower = false;
  for (std::uint32_t x = a; x != Facts::none; x = facts_.parent(x)) {
    for (std::uint32_t y = b; y != Facts::none; y = facts_.parent(y)) {
      if (weight < row(x)[y]) {
        own_row(x)[y] = weight;
        own_row(y)[x] = weight;
        note_change(x, facts_.block_of(y));
        note_change(y, facts_.block_of(x));
        lower = true;
      }
    }
  }
  return lower;
}

bool PairMatrix::take(const Offer& offer, std::span<const std::uint32_t> achieved,
                      std::uint32_t block) {
  bool lower = false;
  for (std::uint32_t fact : achieved) {
    // If no entry of a fact fell, those of its ancestors do not either.
    for (std::uint32_t x = fact; x != Facts::none && take_row(offer, x, block);
         x = facts_.parent(x)) {
      lower = true;
    }
  }
  return lower;
}

bool PairMatrix::take_row(const Offer& offer, std::uint32_t achieved, std::uint32_t block) {
  const Facts::Block& lanes = facts_.blocks()[block];
  const std::uint32_t own_block = facts_.block_of(achieved);
  const Lanes needs = Lanes::all(offer.needs);
  const Lanes difficulty = Lanes::all(offer.difficulty);
  Units* known = own_row(achieved);
  bool lower = false;
  for (std::uint32_t at = lanes.begin; at < lanes.end; at += Lanes::count) {
    const Lanes total =
        max(max(Lanes::load(offer.with + at), Lanes::load(offer.and_with + at)), needs) +
        difficulty;
    if (!any_less(total, Lanes::load(known + at))) {
      continue;
    }
    lower = true;
    std::array<Units, Lanes::count> totals;
    total.store(totals.data());
    for (std::uint32_t i = 0; i < Lanes::count; ++i) {
      if (totals[i] < known[at + i]) {
        known[at + i] = totals[i];
        own_row(at + i)[achieved] = totals[i];
        note_change(at + i, own_block);
      }
    }
  }
  if (lower) {
    note_change(achieved, block);
  }
  return lower;
}

}  // namespace weft
