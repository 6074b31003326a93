#include "conversions/search/search.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "conversions/search/chain_preference.h"
#include "conversions/search/minimal_classes.h"
#include "conversions/search/minimal_search.h"
#include "conversions/search/search_advice.h"
#include "conversions/table/search_problem.h"

namespace weft {
namespace {

Chain chain_of(const SearchProblem& problem, const Lattice& lattice, const SemanticType& source,
               const ChainWeight& weight, const std::vector<std::uint32_t>& steps) {
  Chain chain;
  std::vector<Coordinate> at = problem.source;
  std::vector<Coordinate> next(at.size());
  for (std::uint32_t rule : steps) {
    chain.steps.push_back(problem.rules.id(rule));
    chain.features.insert(problem.rules.features(rule));
    problem.rules.apply(rule, at.data(), next.data());
    std::swap(at, next);
  }
  chain.lossy_steps = static_cast<int>(weight.lossy);
  chain.difficulty = weight.difficulty;
  chain.meanings_lost = count_lost_meanings(lattice, source, at.data());
  chain.result = problem.slots.decode(at.data(), source.data(), lattice);
  return chain;
}

ConversionAnswer without_steps(const SemanticType& source, const Demand& demand) {
  ConversionAnswer answer;
  answer.possible = true;
  answer.chains.emplace_back();
  answer.chains.front().result = source;
  answer.types_visited = 1;
  answer.exact =
      std::all_of(source.entries().begin(), source.entries().end(), [&](const TraitEntry& stated) {
        return std::any_of(demand.entries.begin(), demand.entries.end(),
                           [&](const DemandEntry& entry) { return entry.trait == stated.trait; });
      });
  return answer;
}

void advise_nearest(ConversionAnswer& answer, NearestType nearest) {
  answer.nearest = std::move(nearest.type);
  answer.nearest_is_proven = nearest.is_proven;
}

void limit_reached(ConversionAnswer& answer) {
  answer.hit_limit = true;
  answer.failure = ConversionFailure::SearchLimit;
}

std::vector<ConversionId> conversions_used(const SearchProblem& problem,
                                           const MinimalClasses& minimal) {
  std::vector<ConversionId> used;
  for (std::uint32_t rule : minimal.rules) {
    used.push_back(problem.rules.id(rule));
  }
  return used;
}

/// Fills in the remaining chains, in the order in which ambiguities are listed.
void settle(ConversionAnswer& answer, PreferredChains preferred, std::size_t max_listed) {
  for (RefusedChain& refused : preferred.refused) {
    if (answer.refused.size() < max_listed) {
      answer.refused.push_back(std::move(refused));
    }
  }
  if (preferred.left.size() == 1) {
    EqualChains& only = preferred.left.front();
    answer.chains.push_back(std::move(only.front()));
    answer.equals.assign(std::make_move_iterator(only.begin() + 1),
                         std::make_move_iterator(only.end()));
    return;
  }
  answer.failure = ConversionFailure::Ambiguous;
  answer.ambiguous_count = preferred.left.size();
  for (EqualChains& group : preferred.left) {
    if (answer.chains.size() < max_listed) {
      answer.chains.push_back(std::move(group.front()));
    }
  }
}

}  // namespace

std::string difficulty_text(std::int64_t thousandths) {
  // A difference may be negative: a lossier chain can have less difficulty. The sign is written
  // once; the digits come from the unsigned magnitude, which also exists for INT64_MIN.
  const bool is_negative = thousandths < 0;
  const auto bits = static_cast<std::uint64_t>(thousandths);
  const std::uint64_t magnitude = is_negative ? 0 - bits : bits;
  std::string text =
      fmt::format("{}{}.{:03}", is_negative ? "-" : "", magnitude / 1000, magnitude % 1000);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') {
    text.pop_back();
  }
  return text;
}

ConversionAnswer find_conversion(const ConversionTable& table, const Lattice& lattice,
                                 const SemanticType& source, const Demand& demand,
                                 const FeatureSet& available, const SearchOptions& options) {
  Demand decided = decide_conditions(demand, source, lattice);
  auto shortfall = find_shortfall(source, decided, lattice);
  if (!shortfall) {
    return without_steps(source, decided);
  }
  ConversionAnswer answer;
  SearchProblem problem = make_problem(table.compiled(), source, decided, available);
  if (shortfall->missing_meaning) {
    answer.failure = ConversionFailure::MissingMeaning;
    answer.missing_meaning = shortfall->trait;
    if (options.max_advice > 0) {
      advise_nearest(answer, find_nearest(problem, lattice, source, decided, options.max_advice));
    }
    return answer;
  }
  const MinimalClasses minimal = find_minimal_classes(problem, lattice, source, options);
  answer.types_visited = minimal.types_visited;
  if (minimal.hit_type_limit) {
    limit_reached(answer);
    return answer;
  }
  if (!minimal.is_possible) {
    if (options.max_advice > 0) {
      advise_nearest(answer, find_nearest(problem, lattice, source, decided, options.max_advice));
      MissingFeatures missing = find_missing_features(problem, table, options.max_advice);
      answer.would_succeed_with = std::move(missing.sets);
      answer.would_succeed_is_proven = missing.is_proven;
    }
    answer.failure = answer.would_succeed_with.empty() ? ConversionFailure::Unreachable
                                                       : ConversionFailure::MissingFeatures;
    return answer;
  }
  bool too_many = minimal.count > options.max_chains &&
                  may_be_settled(table, conversions_used(problem, minimal));
  if (minimal.hit_class_limit || too_many) {
    limit_reached(answer);
    answer.possible = true;  // chains exist, but the best one is unknown
    answer.ambiguous_count = minimal.count;
    return answer;
  }
  answer.possible = true;
  std::vector<Chain> chains;
  for (const std::vector<std::uint32_t>& steps : minimal.chains) {
    chains.push_back(chain_of(problem, lattice, source, minimal.weight, steps));
  }
  settle(answer, prefer_chains(table, lattice, source, std::move(chains)), options.max_listed);
  if (minimal.count > options.max_chains) {
    answer.ambiguous_count = minimal.count;
  }
  return answer;
}

}  // namespace weft
