#pragma once

#include <cstdint>
#include <vector>

#include "conversions/table/compiled_rules.h"
#include "conversions/table/data_groups.h"
#include "conversions/table/facts.h"
#include "conversions/table/rule_index.h"
#include "conversions/table/slots.h"

namespace weft {

/// A conversion table in the form that searches read. Each part is a value made from those above
/// it. Immutable.
struct CompiledTable {
  /// `order`: the rules by rank.
  CompiledTable(const Store<ConversionRule>& source, const std::vector<std::uint32_t>& order,
                const Lattice& lattice)
      : slots(source, lattice),
        rules(source, order, slots, lattice),
        index(make_rule_index(slots, rules)),
        facts(slots, rules),
        groups(source) {}

  Slots slots;
  CompiledRules rules;
  RuleIndex index;
  Facts facts;
  DataGroups groups;
};

}  // namespace weft
