#pragma once

#include <memory>
#include <string>
#include <vector>

#include "composer/compose.h"
#include "fragments/load/load.h"
#include "support/result.h"

namespace weft::testing {

/// A material text composed against the shipped library; the first material of the text, unless
/// named.
struct Composed {
  std::unique_ptr<LoadedLibrary> loaded;  ///< the plan refers to it
  Result<PlacedPlan> plan = failed(Diagnostics{});

  const Library& library() const { return loaded->library; }
  /// Every error as text, of loading or composing; empty if there is a plan.
  std::string errors() const;
  /// The steps of conversion and the calls that an output needs, names of fragments in the order of
  /// the plan.
  std::vector<std::string> calls(Stage stage) const;
  bool has_call(const std::string& fragment) const;
  /// The evaluation with that suggested name; aborts if there is none.
  const Evaluation& named(const std::string& name) const;
  Rate rate_of(const std::string& fragment) const;
};

/// `text` stands behind imports of core, display and profiles. Work is left where it is demanded,
/// unless placement is asked for: what most tests are about is decided before.
Composed compose_text(const std::string& text, const std::string& profile = "forward",
                      const PlacementOptions& placement = {.is_on = false});

}  // namespace weft::testing
