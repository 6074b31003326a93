#include "fragments/types/lattice.h"

#include <algorithm>
#include <cstddef>

namespace weft {

TraitId Lattice::add_trait(Trait trait) {
  NameId name = trait.name;
  WEFT_CHECK(trait_ids_.count(name) == 0, "a trait was added twice");
  TraitId id = traits_.add(std::move(trait));
  trait_ids_.emplace(name, id);
  return id;
}

ValueId Lattice::add_value(TraitValue value) {
  WEFT_CHECK(!value.parent || values_[*value.parent].trait == value.trait,
             "a value's parent is of another trait");
  WEFT_CHECK(intervals_.empty(), "a frozen lattice was changed");
  WEFT_CHECK(value_ids_.count(key(value.trait, value.name)) == 0,
             "a trait's value was added twice");
  ValueId id = values_.add(value);
  value_ids_.emplace(key(value.trait, value.name), id);
  return id;
}

std::optional<TraitId> Lattice::find_trait(NameId name) const {
  auto at = trait_ids_.find(name);
  return at != trait_ids_.end() ? std::optional<TraitId>(at->second) : std::nullopt;
}

std::optional<ValueId> Lattice::find_value(TraitId trait, NameId name) const {
  auto at = value_ids_.find(key(trait, name));
  return at != value_ids_.end() ? std::optional<ValueId>(at->second) : std::nullopt;
}

void Lattice::freeze() {
  std::size_t count = values_.size();
  // Parents precede their children, so a backward sweep yields subtree sizes and a forward sweep
  // assigns each value an interval inside its parent's. No recursion, however deep the forest.
  std::vector<std::uint32_t> size(count, 1);
  for (std::size_t i = count; i-- > 0;) {
    if (auto parent = values_[ValueId(i)].parent) {
      size[parent->index()] += size[i];
    }
  }
  intervals_.assign(count, {});
  std::vector<std::uint32_t> next(count, 0);
  std::uint32_t next_root = 0;
  for (std::size_t i = 0; i < count; ++i) {
    auto parent = values_[ValueId(i)].parent;
    std::uint32_t& place = parent ? next[parent->index()] : next_root;
    intervals_[i] = {place, place + size[i]};
    place += size[i];
    next[i] = intervals_[i].begin + 1;
  }
}

void Lattice::leave_convertible(TraitId trait, std::vector<ValueId>& values) const {
  if (!traits_[trait].is_distinct) {
    return;
  }
  const std::vector<ValueId> all = values;
  std::erase_if(values, [&](ValueId value) {
    return std::any_of(all.begin(), all.end(),
                       [&](ValueId other) { return other != value && is_within(other, value); });
  });
}

std::optional<ValueId> Lattice::common_ancestor(ValueId a, ValueId b) const {
  std::optional<ValueId> at = a;
  while (at && !is_within(b, *at)) {
    at = values_[*at].parent;
  }
  return at;
}

}  // namespace weft
