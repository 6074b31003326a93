#include "conversions/bounds/triple_rows.h"

#include <algorithm>

#include "conversions/table/lanes.h"

namespace weft {

void TripleRows::raise_most(std::uint32_t pair, Units most) {
  Units* known = weight_.data() + pair * size_;
  std::replace_if(
      known, known + size_, [&](Units at) { return at > most_[pair]; },
      static_cast<Units>(most + 1));
  most_[pair] = most;
}

void TripleRows::restart() {
  std::fill(changed_.begin(), changed_.end(), 0);
  now_ = 0;
}

std::optional<std::uint32_t> TripleRows::next_fresh(std::uint32_t pair, std::uint32_t from) {
  std::uint64_t* fresh = fresh_.data() + pair * words_;
  for (std::size_t word = from / 64; word < words_; ++word) {
    if (fresh[word] != 0) {
      const auto bit = static_cast<std::uint32_t>(std::countr_zero(fresh[word]));
      fresh[word] &= fresh[word] - 1;
      return static_cast<std::uint32_t>(word * 64) + bit;
    }
  }
  return std::nullopt;
}

bool TripleRows::lower(std::uint32_t pair, std::uint32_t fact, Units weight) {
  Units* known = weight_.data() + pair * size_;
  bool lower = false;
  for (std::uint32_t z = fact; z != Facts::none; z = facts_.parent(z)) {
    if (weight < known[z]) {
      known[z] = weight;
      note_fresh(pair, z);
      lower = true;
    }
  }
  return lower;
}

bool TripleRows::lower_block(std::uint32_t pair, const Facts::Block& block, const Units* offered) {
  Units* known = weight_.data() + pair * size_;
  bool lower = false;
  for (std::uint32_t at = block.begin; at < block.end; at += Lanes::count) {
    if (any_less(Lanes::load(offered + at), Lanes::load(known + at))) {
      for (std::uint32_t i = at; i < at + Lanes::count; ++i) {
        if (offered[i] < known[i]) {
          known[i] = offered[i];
          note_fresh(pair, i);
        }
      }
      lower = true;
    }
  }
  return lower;
}

}  // namespace weft
