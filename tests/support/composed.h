#pragma once

#include <memory>
#include <string>
#include <vector>

#include "composer/compose.h"
#include "fragments/load/load.h"
#include "support/result.h"

namespace weft::testing {

/// A source composed against the shipped library: its first material, unless one is named.
struct Composed {
  std::unique_ptr<LoadedLibrary> loaded;  ///< the plan refers to it
  Result<PlacedPlan> plan = failed(Diagnostics{});

  const Library& library() const { return loaded->library; }
  /// All errors of loading or composing as text; empty if there is a plan.
  std::string errors() const;
  /// The calls in the evaluations that an output needs, including conversion steps, as fragment
  /// names in plan order.
  std::vector<std::string> calls(Stage stage) const;
  bool has_call(const std::string& fragment) const;
  /// The evaluation with this suggested name; aborts if there is none.
  const Evaluation& named(const std::string& name) const;
  Rate rate_of(const std::string& fragment) const;
};

/// `source` is complete: it has its own imports.
Composed compose_source(const std::string& source, const std::string& profile,
                        const PlacementOptions& placement);
/// `text` is compiled after imports of core, display and profiles. Placement is off by default:
/// most tests are about earlier passes.
Composed compose_text(const std::string& text, const std::string& profile = "forward",
                      const PlacementOptions& placement = {.is_on = false});

}  // namespace weft::testing
