#include "conversions/search/search_advice.h"

#include <algorithm>
#include <queue>
#include <utility>

#include "conversions/bounds/lower_bound.h"
#include "conversions/table/coordinate_table.h"

namespace weft {
namespace {

std::size_t met_entries(const SearchProblem& problem, const Coordinate* type) {
  return static_cast<std::size_t>(
      std::count_if(problem.goal.begin(), problem.goal.end(),
                    [&](const CoordinateCheck& check) { return check.meets(type[check.slot]); }));
}

/// Sorted by name, so that ties do not depend on the order of declarations.
std::vector<std::uint32_t> sorted_matches(const SearchProblem& problem, const Coordinate* type) {
  std::vector<std::uint32_t> matches;
  for_each_match(problem.slots, problem.rules, problem.index, type,
                 [&](std::uint32_t rule) { matches.push_back(rule); });
  std::sort(matches.begin(), matches.end());
  return matches;
}

/// A way to reach a type that uses unavailable features. Labels of one type form a Pareto front
/// over weight and feature sets (multi-objective A*).
struct Label {
  std::uint32_t type = 0;
  ChainWeight weight;
  FeatureSet missing;
};

struct OpenLabel {
  std::size_t missing = 0;
  ChainWeight total;
  std::size_t label = 0;

  friend bool operator>(const OpenLabel& a, const OpenLabel& b) {
    if (a.missing != b.missing) {
      return a.missing > b.missing;
    }
    return a.total != b.total ? a.total > b.total : a.label > b.label;
  }
};

class MissingFeatureSearch {
 public:
  MissingFeatureSearch(const SearchProblem& problem, const ConversionTable& table)
      : problem_(problem), table_(table), bound_(problem, nullptr), types_(problem.slots.count()) {}

  MissingFeatures run(std::size_t max_types) {
    reach(problem_.source, {}, {});
    std::size_t fewest = 0;
    for (std::size_t looked = 0; !open_.empty(); ++looked) {
      if (looked == max_types) {
        return {std::move(found_), false};
      }
      OpenLabel top = open_.top();
      open_.pop();
      if (!found_.empty() && (top.missing > fewest || found_.size() == max_found)) {
        break;
      }
      const Label label = labels_[top.label];
      if (is_dominated(label, top.label)) {
        continue;
      }
      std::vector<Coordinate> at(types_[label.type], types_[label.type] + problem_.slots.count());
      if (problem_.is_goal(at.data())) {
        fewest = top.missing;
        if (std::find(found_.begin(), found_.end(), label.missing) == found_.end()) {
          found_.push_back(label.missing);
        }
        continue;
      }
      expand(label, at);
    }
    return {std::move(found_), true};
  }

 private:
  static constexpr std::size_t max_found = 4;

  void expand(const Label& label, const std::vector<Coordinate>& at) {
    std::vector<Coordinate> next(at.size());
    for (std::uint32_t rule : sorted_matches(problem_, at.data())) {
      FeatureSet missing = label.missing;
      if (!problem_.rules.available(rule, problem_.available)) {
        missing.insert(table_.to_provide(problem_.rules.features(rule), problem_.available));
      }
      problem_.rules.apply(rule, at.data(), next.data());
      reach(next, label.weight + problem_.rules.weight(rule), std::move(missing));
    }
  }

  void reach(const std::vector<Coordinate>& type, ChainWeight weight, FeatureSet missing) {
    ChainWeight rest = bound_(type.data());
    if (rest == unreachable_weight) {
      return;
    }
    auto [id, is_new] = types_.insert(type.data());
    if (is_new) {
      of_type_.emplace_back();
    }
    Label label{id, weight, std::move(missing)};
    if (is_dominated(label, labels_.size())) {
      return;
    }
    open_.push({label.missing.ids().size(), weight + rest, labels_.size()});
    of_type_[id].push_back(labels_.size());
    labels_.push_back(std::move(label));
  }

  /// Whether another label of the type dominates this one: its missing features are a subset, and
  /// it is strictly better in features or weight (or came first).
  bool is_dominated(const Label& label, std::size_t own) const {
    return std::any_of(of_type_[label.type].begin(), of_type_[label.type].end(),
                       [&](std::size_t i) {
                         const Label& other = labels_[i];
                         return i != own && other.missing.is_subset_of(label.missing) &&
                                (other.missing != label.missing || other.weight < label.weight ||
                                 (other.weight == label.weight && i < own));
                       });
  }

  const SearchProblem& problem_;
  const ConversionTable& table_;
  LowerBound bound_;
  CoordinateTable types_;
  std::vector<Label> labels_;
  std::vector<std::vector<std::size_t>> of_type_;
  std::priority_queue<OpenLabel, std::vector<OpenLabel>, std::greater<>> open_;
  std::vector<FeatureSet> found_;
};

}  // namespace

NearestType find_nearest(const SearchProblem& problem, const Lattice& lattice,
                         const SemanticType& source, const Demand& decided, std::size_t max_types) {
  const CompiledRules& rules = problem.rules;
  const Slots& slots = problem.slots;
  CoordinateTable types(slots.count());
  std::vector<ChainWeight> weights{ChainWeight{}};
  types.insert(problem.source.data());
  using Open = std::pair<ChainWeight, std::uint32_t>;
  std::priority_queue<Open, std::vector<Open>, std::greater<>> open;
  open.push({{}, 0});
  std::uint32_t best = 0;
  // (number of satisfied entries, degree of compatibility)
  using Nearness = std::pair<std::size_t, int>;
  const auto nearness_of = [&](const Coordinate* at) {
    return Nearness(met_entries(problem, at),
                    compatibility(slots.decode(at, source.data(), lattice), decided, lattice));
  };
  Nearness most = nearness_of(problem.source.data());
  // An upper bound: a type that satisfied everything would be a goal, and no type shares more names
  // than the demand has.
  const Nearness utmost(problem.goal.size() - 1, static_cast<int>(decided.entries.size()) + 1);
  bool is_proven = true;
  std::vector<Coordinate> next(slots.count());
  for (std::size_t looked = 0; !open.empty() && most < utmost;) {
    auto [weight, type] = open.top();
    open.pop();
    if (weights[type] < weight) {
      continue;
    }
    if (looked == max_types) {
      is_proven = false;
      break;
    }
    ++looked;
    std::vector<Coordinate> at(types[type], types[type] + slots.count());
    const std::size_t met = met_entries(problem, at.data());
    const Nearness near = met < most.first ? Nearness(met, 0) : nearness_of(at.data());
    if (most < near) {
      most = near;
      best = type;
    }
    for (std::uint32_t rule : sorted_matches(problem, at.data())) {
      if (!rules.available(rule, problem.available)) {
        continue;
      }
      rules.apply(rule, at.data(), next.data());
      auto [id, is_new] = types.insert(next.data());
      if (is_new) {
        weights.push_back(unreachable_weight);
      }
      if (weight + rules.weight(rule) < weights[id]) {
        weights[id] = weight + rules.weight(rule);
        open.push({weights[id], id});
      }
    }
  }
  return {slots.decode(types[best], source.data(), lattice), is_proven};
}

MissingFeatures find_missing_features(const SearchProblem& problem, const ConversionTable& table,
                                      std::size_t max_types) {
  return MissingFeatureSearch(problem, table).run(max_types);
}

}  // namespace weft
