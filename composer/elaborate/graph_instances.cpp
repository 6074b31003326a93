#include "composer/elaborate/graph_instances.h"

#include <algorithm>

#include "support/hash.h"

namespace weft {
namespace {

/// The address only spreads hash keys; nothing is ordered by it.
std::uint64_t hash_of(const GraphInstance& instance) {
  std::uint64_t hash = mix_hash(reinterpret_cast<std::uintptr_t>(instance.graph),
                                static_cast<std::uint64_t>(instance.context.stage));
  for (CallId port : instance.ports) {
    hash = mix_hash(hash, port.index());
  }
  hash = mix_hash(hash, instance.context.environment.index());
  for (const auto& [node, value] : instance.bound) {
    hash = mix_hash(mix_hash(hash, node.index()), value.index());
  }
  return hash;
}

bool are_equal(const GraphInstance& a, const GraphInstance& b) {
  return a.graph == b.graph && a.context == b.context && a.ports == b.ports && a.bound == b.bound &&
         a.type_arguments == b.type_arguments;
}

}  // namespace

InstanceId GraphInstances::add(GraphInstance instance) {
  const std::uint64_t hash = hash_of(instance);
  const auto known = table_.find(
      hash, [&](std::uint32_t index) { return are_equal(known_[index]->instance, instance); });
  if (known) {
    return InstanceId(*known);
  }
  const InstanceId id(known_.size());
  const bool is_whole = instance.bound.empty() &&
                        (instance.fragment || instance.context.environment == no_environment);
  const std::size_t nodes = is_whole ? instance.graph->nodes.size() : 0;
  known_.push_back(std::make_unique<Known>(
      Known{std::move(instance), std::vector<std::uint32_t>(nodes, not_begun)}));
  table_.insert(hash, id.index());
  return id;
}

InstanceId GraphInstances::under(InstanceId id, EnvironmentId environment) {
  const GraphInstance& known = (*this)[id];
  if (known.context.environment == environment) {
    return id;
  }
  GraphInstance moved = known;
  moved.context.environment = environment;
  return add(std::move(moved));
}

InstanceId GraphInstances::narrowed(InstanceId id, EnvironmentId environment, const BitSet& bound) {
  GraphInstance narrowed = (*this)[id];
  narrowed.context.environment = environment;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < narrowed.bound.size(); ++i) {
    if (bound[i]) {
      narrowed.bound[kept++] = narrowed.bound[i];
    }
  }
  narrowed.bound.erase(narrowed.bound.begin() + static_cast<std::ptrdiff_t>(kept),
                       narrowed.bound.end());
  return add(std::move(narrowed));
}

std::optional<InstanceId> GraphInstances::caller_of(CallId call) const {
  const auto at = callers_.find(call);
  return at != callers_.end() ? std::optional(at->second) : std::nullopt;
}

std::map<FragmentId, GraphInstances::Share> GraphInstances::shares() const {
  std::map<FragmentId, Share> shares;
  for (const std::unique_ptr<Known>& known : known_) {
    if (known->instance.fragment) {
      Share& share = shares[*known->instance.fragment];
      ++share.instances;
      share.nodes += known->begun;
    }
  }
  return shares;
}

std::optional<std::pair<const GraphNode*, std::size_t>> GraphInstances::most_expanded() const {
  // Graphs in the order of their first instances, so that the answer does not depend on addresses.
  std::unordered_map<const Graph*, std::uint32_t> numbers;
  for (const std::unique_ptr<Known>& known : known_) {
    numbers.try_emplace(known->instance.graph, static_cast<std::uint32_t>(numbers.size()));
  }
  std::map<std::pair<std::uint32_t, NodeId>, std::pair<const GraphNode*, std::size_t>> counts;
  for (const auto& [key, state] : inside_) {
    const GraphInstance& instance = known_[key >> 32]->instance;
    const NodeId node(static_cast<std::uint32_t>(key));
    if (!instance.fragment) {
      auto& [of, count] = counts[{numbers.at(instance.graph), node}];
      of = &instance.graph->nodes[node];
      ++count;
    }
  }
  const auto most = std::max_element(
      counts.begin(), counts.end(),
      [](const auto& a, const auto& b) { return a.second.second < b.second.second; });
  return most != counts.end() ? std::optional(most->second) : std::nullopt;
}

}  // namespace weft
