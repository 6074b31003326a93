#include <algorithm>

#include "composer/placement/cut_model.h"
#include "composer/placement/flow_network.h"

namespace weft {
namespace {

constexpr std::size_t most_tried_out = 16;  // movable nodes: 65,536 cuts

/// Returns operations × runs, clamped so that sums over all nodes stay below 2^60. Real draws do
/// not reach the clamp.
std::uint64_t cost_of(const CutModel& model, std::uint64_t operations, std::uint64_t runs) {
  const std::uint64_t most = (std::uint64_t{1} << 60U) / (4 * model.nodes.size() + 1);
  return runs != 0 && operations > most / runs ? most : operations * runs;
}

/// `price`: per component, in addition.
std::uint64_t crossing_cost(const CutModel& model, const CutNode& node, std::uint64_t price) {
  return node.components ? cost_of(model, *node.components, model.fragments + price) +
                               cost_of(model, node.crossing_operations, model.fragments)
                         : FlowNetwork::unlimited;
}

/// Per node: the vertex stage runs it, alone or too.
std::vector<Flag> runs_at_vertex(const CutModel& model, const std::vector<Flag>& at_vertex) {
  std::vector<Flag> runs = at_vertex;
  for (std::size_t i = model.nodes.size(); i-- > 0;) {
    for (const std::uint32_t input : model.nodes[i].inputs) {
      runs[input] = runs[input] || (runs[i] && model.nodes[input].is_repeatable);
    }
  }
  return runs;
}

/// Takes repeatable nodes out of the fragment stage if only the vertex stage reads them.
void drop_unread(const CutModel& model, std::vector<Flag>& at_vertex) {
  const std::vector<Flag> runs = runs_at_vertex(model, at_vertex);
  std::vector<Flag> is_read(model.nodes.size(), false);  // per fragment
  for (std::size_t i = model.nodes.size(); i-- > 0;) {
    at_vertex[i] = at_vertex[i] || (model.nodes[i].is_repeatable && runs[i] && !is_read[i]);
    for (const std::uint32_t input : model.nodes[i].inputs) {
      is_read[input] = is_read[input] || !at_vertex[i];
    }
  }
}

/// Returns the cheapest cut if a component costs `price` more per draw.
std::vector<Flag> priced_cut(const CutModel& model, std::uint64_t price) {
  const auto count = static_cast<std::uint32_t>(model.nodes.size());
  std::vector<std::uint32_t> readers(count, 0);
  std::vector<std::uint32_t> vertex_run(count);  // per node: the node of its run per vertex
  const std::uint32_t source = 2 * count;        // the vertex side
  const std::uint32_t sink = source + 1;
  std::uint32_t size = sink + 1;
  std::size_t links = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const CutNode& node = model.nodes[i];
    vertex_run[i] = node.is_repeatable ? size++ : i;
    links += node.inputs.size();
    for (const std::uint32_t input : node.inputs) {
      ++readers[input];
    }
  }
  FlowNetwork network(size, 2 * (links + count) + size - sink);
  for (std::uint32_t i = 0; i < count; ++i) {
    const CutNode& node = model.nodes[i];
    if (node.freedom == Freedom::Vertex) {
      network.add_edge(source, i, FlowNetwork::unlimited);
    } else if (node.freedom == Freedom::Fragment) {
      network.add_edge(i, sink, FlowNetwork::unlimited);
    } else if (node.is_repeatable) {
      network.add_edge(source, i, cost_of(model, node.fragment_operations, model.fragments));
      network.add_edge(vertex_run[i], sink, cost_of(model, node.vertex_operations, model.vertices));
      network.add_edge(i, vertex_run[i], FlowNetwork::unlimited);
    } else {
      // Only the difference between the two costs matters.
      const std::uint64_t fragment = cost_of(model, node.fragment_operations, model.fragments);
      const std::uint64_t vertex = cost_of(model, node.vertex_operations, model.vertices);
      if (fragment > vertex) {
        network.add_edge(source, i, fragment - vertex);
      } else if (vertex > fragment) {
        network.add_edge(i, sink, vertex - fragment);
      }
    }
    for (const std::uint32_t input : node.inputs) {
      // A vertex reader needs a vertex input; fragment readers pay for the crossing once. With a
      // single reader, one pair of edges does both.
      const bool runs_once = vertex_run[i] == i && vertex_run[input] == input;
      if (readers[input] == 1) {
        network.add_edge(input, i, crossing_cost(model, model.nodes[input], price),
                         runs_once ? FlowNetwork::unlimited : 0);
      } else {
        network.add_edge(count + input, i, FlowNetwork::unlimited);
      }
      if (readers[input] != 1 || !runs_once) {
        network.add_edge(vertex_run[i], vertex_run[input], FlowNetwork::unlimited);
      }
    }
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    if (readers[i] > 1) {
      network.add_edge(i, count + i, crossing_cost(model, model.nodes[i], price));
    }
  }
  std::vector<Flag> side = network.source_side(source, sink);
  side.resize(count);
  if (size > sink + 1) {
    drop_unread(model, side);
  }
  return side;
}

/// Tries every cut within the budget.
std::optional<Cut> exhaustive_cut(const CutModel& model,
                                  const std::vector<std::uint32_t>& movable) {
  std::optional<Cut> best;
  std::vector<Flag> at_vertex;
  for (const CutNode& node : model.nodes) {
    at_vertex.push_back(node.freedom == Freedom::Vertex);
  }
  for (std::uint32_t chosen = 0; chosen < 1U << movable.size(); ++chosen) {
    for (std::size_t i = 0; i < movable.size(); ++i) {
      at_vertex[movable[i]] = (chosen >> i & 1U) != 0;
    }
    std::vector<Flag> side = at_vertex;
    drop_unread(model, side);
    Cut cut = evaluate_cut(model, std::move(side));
    if (cut.cost != impossible_cost && cut.components <= *model.budget &&
        (!best || cut.cost < best->cost)) {
      best = std::move(cut);
    }
  }
  return best;
}

/// Bisects for the lowest price whose cut fits the budget.
std::optional<Cut> bisected_cut(const CutModel& model) {
  std::uint64_t total = model.fragments;
  for (const CutNode& node : model.nodes) {
    total += cost_of(model, node.fragment_operations, model.fragments) +
             cost_of(model, node.vertex_operations, model.vertices);
  }
  std::uint64_t low = 0;       // price 0 exceeds the budget
  std::uint64_t high = total;  // one component costs more than everything else
  std::optional<Cut> best;
  std::uint64_t bound = 0;  // lower bound of any cut within the budget (Lagrangian dual)
  const auto consider = [&](std::uint64_t price) {
    Cut cut = evaluate_cut(model, priced_cut(model, price));
    const bool fits = cut.components <= *model.budget;
    const std::uint64_t priced = cut.cost + price * cut.components;
    const std::uint64_t paid = price * *model.budget;
    bound = std::max(bound, priced > paid ? priced - paid : 0);
    if (fits && (!best || cut.cost < best->cost)) {
      best = std::move(cut);
    }
    return fits;
  };
  if (!consider(high)) {
    return std::nullopt;
  }
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (consider(middle) ? high : low) = middle;
  }
  best->is_proven = best->cost == bound;
  return best;
}

}  // namespace

Cut evaluate_cut(const CutModel& model, std::vector<Flag> at_vertex) {
  Cut cut;
  const std::vector<Flag> runs = runs_at_vertex(model, at_vertex);
  std::vector<Flag> crosses(model.nodes.size(), false);
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    const CutNode& node = model.nodes[i];
    const bool is_legal =
        at_vertex[i] ? node.freedom != Freedom::Fragment : node.freedom != Freedom::Vertex;
    for (const std::uint32_t input : node.inputs) {
      const bool reads_fragment = runs[i] && !runs[input];
      cut.cost = reads_fragment ? impossible_cost : cut.cost;
      crosses[input] = crosses[input] || (!at_vertex[i] && at_vertex[input]);
    }
    if (!is_legal) {
      cut.cost = impossible_cost;
    }
    if (cut.cost != impossible_cost && node.freedom == Freedom::Either) {
      cut.cost += at_vertex[i] ? 0 : cost_of(model, node.fragment_operations, model.fragments);
      cut.cost += runs[i] ? cost_of(model, node.vertex_operations, model.vertices) : 0;
    }
  }
  for (std::size_t i = 0; i < model.nodes.size(); ++i) {
    if (crosses[i]) {
      const std::optional<std::uint32_t>& components = model.nodes[i].components;
      cut.components += components.value_or(0);
      cut.cost = !components || cut.cost == impossible_cost
                     ? impossible_cost
                     : cut.cost + crossing_cost(model, model.nodes[i], 0);
    }
  }
  cut.at_vertex = std::move(at_vertex);
  return cut;
}

void let_all_repeat(CutModel& model) {
  for (CutNode& node : model.nodes) {
    node.is_repeatable =
        node.is_repeatable || (node.freedom == Freedom::Either && node.components.has_value());
  }
}

std::optional<Cut> minimum_cut(const CutModel& whole) {
  Cut cheapest = evaluate_cut(whole, priced_cut(whole, 0));
  if (!whole.budget || cheapest.components <= *whole.budget) {
    return cheapest;
  }
  CutModel model = whole;
  let_all_repeat(model);
  std::vector<std::uint32_t> movable;
  for (std::uint32_t i = 0; i < model.nodes.size(); ++i) {
    if (model.nodes[i].freedom == Freedom::Either) {
      movable.push_back(i);
    }
  }
  return movable.size() <= most_tried_out ? exhaustive_cut(model, movable) : bisected_cut(model);
}

}  // namespace weft
