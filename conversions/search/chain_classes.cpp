#include "conversions/search/chain_classes.h"

#include <algorithm>
#include <map>
#include <utility>

namespace weft {
namespace {

std::uint64_t add_saturated(std::uint64_t a, std::uint64_t b) {
  return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/// Prefixes of normal forms that reach one type and forbid the same next steps. `sleeping`: the
/// rules that normal form requires further to the left.
struct Prefix {
  std::uint32_t type = 0;
  std::vector<std::uint32_t> sleeping;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> next;  // (rule, prefix)
  std::uint64_t chains = 0;                                   // that reach a goal
};

class ClassEnumeration {
 public:
  ClassEnumeration(const CompiledRules& rules, const MinimalChains& minimal, std::size_t max_chains,
                   std::size_t max_nodes)
      : rules_(rules), minimal_(minimal), max_chains_(max_chains), max_nodes_(max_nodes) {}

  ChainClasses run() {
    if (!build_prefixes()) {
      result_.hit_limit = true;
      return std::move(result_);
    }
    count_chains();
    list_chains();
    return std::move(result_);
  }

 private:
  using EdgeRange = std::pair<std::size_t, std::size_t>;

  std::uint32_t prefix_of(std::uint32_t type, std::vector<std::uint32_t> sleeping) {
    auto [at, is_new] = ids_.try_emplace({type, sleeping}, prefixes_.size());
    if (is_new) {
      prefixes_.push_back({type, std::move(sleeping), {}, 0});
      of_type_[type].push_back(at->second);
    }
    return at->second;
  }

  /// Edges are sorted by the cost of their start, so all prefixes that reach a type exist before
  /// the type's own edges are processed.
  bool build_prefixes() {
    prefix_of(0, {});
    const std::vector<ChainEdge>& edges = minimal_.edges;
    for (std::size_t begin = 0; begin < edges.size();) {
      std::size_t end = begin;
      while (end < edges.size() && edges[end].from == edges[begin].from) {
        ++end;
      }
      const std::vector<std::uint32_t> here = of_type_[edges[begin].from];
      for (std::uint32_t prefix : here) {
        order_.push_back(prefix);
        extend(prefix, {begin, end});
        if (prefixes_.size() > max_nodes_) {
          return false;
        }
      }
      begin = end;
    }
    return true;
  }

  void extend(std::uint32_t from, EdgeRange edges) {
    const std::vector<std::uint32_t> sleeping = prefixes_[from].sleeping;
    for (std::size_t i = edges.first; i < edges.second; ++i) {
      std::uint32_t rule = minimal_.edges[i].rule;
      if (std::binary_search(sleeping.begin(), sleeping.end(), rule)) {
        continue;
      }
      // After this step the sleep set holds the rules independent of it that were asleep or come
      // before it by name.
      std::vector<std::uint32_t> then;
      for (std::uint32_t other : sleeping) {
        if (rules_.independent(rule, other)) {
          then.push_back(other);
        }
      }
      for (std::size_t k = edges.first; k < i; ++k) {
        std::uint32_t other = minimal_.edges[k].rule;
        if (rules_.independent(rule, other)) {
          then.push_back(other);
        }
      }
      std::sort(then.begin(), then.end());
      then.erase(std::unique(then.begin(), then.end()), then.end());
      std::uint32_t to = prefix_of(minimal_.edges[i].to, std::move(then));
      prefixes_[from].next.emplace_back(rule, to);
    }
  }

  void count_chains() {
    for (std::uint32_t goal : minimal_.goals) {
      for (std::uint32_t prefix : of_type_[goal]) {
        prefixes_[prefix].chains = 1;
      }
    }
    for (std::size_t i = order_.size(); i-- > 0;) {
      Prefix& prefix = prefixes_[order_[i]];
      for (const auto& [rule, to] : prefix.next) {
        prefix.chains = add_saturated(prefix.chains, prefixes_[to].chains);
      }
    }
    result_.count = prefixes_[0].chains;
  }

  /// Depth first, only along prefixes that reach a goal, so no step is wasted.
  void list_chains() {
    if (result_.count == 0) {
      return;
    }
    std::vector<std::pair<std::uint32_t, std::size_t>> path{{0, 0}};  // prefix, its next choice
    std::vector<std::uint32_t> steps;
    while (!path.empty() && result_.chains.size() < max_chains_) {
      auto& [at, choice] = path.back();
      const Prefix& prefix = prefixes_[at];
      if (prefix.next.empty()) {
        result_.chains.push_back({steps, prefix.type});
      }
      while (choice < prefix.next.size() && prefixes_[prefix.next[choice].second].chains == 0) {
        ++choice;
      }
      if (choice == prefix.next.size()) {
        path.pop_back();
        if (!path.empty()) {
          steps.pop_back();
        }
        continue;
      }
      auto [rule, to] = prefix.next[choice++];
      steps.push_back(rule);
      path.emplace_back(to, 0);
    }
  }

  const CompiledRules& rules_;
  const MinimalChains& minimal_;
  std::size_t max_chains_;
  std::size_t max_nodes_;
  std::vector<Prefix> prefixes_;
  std::vector<std::uint32_t> order_;  // prefixes by the cost of their type
  std::map<std::uint32_t, std::vector<std::uint32_t>> of_type_;
  std::map<std::pair<std::uint32_t, std::vector<std::uint32_t>>, std::uint32_t> ids_;
  ChainClasses result_;
};

}  // namespace

ChainClasses enumerate_classes(const CompiledRules& rules, const MinimalChains& minimal,
                               std::size_t max_chains, std::size_t max_nodes) {
  return ClassEnumeration(rules, minimal, max_chains, max_nodes).run();
}

std::vector<std::uint32_t> normal_form(const CompiledRules& rules,
                                       const std::vector<std::uint32_t>& steps) {
  std::vector<std::uint32_t> left = steps;
  std::vector<std::uint32_t> result;
  result.reserve(left.size());
  while (!left.empty()) {
    std::size_t first = 0;
    for (std::size_t i = 1; i < left.size(); ++i) {
      bool can_lead =
          left[i] < left[first] &&
          std::all_of(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(i),
                      [&](std::uint32_t before) { return rules.independent(before, left[i]); });
      if (can_lead) {
        first = i;
      }
    }
    result.push_back(left[first]);
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(first));
  }
  return result;
}

}  // namespace weft
