#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "conversions/radix_queue.h"
#include "conversions/region.h"
#include "conversions/search_problem.h"

namespace weft {

/// Bounds from below on the cost from the source to two wanted things at once: a conversion counts
/// from when the dearest pair among what it matches, and what else is wanted, can be had (h² of
/// planning: Haslum, Geffner, «Admissible Heuristics for Optimal Planning», AIPS 2000). Made outwards from the source, as far as a search needs them.
///
/// That a trait is absent bounds nothing here. Lossy conversions are left out: what cannot be had
/// without them costs one lossy step or more. Consistent: a step back along a conversion lowers the
/// bound by at most its cost.
class PairBound {
 public:
  explicit PairBound(const SearchProblem& problem);

  /// Tables with more values than this would need too much memory; then nothing is ever bounded.
  static constexpr std::size_t max_facts = 1024;

  /// From now on difficulties up to `horizon` are told apart, all others are known to be greater.
  /// O(facts² × conversions that match a fact) if the horizon is beyond everything; what costs
  /// more than the horizon is not looked at. Several steps cost as much as one.
  void extend(std::int64_t horizon);
  Cost bound(const Region* wanted) const;

 private:
  using Difficulty = RadixQueue::Key;
  /// Something of the subtree of `within` can be had with `fact`, for that cost.
  struct Meeting {
    std::uint32_t within = 0;
    std::uint32_t fact = 0;
    Difficulty cost = 0;
    std::uint32_t reader = 0;  // the first conversion of `within` that has not been told
  };

  void start();
  void reach(std::uint32_t a, std::uint32_t b, std::uint64_t cost);
  void settle(std::uint32_t a, std::uint32_t b, Difficulty cost);
  void note(std::uint32_t within, std::uint32_t fact, Difficulty cost);
  void tell(Meeting meeting);
  bool is_ready(std::uint32_t rule);
  void fire(std::uint32_t rule);
  void carry(std::uint32_t rule, std::uint32_t fact, std::uint64_t total);
  Difficulty cost_of_needs(std::uint32_t rule) const;
  Difficulty cost_of_meeting(std::uint32_t rule, std::uint32_t fact) const;
  bool is_usable(std::uint32_t rule) const;

  std::size_t pair(std::uint32_t a, std::uint32_t b) const { return a * facts_ + b; }

  const SearchProblem& problem_;
  const CompiledRules& rules_;
  std::size_t facts_;
  std::size_t words_;
  bool has_started_ = false;
  bool is_complete_ = false;  // there is nothing more, whatever the horizon
  Difficulty horizon_ = 0;    // everything up to this is known
  Difficulty told_ = 0;       // rules have been told of what leads to no more than this
  // Per pair of facts (row, column). A pair is settled when it costs as little as anything left.
  std::vector<Difficulty> exact_;   // just these values, as reached so far; both ways
  std::vector<Difficulty> within_;  // the subtrees of both, once settled; both ways
  std::vector<Difficulty> with_;    // just the row's value with the column's subtree, once settled
  std::vector<std::uint64_t> together_;  // per fact the set of rows whose with_ is known
  std::vector<std::uint8_t> state_;      // per rule
  RadixQueue reached_;                   // pairs
  RadixQueue waiting_;                   // numbers in `meetings_`, by when they go on
  std::vector<Meeting> meetings_;
  std::vector<Meeting> noted_;  // of the pair that is being settled
};

}  // namespace weft
