#include "conversions/table/search_problem.h"

namespace weft {

SearchProblem make_problem(const CompiledTable& table, const SemanticType& source,
                           const Demand& decided, const FeatureSet& available) {
  const Slots& slots = table.slots;
  SearchProblem problem{slots,       table.rules, table.index,
                        table.facts, available,   std::vector<Coordinate>(slots.count(), 0),
                        {},          nullptr};
  slots.encode(source, slots.foreign_data(0), problem.source.data());
  Coordinate data = decided.data == source.data()
                        ? problem.source[slots.data_slot()]
                        : slots.data_coordinate(decided.data, slots.foreign_data(1));
  problem.goal.push_back({slots.data_slot(), data, data + 1, false});
  for (const DemandEntry& entry : decided.entries) {
    problem.goal.push_back(slots.check_of(entry));
  }
  return problem;
}

}  // namespace weft
