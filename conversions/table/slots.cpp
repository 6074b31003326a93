#include "conversions/table/slots.h"

#include <algorithm>

namespace weft {

Slots::Slots(const Store<ConversionRule>& rules, const Lattice& lattice) {
  number_values(lattice);
  number_data(rules);
  place_coordinates(lattice);
}

void Slots::number_values(const Lattice& lattice) {
  std::size_t count = lattice.values().size();
  std::size_t traits = lattice.traits().size();
  numbers_.assign(count, 0);
  ends_.assign(count, 0);
  widths_.assign(traits + 1, 1);
  guarantees_.assign(traits + 1, false);
  defaults_.assign(traits + 1, 0);
  // Numbers values in preorder. Parents precede children in the lattice, so one backward sweep sums
  // subtree sizes and one forward sweep places each value within its parent's range.
  std::vector<Coordinate> size(count, 1);
  for (std::size_t i = count; i-- > 0;) {
    if (auto parent = lattice.value(ValueId(i)).parent) {
      size[parent->index()] += size[i];
    }
  }
  std::vector<Coordinate> next(count, 0);
  for (std::size_t i = 0; i < count; ++i) {
    const TraitValue& value = lattice.value(ValueId(i));
    Coordinate& place = value.parent ? next[value.parent->index()] : widths_[value.trait.index()];
    numbers_[i] = place;
    ends_[i] = place + size[i];
    place += size[i];
    next[i] = numbers_[i] + 1;
  }
  for (std::size_t i = 0; i < traits; ++i) {
    const Trait& trait = lattice.trait(TraitId(i));
    guarantees_[i] = trait.kind == TraitKind::Guarantee;
    if (trait.default_value) {
      defaults_[i] = numbers_[trait.default_value->index()];
    }
  }
}

void Slots::number_data(const Store<ConversionRule>& rules) {
  for (const ConversionRule& rule : rules) {
    data_types_.push_back(rule.input.data);
    if (rule.output_data) {
      data_types_.push_back(*rule.output_data);
    }
  }
  std::sort(data_types_.begin(), data_types_.end());
  data_types_.erase(std::unique(data_types_.begin(), data_types_.end()), data_types_.end());
  widths_.back() = static_cast<Coordinate>(data_types_.size() + 3);
}

void Slots::place_coordinates(const Lattice& lattice) {
  first_place_.assign(widths_.size(), 0);
  std::uint32_t total = 0;
  for (std::size_t slot = 0; slot < widths_.size(); ++slot) {
    first_place_[slot] = total;
    total += widths_[slot];
  }
  parents_.assign(total, 0);
  values_.assign(total, 0);
  subtree_ends_.assign(total, 1);
  for (std::size_t i = 0; i < numbers_.size(); ++i) {
    const TraitValue& value = lattice.value(ValueId(i));
    std::uint32_t at = first_place_[value.trait.index()] + numbers_[i];
    parents_[at] = value.parent ? numbers_[value.parent->index()] : 0;
    values_[at] = static_cast<std::uint32_t>(i);
    subtree_ends_[at] = ends_[i];
  }
  for (Coordinate data = 1; data < widths_.back(); ++data) {
    subtree_ends_[first_place_.back() + data] = data + 1;
  }
}

Coordinate Slots::data_coordinate(DataType data, Coordinate foreign) const {
  auto at = std::lower_bound(data_types_.begin(), data_types_.end(), data);
  if (at == data_types_.end() || *at != data) {
    return foreign;
  }
  return static_cast<Coordinate>(at - data_types_.begin()) + 1;
}

CoordinateCheck Slots::check_of(const DemandEntry& entry) const {
  return {entry.trait.index(), numbers_[entry.value.index()], ends_[entry.value.index()],
          entry.conditional};
}

void Slots::encode(const SemanticType& type, Coordinate foreign, Coordinate* out) const {
  std::copy(defaults_.begin(), defaults_.end(), out);
  for (const TraitEntry& entry : type.entries()) {
    out[entry.trait.index()] = numbers_[entry.value.index()];
  }
  out[data_slot()] = data_coordinate(type.data(), foreign);
}

SemanticType Slots::decode(const Coordinate* type, DataType foreign, const Lattice& lattice) const {
  Coordinate data = type[data_slot()];
  SemanticType result(data <= data_types_.size() ? data_types_[data - 1] : foreign);
  for (std::uint32_t slot = 0; slot < data_slot(); ++slot) {
    if (type[slot] != 0) {
      result.set(TraitId(slot), ValueId(values_[place(slot, type[slot])]), lattice);
    }
  }
  return result;
}

}  // namespace weft
