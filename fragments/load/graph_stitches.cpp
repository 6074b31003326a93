#include <algorithm>
#include <memory>
#include <numeric>

#include "fragments/load/graph_builder.h"
#include "fragments/model/call_arguments.h"
#include "fragments/model/graph_inputs.h"

// Candidates for stitching open inputs.
namespace weft {
namespace {

/// Finds, call by call in source order, which of the values listed before a call depend on it,
/// through written inputs or through the possible stitches of earlier calls.
///
/// Searches from the call along its readers, but only into nodes from which a binding listed before
/// the call can be reached without a stitch. This is complete: each stitch on a path leads to a
/// value listed before its call, and so before this one. In a text whose bindings are listed before
/// their readers the search ends at the call's own binding.
class StitchDependents {
 public:
  StitchDependents(const Graph& graph, const std::vector<ListedValue>& values)
      : graph_(graph), values_(values) {
    find_first_readers();
    find_readers();
    seen_.assign(graph.nodes.size(), 0);
    positions_of_.resize(graph.nodes.size());
    for (std::uint32_t i = 0; i < values.size(); ++i) {
      positions_of_[values[i].node.index()].push_back(i);
    }
  }

  /// Returns the positions of dependents among the first `before` values, ascending. Must be called
  /// in source order.
  std::vector<std::uint32_t> of(NodeId call, std::uint32_t before) {
    ++walk_;
    std::vector<std::uint32_t> found;
    visit(call, before);
    while (!open_.empty()) {
      const std::uint32_t node = open_.back();
      open_.pop_back();
      for (const std::uint32_t at : positions_of_[node]) {
        if (at < before) {
          found.push_back(at);
          visit_stitched_to(at, before);
        }
      }
      for (std::uint32_t i = reader_begins_[node]; i < reader_begins_[node + 1]; ++i) {
        visit(NodeId(readers_[i]), before);
      }
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  void add_stitches(NodeId call, const StitchSources& sources) {
    if (sources.usable_count() > 0) {
      stitched_.push_back({call, &sources});
    }
  }

 private:
  struct Stitched {
    NodeId call;
    const StitchSources* sources;
  };

  // For each node, the first listed value that depends on it.
  void find_first_readers() {
    first_reader_.assign(graph_.nodes.size(), none);
    std::vector<NodeId> open;
    for (std::uint32_t i = 0; i < values_.size(); ++i) {
      const auto reach = [&](NodeId node) {
        if (first_reader_[node.index()] == none) {
          first_reader_[node.index()] = i;
          open.push_back(node);
        }
      };
      reach(values_[i].node);
      while (!open.empty()) {
        const NodeId node = open.back();
        open.pop_back();
        for_each_dependency(graph_.nodes[node], reach);
      }
    }
  }

  void find_readers() {
    reader_begins_.assign(graph_.nodes.size() + 1, 0);
    for_each_edge([this](std::size_t, NodeId read) { ++reader_begins_[read.index() + 1]; });
    std::partial_sum(reader_begins_.begin(), reader_begins_.end(), reader_begins_.begin());
    readers_.resize(reader_begins_.back());
    std::vector<std::uint32_t> next(reader_begins_.begin(), reader_begins_.end() - 1);
    for_each_edge([&](std::size_t reader, NodeId read) {
      readers_[next[read.index()]++] = static_cast<std::uint32_t>(reader);
    });
  }

  template <typename F>
  void for_each_edge(F f) const {
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
      for_each_dependency(graph_.nodes[NodeId(i)], [&](NodeId read) { f(i, read); });
    }
  }

  void visit(NodeId node, std::uint32_t before) {
    const std::size_t at = node.index();
    if (seen_[at] != walk_ && first_reader_[at] < before) {
      seen_[at] = walk_;
      open_.push_back(static_cast<std::uint32_t>(at));
    }
  }

  // Visits the calls listed after a value, which may be stitched to it.
  void visit_stitched_to(std::uint32_t position, std::uint32_t before) {
    for (auto at = stitched_.rbegin(); at != stitched_.rend() && at->sources->before > position;
         ++at) {
      const std::vector<std::uint32_t>& dependents = at->sources->dependents;
      if (!std::binary_search(dependents.begin(), dependents.end(), position)) {
        visit(at->call, before);
      }
    }
  }

  static constexpr std::uint32_t none = static_cast<std::uint32_t>(-1);

  const Graph& graph_;
  const std::vector<ListedValue>& values_;
  std::vector<std::uint32_t> first_reader_;
  std::vector<std::uint32_t> reader_begins_;
  std::vector<std::uint32_t> readers_;
  std::vector<std::vector<std::uint32_t>> positions_of_;  ///< of nodes among the values
  std::vector<Stitched> stitched_;                        ///< the preceding calls, in source order
  std::vector<std::uint32_t> seen_;
  std::uint32_t walk_ = 0;
  std::vector<std::uint32_t> open_;
};

bool has_stitchable_input(const Library& library, const CallNode& call) {
  return std::any_of(call.candidates.begin(), call.candidates.end(), [&](FragmentId candidate) {
    return may_be_stitched(library, library.fragments[candidate], call);
  });
}

}  // namespace

std::vector<ListedValue> StitchSources::usable() const {
  std::vector<ListedValue> result;
  result.reserve(usable_count());
  auto dependent = dependents.rbegin();
  for (std::uint32_t i = before; i-- > 0;) {
    if (dependent != dependents.rend() && *dependent == i) {
      ++dependent;
    } else {
      result.push_back((*values)[i]);
    }
  }
  return result;
}

std::vector<ListedValue> StitchSources::left_out() const {
  std::vector<ListedValue> result;
  const auto add = [&](const ListedValue& value) {
    if (value.node != call) {
      result.push_back(value);
    }
  };
  for (std::size_t i = values ? values->size() : 0; i-- > before;) {
    add((*values)[i]);
  }
  std::for_each(dependents.rbegin(), dependents.rend(),
                [&](std::uint32_t i) { add((*values)[i]); });
  return result;
}

void building::find_stitches(GraphBuilder& b) {
  std::vector<NodeId> calls;
  for (std::size_t i = 0; i < b.graph.nodes.size(); ++i) {
    const auto* call = std::get_if<CallNode>(&b.graph.nodes[NodeId(i)].kind);
    if (call != nullptr && has_stitchable_input(b.state.library, *call)) {
      calls.push_back(NodeId(i));
    }
  }
  if (calls.empty()) {
    return;
  }
  // In source order, so of two calls that could each be stitched to the other, the later one is.
  std::sort(calls.begin(), calls.end(), [&b](NodeId left, NodeId right) {
    return b.graph.nodes[left].span.begin < b.graph.nodes[right].span.begin;
  });
  const std::vector<bool> is_function = find_functions(b.graph);
  std::vector<ListedValue> listed;
  std::vector<std::uint32_t> begins;
  for (const GraphBinding& local : b.bindings.all) {
    if (local.value && local.scope == GraphNames::outermost && !is_function[local.value->index()]) {
      listed.push_back({*local.value, local.binding->name.name});
      begins.push_back(local.binding->name.span.begin);
    }
  }
  const auto values = std::make_shared<const std::vector<ListedValue>>(std::move(listed));
  StitchDependents dependents(b.graph, *values);
  for (const NodeId id : calls) {
    const auto before =
        std::lower_bound(begins.begin(), begins.end(), b.graph.nodes[id].span.begin) -
        begins.begin();
    auto& call = std::get<CallNode>(b.graph.nodes[id].kind);
    call.stitch_sources.values = values;
    call.stitch_sources.call = id;
    call.stitch_sources.before = static_cast<std::uint32_t>(before);
    call.stitch_sources.dependents = dependents.of(id, call.stitch_sources.before);
    dependents.add_stitches(id, call.stitch_sources);
  }
}

}  // namespace weft
