#include "conversions/search/alternatives.h"

#include <algorithm>
#include <queue>
#include <utility>

#include "conversions/bounds/lower_bound.h"
#include "conversions/search/minimal_search.h"
#include "conversions/table/coordinate_table.h"

namespace weft {
namespace {

/// A prefix of a chain that may reach the goal; its steps are read back through `parent`.
struct Partial {
  std::uint32_t type = 0;
  std::uint32_t rule = 0;
  std::size_t parent = 0;
  ChainWeight weight;
  bool is_start = false;
};

class AlternativeSearch {
 public:
  AlternativeSearch(const SearchProblem& problem, const Lattice& lattice,
                    const SemanticType& source)
      : problem_(problem),
        lattice_(lattice),
        source_(source),
        bound_(problem, &problem.available),
        types_(problem.slots.count()) {}

  /// Visits chains by (weight, discovery in order of names) until `wanted(chain)` returns false.
  template <typename Wanted>
  void run(std::size_t max_visited, Wanted wanted) {
    types_.insert(problem_.source.data());
    partials_.push_back({0, 0, 0, {}, true});
    open_.push({bound_(problem_.source.data()), 0});
    for (std::size_t visited = 0; !open_.empty() && visited < max_visited; ++visited) {
      std::size_t at = open_.top().second;
      open_.pop();
      const Coordinate* type = types_[partials_[at].type];
      if (problem_.is_goal(type)) {
        if (!wanted(chain_to(at))) {
          return;
        }
        continue;
      }
      expand(at, std::vector<Coordinate>(type, type + problem_.slots.count()));
    }
  }

 private:
  using Open = std::pair<ChainWeight, std::size_t>;

  void expand(std::size_t from, const std::vector<Coordinate>& at) {
    std::vector<std::uint32_t> matches;
    for_each_match(
        problem_.slots, problem_.rules, problem_.index, at.data(), [&](std::uint32_t rule) {
          if (problem_.rules.available(rule, problem_.available) && keeps_normal_form(from, rule)) {
            matches.push_back(rule);
          }
        });
    std::sort(matches.begin(), matches.end());
    std::vector<Coordinate> next(at.size());
    for (std::uint32_t rule : matches) {
      problem_.rules.apply(rule, at.data(), next.data());
      ChainWeight rest = bound_(next.data());
      if (rest == unreachable_weight) {
        continue;
      }
      std::uint32_t type = types_.insert(next.data()).first;
      if (!was_at(from, type)) {
        ChainWeight weight = partials_[from].weight + problem_.rules.weight(rule);
        open_.push({weight + rest, partials_.size()});
        partials_.push_back({type, rule, from, weight, false});
      }
    }
  }

  /// Of sequences that differ only by swaps of independent steps, extends only the one whose names
  /// come first.
  bool keeps_normal_form(std::size_t from, std::uint32_t rule) const {
    for (std::size_t i = from; !partials_[i].is_start; i = partials_[i].parent) {
      if (!problem_.rules.independent(partials_[i].rule, rule)) {
        return true;
      }
      if (rule < partials_[i].rule) {
        return false;
      }
    }
    return true;
  }

  bool was_at(std::size_t from, std::uint32_t type) const {
    for (std::size_t i = from;; i = partials_[i].parent) {
      if (partials_[i].type == type) {
        return true;
      }
      if (partials_[i].is_start) {
        return false;
      }
    }
  }

  Chain chain_to(std::size_t end) const {
    Chain chain;
    for (std::size_t i = end; !partials_[i].is_start; i = partials_[i].parent) {
      chain.steps.push_back(problem_.rules.id(partials_[i].rule));
      chain.features.insert(problem_.rules.features(partials_[i].rule));
    }
    std::reverse(chain.steps.begin(), chain.steps.end());
    const Coordinate* type = types_[partials_[end].type];
    chain.lossy_steps = static_cast<int>(partials_[end].weight.lossy);
    chain.difficulty = partials_[end].weight.difficulty;
    chain.meanings_lost = count_lost_meanings(lattice_, source_, type);
    chain.result = problem_.slots.decode(type, source_.data(), lattice_);
    return chain;
  }

  const SearchProblem& problem_;
  const Lattice& lattice_;
  const SemanticType& source_;
  LowerBound bound_;
  CoordinateTable types_;
  std::vector<Partial> partials_;
  std::priority_queue<Open, std::vector<Open>, std::greater<>> open_;
};

/// Whether the chain contains all steps of `taken` in order, and others besides.
bool is_detour_of(const Chain& chain, const Chain& taken) {
  std::size_t next = 0;
  for (ConversionId step : chain.steps) {
    next += next < taken.steps.size() && step == taken.steps[next] ? 1 : 0;
  }
  return next == taken.steps.size();
}

RefusedChain compare(Chain chain, const Chain& taken) {
  RefusedChain refused;
  refused.more_lossy_steps = chain.lossy_steps - taken.lossy_steps;
  refused.more_difficulty = chain.difficulty - taken.difficulty;
  refused.more_meanings_lost = chain.meanings_lost - taken.meanings_lost;
  refused.reason = refused.more_lossy_steps != 0  ? Refusal::LossierSteps
                   : refused.more_difficulty != 0 ? Refusal::Dearer
                                                  : Refusal::LosesMore;
  refused.chain = std::move(chain);
  return refused;
}

}  // namespace

std::vector<RefusedChain> find_alternatives(const ConversionTable& table, const Lattice& lattice,
                                            const SemanticType& source, const Demand& demand,
                                            const FeatureSet& available,
                                            const ConversionAnswer& answer, std::size_t count,
                                            std::size_t max_visited) {
  std::vector<RefusedChain> all(
      answer.refused.begin(),
      answer.refused.begin() + static_cast<std::ptrdiff_t>(std::min(count, answer.refused.size())));
  if (answer.chains.empty() || answer.chains.front().steps.empty() || all.size() == count) {
    return all;
  }
  const Chain& taken = answer.chains.front();
  Demand decided = decide_conditions(demand, source, lattice);
  SearchProblem problem = make_problem(table.compiled(), source, decided, available);
  AlternativeSearch search(problem, lattice, source);
  search.run(max_visited, [&](Chain chain) {
    // Chains of equal weight are the chosen one, its equals, or already listed as refused.
    bool is_worse = chain.lossy_steps != taken.lossy_steps ||
                    chain.difficulty != taken.difficulty ||
                    chain.meanings_lost != taken.meanings_lost;
    if (is_worse && !is_detour_of(chain, taken)) {
      all.push_back(compare(std::move(chain), taken));
    }
    return all.size() < count;
  });
  return all;
}

}  // namespace weft
