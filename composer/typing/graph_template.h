#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "composer/evaluations/typed_graph.h"
#include "composer/typing/answer_cache.h"

// Typing a graph apart from its callers. What typing finds in a graph depends on its arguments'
// types and rates, not on what they compute. So a result of a graph is typed once, with ports of
// which nothing else is known, and the evaluations are copied for each call whose arguments have
// these types and rates: the calls of one material, and those of all materials and edits of a
// library, where a surface model has a thousand calls inside of it.
//
//   graph stain(c: float3 {use: color}) -> float3 {use: color} { return c * fade(surface.uv); }
//
//   stain(base)     types the graph with a port of type float3 {use: color}, rate material
//   stain(tint)     copies its evaluations: fade(…), multiply(tint, …)
//
// Constants in the graph are folded before. A copy is what typing the call in its place gives,
// under the same names, because evaluations are hash-consed: names that typing makes from an
// argument (`base_world`) are made again for each call. Where more than types and rates would
// matter, the call is expanded in its place.

namespace weft {

/// The part of a graph template's name or place that comes from a port's value.
struct FromPort {
  std::optional<std::uint32_t> name;   ///< the port; the evaluation's name continues its name
  std::optional<std::uint32_t> place;  ///< the port whose value's place it has
};

/// One result of a graph for arguments of certain types and rates. Refers to nothing of the
/// composition in which it was typed.
struct GraphTemplate {
  /// Otherwise calls are expanded in their place: typing has something to report, or asks for more
  /// than types and rates.
  bool is_usable = false;
  /// What the result needs, in an order in which inputs come first. Ports are BoundEvaluations of
  /// level_of_given.
  Store<Evaluation> evaluations = {};
  TypeInterner types = {};
  std::vector<FromPort> origins = {};  ///< per evaluation
  EvaluationId result = EvaluationId(0);
  TypeId type = TypeId(0);
  bool is_made_here = false;  ///< as for GivenCall
  std::vector<StatedType> stated_types = {};
  std::vector<EvaluationId> written = {};   ///< whose type an author wrote down
  std::vector<EvaluationId> deciding = {};  ///< as TypedGraph::deciding
  std::vector<ConvertedLink> links = {};
  std::vector<std::optional<std::uint32_t>> links_at = {};  ///< per link: as FromPort::place
  std::vector<RangedArgument> ranged = {};
  std::vector<bool> is_read = {};  ///< per port
  /// Per port: whether it is converted to its type again, under injections inside of the graph.
  std::vector<bool> is_declared_again = {};
  /// The conversions that ports go through first. One may undo how an argument was made.
  std::vector<std::pair<std::uint32_t, FragmentId>> first_steps = {};
};

/// The graphs typed in one library. Questions: the words and types of question_of().
class GraphTemplateCache : public AnswerCache<GraphTemplate> {
 public:
  /// Up to a few hundred kilobytes each, for surface models.
  static constexpr std::size_t max_templates = 2'000;

  GraphTemplateCache() : AnswerCache(max_templates) {}
};

}  // namespace weft
