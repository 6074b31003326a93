#pragma once

#include <optional>
#include <vector>

#include "composer/evaluations/elaborated.h"
#include "fragments/types/feature_set.h"
#include "support/index_table.h"

namespace weft {

/// A value injected for a feature. `keeps_frame`: values anchored to the feature stay valid below.
struct Injected {
  FeatureId feature;
  CallId value;
  bool keeps_frame = false;
  bool is_written = false;  ///< by a `with` node, otherwise by a function
  std::optional<Span> where = std::nullopt;
};

/// The environments of a composition, hash-consed. Issues no_environment first.
class Environments {
 public:
  explicit Environments(const Library& library);

  /// Returns the environment inside a function of that level, or inside an injection: `outer` with
  /// the features replaced. Features anchored to a replaced one are withdrawn, including injected
  /// ones, unless the injection keeps the frame. O(size of the environment + injected).
  EnvironmentId extended(EnvironmentId outer, const std::vector<Injected>& injected,
                         std::uint32_t level);

  /// Returns the environment with the injections of these features alone, at the given level.
  /// O(size of the environment).
  EnvironmentId narrowed(EnvironmentId environment, const FeatureSet& features,
                         std::uint32_t level);

  /// Returns the same environment at another level. O(size of the environment).
  EnvironmentId at_level(EnvironmentId environment, std::uint32_t level);

  const Environment& operator[](EnvironmentId id) const { return environments_[id]; }
  const Store<Environment>& all() const { return environments_; }

 private:
  EnvironmentId add(Environment environment);

  const Library& library_;
  Store<Environment> environments_;
  IndexTable table_;
};

}  // namespace weft
