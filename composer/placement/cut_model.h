#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "support/flag.h"
#include "support/inline_vector.h"

// Placement as a minimum cut. Each value that varies over a primitive runs per vertex or per
// fragment. An operation costs its operation count times the number of vertices or fragments per
// draw; a value computed per vertex and read per fragment costs one operation per component and
// fragment, for interpolation, once however many readers it has. We want the cheapest assignment in
// which no vertex computation reads a fragment value.
//
// This is the closure problem (Picard 1976, "Maximal closure of a graph and applications to
// combinatorial problems"), a minimum s-t cut in a network where the source side means per vertex:
//
//   source ──(fragment cost - vertex cost)──▶ n      paid if n runs per fragment (if positive;
//   n ──(vertex cost - fragment cost)──▶ sink        else this edge)
//   reader ──(∞)──▶ input                            a vertex reader needs a vertex input
//   input ──(crossing cost)──▶ input' ──(∞)──▶ reader_1, reader_2, …
//                                                    one payment for all fragment readers
//
// Freedom::Vertex and Freedom::Fragment are infinite edges from the source and to the sink. The
// source side found is the smallest of all minimum cuts, so ties stay per fragment.
//
// A repeatable value may run in both stages, where that is cheaper than to interpolate it:
// float4(p, 1.0) for a product per vertex, beside an interpolated p, is made again from it per
// fragment. It has two nodes. n on the sink side means that the fragment stage runs it, for its
// readers there; v on the source side means that the vertex stage runs it:
//
//   source ──(fragment cost)──▶ n      v ──(vertex cost)──▶ sink
//   n ──(∞)──▶ v                       a fragment reader of a value that only the vertex stage runs
//   v of reader ──(∞)──▶ v of input    (a value with one node is its own v)
//
// Running twice never pays if one run costs as much as interpolation, so such values need one node,
// unless a budget leaves no room to interpolate them.
//
// A budget on interpolated components makes the problem NP-hard in general. Lagrangian relaxation
// prices each component: for price p the cut minimizes cost + p × components, and bisection finds
// the least p whose cut fits the budget. Each priced cut also gives a lower bound, cost + p ×
// (components - budget), which proves optimality if it equals the best cost found. Models with at
// most 16 movable nodes are searched exhaustively instead.

namespace weft {

/// The stages in which a value may be computed.
enum class Freedom : std::uint8_t { Vertex, Fragment, Either };

/// A value that varies over a primitive.
struct CutNode {
  Freedom freedom = Freedom::Fragment;
  std::uint64_t vertex_operations = 0;    ///< of one run
  std::uint64_t fragment_operations = 0;  ///< of one run
  /// Components to interpolate. Nothing: the value cannot be interpolated, so it runs where its
  /// readers do.
  std::optional<std::uint32_t> components = std::nullopt;
  InlineVector<std::uint32_t, 4> inputs = {};  ///< positions of the nodes read, all smaller
  bool is_repeatable = false;                  ///< may run in both stages; only for Freedom::Either
  std::uint64_t crossing_operations = 0;       ///< per fragment besides, if it is interpolated
};

/// A placement problem. Each node runs in one stage, or in both if it is repeatable; values
/// demanded by both stages were duplicated. A value computed per vertex and read per fragment is
/// interpolated once.
struct CutModel {
  std::vector<CutNode> nodes;
  std::uint64_t vertices = 0;                          ///< runs per draw
  std::uint64_t fragments = 0;                         ///< runs per draw
  std::optional<std::uint32_t> budget = std::nullopt;  ///< upper bound on interpolated components
};

/// A solution.
struct Cut {
  /// Per node: it runs per vertex alone. Repeatable nodes that run per fragment run per vertex too
  /// if something there reads them.
  std::vector<Flag> at_vertex;
  std::uint64_t cost = 0;
  std::uint32_t components = 0;  ///< interpolated
  bool is_proven = true;         ///< no cut within the budget costs less
};

constexpr std::uint64_t impossible_cost = std::numeric_limits<std::uint64_t>::max();

/// Evaluates a given placement, ignoring the budget; also sets `components`. The cost is
/// impossible_cost if a node reads a fragment value per vertex, or a value that cannot be
/// interpolated crosses.
Cut evaluate_cut(const CutModel& model, std::vector<Flag> at_vertex);

/// Lets every value run in both stages that may run in either, as pays where interpolation is
/// limited. Not those that cannot be interpolated and are not repeatable: they cross flat or stay.
void let_all_repeat(CutModel& model);

/// Returns the cheapest cut, among equals the one with the fewest nodes per vertex, or nothing if
/// none fits the budget. Optimal without a budget; otherwise Cut::is_proven tells. If the cheapest
/// one exceeds the budget, the others are those of the model in which all values repeat.
std::optional<Cut> minimum_cut(const CutModel& model);

}  // namespace weft
