#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "conversions/table/conversion_table.h"

namespace weft {

/// One coordinate of a type in the search: for a trait, the value's preorder number within the
/// trait (from 1; 0: the trait is absent); for the data type, its number.
using Coordinate = std::uint32_t;

/// Requires a coordinate in [begin, end), the subtree of the value that a rule or demand names.
struct CoordinateCheck {
  std::uint32_t slot = 0;
  Coordinate begin = 0;
  Coordinate end = 0;
  bool conditional = false;  ///< also met by 0

  bool meets(Coordinate at) const { return (at >= begin && at < end) || (conditional && at == 0); }
};

/// Types as points: arrays of small integers (coordinates), one slot per trait and a last slot for
/// the data type. Values of a trait are numbered in preorder, so the subtree of a value, which is
/// what a rule or a demand matches, is a half-open range, and matching is one range check per slot.
///
/// Example: values world (1), world.scaled (2), tangent (3) of a trait `basis` give the check [1,
/// 3) for a rule that takes {basis: world}.
///
/// Immutable.
class Slots {
 public:
  Slots(const Store<ConversionRule>& rules, const Lattice& lattice);

  std::size_t count() const { return widths_.size(); }
  /// Number of words of a SlotSet.
  std::size_t word_count() const { return (widths_.size() + 63) / 64; }
  std::uint32_t data_slot() const { return static_cast<std::uint32_t>(widths_.size() - 1); }
  /// Number of coordinates of a slot, including 0.
  Coordinate width(std::uint32_t slot) const { return widths_[slot]; }
  bool is_guarantee(std::uint32_t slot) const { return guarantees_[slot]; }
  /// The coordinate of the trait's default; 0: it has none.
  Coordinate default_of(std::uint32_t slot) const { return defaults_[slot]; }
  Coordinate parent(std::uint32_t slot, Coordinate at) const { return parents_[place(slot, at)]; }
  /// The end of the subtree of a coordinate; 1 for 0.
  Coordinate subtree_end(std::uint32_t slot, Coordinate at) const {
    return subtree_ends_[place(slot, at)];
  }
  /// A number for each (slot, coordinate).
  std::uint32_t place(std::uint32_t slot, Coordinate at) const { return first_place_[slot] + at; }
  std::uint32_t place_count() const { return static_cast<std::uint32_t>(parents_.size()); }

  /// The number of a data type. Types that no rule mentions get one per call site: `foreign`.
  Coordinate data_coordinate(DataType data, Coordinate foreign) const;
  /// The last two numbers of the data slot represent types that no rule mentions.
  Coordinate foreign_data(int which) const {
    return widths_.back() - 2 + static_cast<Coordinate>(which);
  }
  Coordinate coordinate(ValueId value) const { return numbers_[value.index()]; }
  CoordinateCheck check_of(const DemandEntry& entry) const;
  void encode(const SemanticType& type, Coordinate foreign, Coordinate* out) const;
  SemanticType decode(const Coordinate* type, DataType foreign, const Lattice& lattice) const;

 private:
  void number_values(const Lattice& lattice);
  void number_data(const Store<ConversionRule>& rules);
  void place_coordinates(const Lattice& lattice);

  std::vector<Coordinate> widths_;          // per slot
  std::vector<bool> guarantees_;            // per slot
  std::vector<Coordinate> defaults_;        // per slot; 0: no default
  std::vector<std::uint32_t> first_place_;  // per slot: where its coordinates start below
  std::vector<Coordinate> parents_;         // per place: the parent's coordinate; 0: a root
  std::vector<Coordinate> subtree_ends_;    // per place
  std::vector<std::uint32_t> values_;       // per place: the ValueId's index
  std::vector<Coordinate> numbers_;         // per ValueId
  std::vector<Coordinate> ends_;            // per ValueId: end of its subtree
  std::vector<DataType> data_types_;        // sorted
};

}  // namespace weft
