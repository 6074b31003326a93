#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "conversions/search_problem.h"

namespace weft {

/// Which coordinates of one slot are wanted: the subtree of a value, with or without 0 (absent).
///   2 v + z        the subtree of v, and 0 if z
///   z              (v = 0) every value, and 0 if z; 1 wants nothing
///   2 width + 1    0 alone
using Region = std::uint32_t;
inline constexpr Region any_region = 1;

/// Bounds from below on the cost from the source to several wanted things at once, made for the
/// hard ones among them: sums, because every conversion's difficulty is divided among the parts.
///
/// A potential gives each coordinate a number, 0 to those of the source. If no conversion raises
/// the largest potential of what it matches by more than its difficulty, nothing of potential x can
/// be had for less than x. Here: one thing wanted gets its distance from the source where every
/// conversion waits for the dearest thing that it matches, what leads there gets the distance less
/// the way that is left. What this uses up of each conversion is taken off before the next
/// potential is made, thing after thing and round after round while it gains something (saturated
/// cost partitioning: Seipp, Keller, Helmert, JAIR 67, 2020; rounds as in LM-cut: Helmert,
/// Domshlak, ICAPS 2009). Lossy conversions are left out: with them a chain costs more than any
/// without, so the bounds hold all the same.
class CostPartitions {
 public:
  /// O(rules).
  explicit CostPartitions(const SearchProblem& problem);

  /// Divides the difficulties as is good for `wanted`. Nothing above `most` is told apart. O(rules
  /// × checks) per potential, of which there are a few.
  void add(const Region* wanted, std::int64_t most);
  std::size_t size() const { return ends_.size(); }
  /// Of the divisions from number `first` on, the best bound.
  Cost bound(const Region* wanted, std::size_t first) const;

 private:
  /// Where the least potential of a region stands: the lesser of two numbers.
  struct Look {
    std::uint32_t one = 0;
    std::uint32_t other = 0;
  };
  struct Entry {
    std::int64_t cost = 0;
    std::uint32_t place = 0;
    friend bool operator>(const Entry& a, const Entry& b) { return a.cost > b.cost; }
  };

  std::size_t stride() const { return rules_.place_count() + rules_.slot_count(); }
  std::size_t count() const { return potentials_.size() / stride(); }
  std::int64_t add_potential(std::uint32_t slot, Coordinate value, std::int64_t most);
  std::int64_t measure(std::uint32_t slot, Coordinate begin, Coordinate end, std::int64_t most);
  void look_back(std::uint32_t slot, Coordinate begin, Coordinate end, std::int64_t most);
  void close(std::uint32_t slot, Coordinate begin, Coordinate end, std::int64_t ahead);
  void append_potential(std::int64_t most);
  void take_off(const std::int64_t* potential);
  void push(std::int64_t cost, std::uint32_t place);
  Entry pop();

  const SearchProblem& problem_;
  const CompiledRules& rules_;
  std::vector<std::uint32_t> slot_of_;    // per place
  std::vector<std::int64_t> difficulty_;  // per rule; INT64_MAX: it takes no part
  // One potential after another: per place the least of its subtree (of the value 0 its own), then
  // per slot that of any value but 0.
  std::vector<std::int64_t> potentials_;
  std::vector<std::size_t> ends_;  // per division: where its potentials end

  mutable std::vector<Look> looks_;

  // While a division is made.
  std::vector<std::int64_t> left_;      // per rule: what is not taken yet
  std::vector<std::uint32_t> waiting_;  // per rule: checks that nothing reached meets
  std::vector<std::int64_t> reached_;   // per place: from the source
  std::vector<std::int64_t> subtree_;   // per place: the least of its subtree
  std::vector<std::int64_t> ahead_;     // per place: to the thing wanted
  std::vector<std::uint32_t> relevant_;
  std::vector<Entry> queue_;
  std::vector<std::int64_t> used_;  // per rule
  std::vector<std::uint32_t> touched_;
};

}  // namespace weft
