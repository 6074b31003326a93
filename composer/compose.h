#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "composer/evaluations/plan.h"
#include "composer/placement/placement_options.h"
#include "support/result.h"

// The first of the two public entry points: compose() turns a material and a profile into a
// PlacedPlan; emit() (codegen/emit.h) turns that into text. The passes, in order:
//
//   Elaborator         graphs are expanded into hash-consed calls            elaborate.h
//   TypeInference      overloads, type variables, conversions                type_inference.h
//   share_steps        choice between chains that are declared equal         share_steps.h
//   fold_constants     constant folding, algebraic simplification            fold_constants.h
//   drop_cheap_choices branches that save too little                         cheap_choices.h
//   drop_unread_members members of structs that nobody reads                 unread_members.h
//   merge_equals       common subexpressions that folding created            merge_equals.h
//   build_plan         live evaluations in topological order                 build_plan.h
//   place              stages by a minimum cut, then the uniform program     placement/place.h

namespace weft {

/// The compiled form of a library's conversions: the conversion table and a cache of the chains
/// found and the calls planned so far. Create one per library and share it between compositions and
/// threads.
class Composer {
 public:
  /// `library` must outlive the composer. O(conversions).
  explicit Composer(const Library& library);
  ~Composer();
  Composer(Composer&&) noexcept;
  Composer& operator=(Composer&&) noexcept;

  const Library& library() const;
  /// The library's conversions, ready for the search (conversions/table/conversion_table.h).
  const class ConversionTable& conversions() const;
  /// Internal: what the passes need of the library's conversions, and what all compositions share.
  const struct ConversionSet& conversion_set() const;
  struct SharedAnswers shared_answers() const;
  /// Results of the searches so far, without advice about failures.
  class ConversionCache& conversion_cache() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

struct ComposeRequest {
  MaterialId material;
  ProfileId profile;
  std::vector<std::pair<std::string, Constant>>
      values;  ///< of static parameters, and overrides of defaults
  PlacementOptions placement = {};
  bool folds = true;  ///< false: no constant folding or pruning, for comparison
  /// Literals in the source that become parameters (Plan::live_literals). No two of one place.
  std::vector<LiveLiteralRequest> live_literals = {};
  /// false: every call of a graph is typed in its place, for comparison. With live literals, which
  /// may be inside of graphs, all are.
  bool types_graphs_apart = true;
};

/// Composes a material for a profile. Reports as many errors as one run can find; warnings are in
/// Plan::warnings. Linear in the nodes and links of the elaborated graph, plus the memoized
/// searches. Live literals cause no errors: where one cannot be a parameter, it is `Fixed`.
Result<PlacedPlan> compose(const Composer& composer, const ComposeRequest& request);

/// Type-checks a material's whole graph, including nodes that no output uses, without a profile: in
/// a fragment stage with every feature available. `weft check` runs it. No diagnostics mean
/// well-typed.
Diagnostics check_material(const Composer& composer, MaterialId material);
/// As above for a material outside the library, made to try something. `static_values`: per
/// parameter, where known.
Diagnostics check_material(const Composer& composer, const Material& material,
                           std::vector<std::optional<Constant>> static_values);

}  // namespace weft
