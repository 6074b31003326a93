#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "conversions/table/facts.h"

namespace weft {

/// The weight of each pair of facts as one symmetric matrix of 16-bit numbers, and when each block
/// of a row last fell: who reads a row again may skip the blocks that did not change.
class PairMatrix {
 public:
  using Units = std::int16_t;
  /// A logical time: the number of steps applied.
  using Time = std::uint32_t;

  explicit PairMatrix(const Facts& facts) : facts_(facts), size_(facts.count()) {}

  /// Sets all weights, at time 0.
  void reset(Units weight);
  void replace(Units weight, Units by);
  /// The weight of the fact together with each other one.
  const Units* row(std::uint32_t fact) const { return weight_.data() + fact * size_; }
  /// The greatest weight of two of the facts; 0: there are none.
  Units most_among(std::span<const std::uint32_t> facts) const;

  Time next_time() { return ++now_; }
  bool has_changed(std::uint32_t fact, Time since) const { return last_change_[fact] > since; }
  bool has_changed(std::uint32_t fact, std::uint32_t block, Time since) const {
    return changed_[fact * facts_.blocks().size() + block] > since;
  }

  /// Lowers the weight of the pair, and of all pairs of their ancestors, to `weight`. Returns
  /// whether any entry fell.
  bool lower(std::uint32_t a, std::uint32_t b, Units weight);
  /// What a rule offers each fact x that it leaves alone: max(with[x], and_with[x], needs) +
  /// difficulty, for x together with each fact that the rule achieves.
  struct Offer {
    const Units* with = nullptr;
    const Units* and_with = nullptr;
    Units needs = 0;
    Units difficulty = 0;
  };
  /// Takes the offer for the facts of one block, eight at a time. Returns whether any entry fell.
  bool take(const Offer& offer, std::span<const std::uint32_t> achieved, std::uint32_t block);

 private:
  Units* own_row(std::uint32_t fact) { return weight_.data() + fact * size_; }
  bool take_row(const Offer& offer, std::uint32_t achieved, std::uint32_t block);
  void note_change(std::uint32_t fact, std::uint32_t block) {
    changed_[fact * facts_.blocks().size() + block] = now_;
    last_change_[fact] = now_;
  }

  const Facts& facts_;
  std::size_t size_;
  std::vector<Units> weight_;      // per pair of facts; symmetric
  std::vector<Time> changed_;      // per fact and block: when an entry last fell
  std::vector<Time> last_change_;  // per fact, of any block
  Time now_ = 0;
};

}  // namespace weft
