#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "fragments/check/check_body.h"
#include "fragments/check/check_body_features.h"

namespace weft {
namespace {

/// A call of the body with index `callee`.
struct CallSite {
  std::uint32_t callee;
  Span span;
};
/// One checked body, or one native leaf.
struct CalledBody {
  FragmentId fragment;
  std::optional<std::size_t> instance;  ///< empty for native leaves
  std::vector<CallSite> calls;
};

/// The call graph: one vertex per body, in the order of fragments and instances.
class CallGraph {
 public:
  explicit CallGraph(const Library& library) {
    std::vector<std::uint32_t> first(library.fragments.size() + 1, 0);
    bodies.reserve(library.fragments.size());
    for (std::size_t i = 0; i < library.fragments.size(); ++i) {
      first[i] = static_cast<std::uint32_t>(bodies.size());
      const Fragment& fragment = library.fragments[FragmentId(i)];
      for (std::size_t instance = 0; instance < fragment.instances().size(); ++instance) {
        bodies.push_back({FragmentId(i), instance, {}});
      }
      if (fragment.instances().empty() && !fragment.natives().empty()) {
        bodies.push_back({FragmentId(i), std::nullopt, {}});
      }
    }
    for (CalledBody& node : bodies) {
      if (node.instance) {
        add_calls(library, first, node);
      }
    }
  }

  std::vector<CalledBody> bodies;

 private:
  static std::optional<std::uint32_t> find(const Library& library,
                                           const std::vector<std::uint32_t>& first,
                                           const BodyCall& call) {
    const Fragment& fragment = library.fragments[call.fragment];
    std::uint32_t begin = first[call.fragment.index()];
    if (fragment.instances().empty()) {
      return fragment.natives().empty() ? std::nullopt : std::optional(begin);
    }
    const BodyInstance* instance = fragment.find_declared(call.type_arguments);
    if (instance == nullptr) {
      return std::nullopt;  // the callee's own body has errors
    }
    return begin + static_cast<std::uint32_t>(instance - fragment.instances().data());
  }

  static void add_calls(const Library& library, const std::vector<std::uint32_t>& first,
                        CalledBody& node) {
    const Body& body = library.fragments[node.fragment].instances()[*node.instance].body;
    if (body.calls.empty()) {
      return;
    }
    std::vector<std::optional<Span>> sites(body.calls.size());
    for (const BodyExpr& expr : body.exprs) {
      if (expr.op == Operation::Call && !sites[expr.payload]) {
        sites[expr.payload] = expr.span;
      }
    }
    for (std::size_t i = 0; i < body.calls.size(); ++i) {
      auto callee = find(library, first, body.calls[i]);
      if (callee && sites[i]) {
        node.calls.push_back({*callee, *sites[i]});
      }
    }
  }
};

/// Tarjan's strongly connected components, iterative. Components come out callees first, one after
/// another in `members`, each sorted.
class Components {
 public:
  explicit Components(const CallGraph& graph) : graph_(graph), states_(graph.bodies.size()) {
    for (std::uint32_t root = 0; root < states_.size(); ++root) {
      if (states_[root].order == unseen) {
        walk(root);
      }
    }
  }

  std::size_t size() const { return ends_.size(); }
  std::span<const std::uint32_t> operator[](std::size_t component) const {
    const std::size_t begin = component == 0 ? 0 : ends_[component - 1];
    return std::span(members_).subspan(begin, ends_[component] - begin);
  }

 private:
  static constexpr std::uint32_t unseen = std::numeric_limits<std::uint32_t>::max();
  struct State {
    std::uint32_t order = unseen;
    std::uint32_t low = 0;
    std::size_t next_call = 0;
    bool is_open = false;
  };

  void open(std::uint32_t body) {
    states_[body] = {count_, count_, 0, true};
    ++count_;
    open_.push_back(body);
    path_.push_back(body);
  }

  void walk(std::uint32_t root) {
    open(root);
    while (!path_.empty()) {
      std::uint32_t body = path_.back();
      State& state = states_[body];
      const std::vector<CallSite>& calls = graph_.bodies[body].calls;
      if (state.next_call < calls.size()) {
        std::uint32_t callee = calls[state.next_call++].callee;
        if (states_[callee].order == unseen) {
          open(callee);
        } else if (states_[callee].is_open) {
          state.low = std::min(state.low, states_[callee].order);
        }
        continue;
      }
      path_.pop_back();
      if (!path_.empty()) {
        State& caller = states_[path_.back()];
        caller.low = std::min(caller.low, state.low);
      }
      if (state.low == state.order) {
        close(body);
      }
    }
  }

  void close(std::uint32_t body) {
    const auto begin = static_cast<std::ptrdiff_t>(members_.size());
    do {
      members_.push_back(open_.back());
      states_[open_.back()].is_open = false;
      open_.pop_back();
    } while (members_.back() != body);
    std::sort(members_.begin() + begin, members_.end());
    ends_.push_back(members_.size());
  }

  const CallGraph& graph_;
  std::vector<State> states_;
  std::vector<std::uint32_t> members_;
  std::vector<std::size_t> ends_;  // per component, into members_
  std::vector<std::uint32_t> open_;
  std::vector<std::uint32_t> path_;
  std::uint32_t count_ = 0;
};

/// The shortest cycle of calls through the first member of a component, as calls in order
/// (breadth-first search); empty if there is none.
std::vector<CallSite> find_cycle(const CallGraph& graph, std::span<const std::uint32_t> members) {
  if (members.size() == 1 && graph.bodies[members.front()].calls.empty()) {
    return {};
  }
  struct Reached {
    std::uint32_t from;
    CallSite by;
  };
  std::vector<std::optional<Reached>> reached(members.size());
  auto position = [&members](std::uint32_t body) -> std::optional<std::size_t> {
    auto at = std::lower_bound(members.begin(), members.end(), body);
    bool found = at != members.end() && *at == body;
    return found ? std::optional(static_cast<std::size_t>(at - members.begin())) : std::nullopt;
  };
  std::vector<std::uint32_t> queue = {members.front()};
  for (std::size_t i = 0; i < queue.size() && !reached[0]; ++i) {
    for (const CallSite& call : graph.bodies[queue[i]].calls) {
      auto at = position(call.callee);
      if (at && !reached[*at]) {
        reached[*at] = Reached{queue[i], call};
        queue.push_back(call.callee);
      }
    }
  }
  std::vector<CallSite> cycle;
  std::uint32_t body = members.front();
  while (reached[0] && (cycle.empty() || body != members.front())) {
    const Reached& step = *reached[*position(body)];
    cycle.push_back(step.by);
    body = step.from;
  }
  std::reverse(cycle.begin(), cycle.end());
  return cycle;
}

Diagnostic recursion_error(const Library& library, const CallGraph& graph, std::uint32_t first,
                           const std::vector<CallSite>& cycle) {
  constexpr std::size_t most_names = 8;
  auto name = [&](std::uint32_t body) {
    return library.text(library.fragments[graph.bodies[body].fragment].name);
  };
  std::string path(name(first));
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    if (i < most_names || i + 1 == cycle.size()) {
      path += fmt::format(" → {}", name(cycle[i].callee));
    } else if (i == most_names) {
      path += " → …";
    }
  }
  Diagnostic diagnostic = error_at(Code::Recursion, cycle.front().span,
                                   fmt::format("'{}' calls itself: {}", name(first), path),
                                   "shaders cannot recurse: write a loop");
  for (std::size_t i = 1; i < cycle.size() && i < most_names; ++i) {
    diagnostic.notes.push_back(
        {fmt::format("'{}' calls '{}' here", name(cycle[i - 1].callee), name(cycle[i].callee)),
         cycle[i].span});
  }
  return diagnostic;
}

/// The features that the members of a component extract: their own and those of their callees.
std::vector<FeatureId> features_of(const Library& library, const CallGraph& graph,
                                   std::span<const std::uint32_t> members,
                                   const std::vector<std::vector<FeatureId>>& extracted) {
  std::vector<FeatureId> all;
  auto append = [&all](const std::vector<FeatureId>& more) {
    all.insert(all.end(), more.begin(), more.end());
  };
  for (std::uint32_t member : members) {
    const CalledBody& node = graph.bodies[member];
    const Fragment& fragment = library.fragments[node.fragment];
    append(node.instance ? fragment.instances()[*node.instance].body.features
                         : fragment.declared_features);
    for (const CallSite& call : node.calls) {
      append(extracted[call.callee]);
    }
  }
  sort_features(library, all);
  return all;
}

}  // namespace

Diagnostics close_over_calls(Library& library) {
  CallGraph graph(library);
  Components components(graph);
  Diagnostics diagnostics;
  std::vector<std::vector<FeatureId>> extracted(graph.bodies.size());
  for (std::size_t i = 0; i < components.size(); ++i) {
    const std::span<const std::uint32_t> members = components[i];
    const std::vector<CallSite> cycle = find_cycle(graph, members);
    if (!cycle.empty()) {
      diagnostics.push_back(recursion_error(library, graph, members.front(), cycle));
    }
    std::vector<FeatureId> features = features_of(library, graph, members, extracted);
    for (const std::uint32_t member : members) {
      const CalledBody& node = graph.bodies[member];
      if (node.instance) {
        set_features(library.fragments[node.fragment].code()->instances.body(*node.instance),
                     features);
      }
      extracted[member] = features;
    }
  }
  normalize(diagnostics);
  return diagnostics;
}

}  // namespace weft
