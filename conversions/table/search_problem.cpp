#include "conversions/table/search_problem.h"

namespace weft {

SearchProblem make_problem(const CompiledRules& rules, const SemanticType& source,
                           const Demand& decided, const FeatureSet& available) {
  SearchProblem problem{
      rules, available, std::vector<Coordinate>(rules.slot_count(), 0), {}, nullptr};
  rules.encode(source, rules.foreign_data(0), problem.source.data());
  Coordinate data = decided.data == source.data()
                        ? problem.source[rules.data_slot()]
                        : rules.data_coordinate(decided.data, rules.foreign_data(1));
  problem.goal.push_back({rules.data_slot(), data, data + 1, false});
  for (const DemandEntry& entry : decided.entries) {
    problem.goal.push_back(rules.check_of(entry));
  }
  return problem;
}

}  // namespace weft
