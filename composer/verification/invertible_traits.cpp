#include "composer/verification/invertible_traits.h"

#include <algorithm>
#include <set>

namespace weft {
namespace {

/// The conversions that name an inverse, and those that are named.
std::set<NameId> invertible_conversions(const Library& library) {
  std::set<NameId> names;
  for (const Fragment& fragment : library.fragments) {
    if (fragment.is_conversion() && fragment.effect()->inverse) {
      names.insert(fragment.name);
      names.insert(*fragment.effect()->inverse);
    }
  }
  return names;
}

}  // namespace

InvertibleTraits::InvertibleTraits(const Library& library) : library_(library) {
  const std::set<NameId> names = invertible_conversions(library);
  for (const Fragment& fragment : library.fragments) {
    if (!fragment.is_conversion() || names.count(fragment.name) == 0) {
      continue;
    }
    const std::vector<PatternEntry>& input = fragment.ports[0].type.entries;
    for (const TraitEntry& set : fragment.effect()->sets) {
      const auto from = std::find_if(input.begin(), input.end(), [&](const PatternEntry& entry) {
        return entry.trait == set.trait && entry.value;
      });
      if (from != input.end() && group(*from->value) != group(set.value)) {
        joined_.insert_or_assign(group(*from->value), group(set.value));
      }
    }
  }
}

ValueId InvertibleTraits::group(ValueId value) const {
  for (auto next = joined_.find(value); next != joined_.end(); next = joined_.find(value)) {
    value = next->second;
  }
  return value;
}

bool InvertibleTraits::may_pass(const SemanticType& type, const SemanticType& through) const {
  return type.data() == through.data() &&
         std::all_of(through.entries().begin(), through.entries().end(),
                     [&](const TraitEntry& entry) {
                       const auto own = type.value(entry.trait, library_.lattice);
                       return own && group(*own) == group(entry.value);
                     });
}

}  // namespace weft
