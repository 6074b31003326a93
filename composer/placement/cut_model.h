#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace weft {

/// Where a value may be computed.
enum class Freedom : std::uint8_t { Vertex, Fragment, Either };

/// One value that varies over a primitive, as placement sees it.
struct CutNode {
  Freedom freedom = Freedom::Fragment;
  std::uint64_t vertex_operations = 0;    ///< of one run
  std::uint64_t fragment_operations = 0;  ///< of one run
  /// What it takes to interpolate it; nothing: it cannot be, so whoever reads it runs where it
  /// does.
  std::optional<std::uint32_t> components = std::nullopt;
  std::vector<std::uint32_t> inputs = {};  ///< what it reads, by position; before it
};

/// What is to be placed. After cloning for demands from two stages each node runs at one place; a
/// value that is computed per vertex and read per fragment is interpolated, once, however many read
/// it.
struct CutModel {
  std::vector<CutNode> nodes;
  std::uint64_t vertices = 0;   ///< runs per draw
  std::uint64_t fragments = 0;  ///< runs per draw; interpolating costs 1 per component and fragment
  std::optional<std::uint32_t> budget = std::nullopt;  ///< interpolated components
};

/// One way to place a model.
struct Cut {
  std::vector<bool> at_vertex;  ///< per node
  std::uint64_t cost = 0;
  std::uint32_t components = 0;  ///< interpolated
  bool is_proven = true;         ///< no cut within the budget costs less
};

constexpr std::uint64_t impossible_cost = std::numeric_limits<std::uint64_t>::max();

/// The cost of placing nodes so, without regard to the budget; impossible_cost where a node reads
/// per vertex what is known per fragment, or something cannot be interpolated. `components` is set
/// as well.
Cut evaluate_cut(const CutModel& model, std::vector<bool> at_vertex);

/// The cheapest cut, of equal ones that with the fewest nodes per vertex; nothing if no cut stays
/// within the budget. Without a budget it is a minimum cut (Picard 1976, «Maximal closure of a
/// graph»), found by Dinic's algorithm, and optimal. With one, the price of a component is searched
/// by bisection, and models of at most 16 movable nodes are tried out; the result says whether it
/// is proven.
std::optional<Cut> minimum_cut(const CutModel& model);

}  // namespace weft
