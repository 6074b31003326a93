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

namespace weft {

/// What is made once of a library and then shared by all compositions of it, between threads too:
/// the conversion table, and the chains that were found.
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
  /// For the passes.
  const struct ConversionSet& conversion_set() const;
  /// What was found for the compositions so far, without advice on what failed.
  class ConversionCache& conversion_cache() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

struct ComposeRequest {
  MaterialId material;
  ProfileId profile;
  std::vector<std::pair<std::string, Constant>>
      values;  ///< values of static parameters, and overrides of defaults
  PlacementOptions placement = {};
  bool folds = true;  ///< false: nothing is computed beforehand or pruned, for comparison
};

/// The first public door: composes a material for a profile. All errors that can be found in one
/// run; warnings travel in Plan::warnings. Linear in the nodes and links of the elaborated graph,
/// but for the searches, which are memoised.
Result<PlacedPlan> compose(const Composer& composer, const ComposeRequest& request);

/// Types the whole graph of a material (also what no output uses) without a profile, as in a
/// fragment stage in which every feature is available. What `weft check` does for materials; no
/// diagnostics mean that it is well-typed.
Diagnostics check_material(const Composer& composer, MaterialId material);
/// The same for a material that is in no library: one made to try something. `static_values`: per
/// parameter, of those that are known.
Diagnostics check_material(const Composer& composer, const Material& material,
                           std::vector<std::optional<Constant>> static_values);

}  // namespace weft
