#include "composer/elaborate/expansion_limit.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace weft {
namespace {

constexpr std::size_t most_nodes = 1'000'000;
constexpr std::size_t most_contributors = 3;
/// A node of the material itself is named that has at least one in so many of the expansions.
constexpr std::size_t least_share = 100;

}  // namespace

bool ExpansionLimit::is_exceeded() const { return nodes_ > most_nodes; }

bool ExpansionLimit::count(const GraphInstance& instance) {
  if (instance.fragment || !instance.bound.empty() ||
      instance.context.environment != no_environment) {
    ++nodes_;
  }
  return !is_exceeded();
}

Diagnostic ExpansionLimit::report(const Composition& composition,
                                  const GraphInstances& instances) const {
  const Library& library = composition.library;
  const auto known = instances.shares();
  std::vector<std::pair<FragmentId, GraphInstances::Share>> shares(known.begin(), known.end());
  std::sort(shares.begin(), shares.end(), [](const auto& a, const auto& b) {
    return a.second.nodes != b.second.nodes ? a.second.nodes > b.second.nodes : a.first < b.first;
  });
  Diagnostic diagnostic =
      error_at(Code::ExpansionLimit, composition.material.span,
               fmt::format("the graphs, functions and injections of material '{}' expand to more "
                           "than {} nodes",
                           library.text(composition.material.name), most_nodes),
               "calls with equal arguments count once: pass the same values, or write the "
               "repetition as a loop in a leaf");
  for (std::size_t i = 0; i < std::min(most_contributors, shares.size()); ++i) {
    const auto& [id, share] = shares[i];
    const Fragment& fragment = library.fragments[id];
    diagnostic.notes.push_back(
        {fmt::format("{} percent of them come from '{}', called with {} distinct sets of arguments",
                     100 * share.nodes / nodes_, library.text(fragment.name), share.instances),
         fragment.span});
  }
  const auto most = instances.most_expanded();
  if (most && most->second * least_share >= nodes_) {
    const auto& [node, count] = *most;
    diagnostic.notes.push_back(
        {fmt::format("this is expanded for {} distinct sets of parameters and injected values",
                     count),
         node->span});
  }
  return diagnostic;
}

}  // namespace weft
