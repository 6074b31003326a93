#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "conversions/bounds/pair_matrix.h"
#include "conversions/table/facts.h"

namespace weft {

/// The weights of a TripleTable: a row per pair of values, with the weight of each fact together
/// with them, what of the row is worth knowing, and what fell since it was last looked at.
class TripleRows {
 public:
  using Units = PairMatrix::Units;
  using Time = PairMatrix::Time;

  TripleRows(const Facts& facts, std::size_t pairs)
      : facts_(facts),
        size_(facts.count()),
        words_((facts.count() + 1 + 63) / 64),
        weight_(pairs * size_, 0),
        most_(pairs, -1),
        changed_(pairs, 0),
        fresh_(pairs * words_, 0) {}

  const Units* row(std::uint32_t pair) const { return weight_.data() + pair * size_; }
  /// The greatest weight that matters; any above it is `most` + 1.
  Units most(std::uint32_t pair) const { return most_[pair]; }
  void raise_most(std::uint32_t pair, Units most);

  Time next_time() { return ++now_; }
  bool has_changed(std::uint32_t pair, Time since) const { return changed_[pair] > since; }
  void note_change(std::uint32_t pair, Time now) { changed_[pair] = now; }
  /// Forgets all changes and starts the time again.
  void restart();

  /// Marks a fact for next_fresh(). Facts::count() is a mark of its own: what needs no fact.
  void note_fresh(std::uint32_t pair, std::uint32_t fact) {
    fresh_[pair * words_ + fact / 64] |= std::uint64_t{1} << (fact % 64);
  }
  /// The first marked fact from the word of `from` on, which loses its mark.
  std::optional<std::uint32_t> next_fresh(std::uint32_t pair, std::uint32_t from);

  void set(std::uint32_t pair, std::uint32_t fact, Units weight) {
    weight_[pair * size_ + fact] = weight;
  }
  /// Lowers and marks the weight of a fact and its ancestors. Returns whether any fell.
  bool lower(std::uint32_t pair, std::uint32_t fact, Units weight);
  /// Lowers and marks the facts of a block to `offered`, eight at a time. Returns whether any fell.
  bool lower_block(std::uint32_t pair, const Facts::Block& block, const Units* offered);

 private:
  const Facts& facts_;
  std::size_t size_;                  // of a row
  std::size_t words_;                 // of a row's marks
  std::vector<Units> weight_;         // per pair and fact
  std::vector<Units> most_;           // per pair; -1: nothing matters yet
  std::vector<Time> changed_;         // per pair: when an entry last fell
  std::vector<std::uint64_t> fresh_;  // per pair: a bit per fact
  Time now_ = 0;
};

}  // namespace weft
