#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "composer/elaborate/environments.h"

namespace weft {

/// What is known of the features, per environment and stage: whether they are available there, and
/// the calls of those that are expanded. Injected features are known from the start.
class FeatureTable {
 public:
  FeatureTable(const Composition& composition, const Environments& environments)
      : composition_(composition), environments_(environments) {}

  /// Whether a context can read a feature: it is injected, provided in the stage, or derived from
  /// available ones. Follows features mentioned in definitions, nothing else.
  bool is_available(FeatureId feature, CallContext context);
  /// The call of a feature in a context, once it is expanded.
  std::optional<CallId> value(FeatureId feature, CallContext context);
  /// Records the call of a feature, and returns it.
  CallId set_value(FeatureId feature, CallContext context, CallId call);

 private:
  enum class Availability : std::uint8_t { Unknown, Begun, No, Yes };
  /// By feature. Empty until the first question about the environment and stage.
  struct Known {
    std::vector<Availability> available;
    std::vector<std::optional<CallId>> values;
  };
  Known& known(CallContext context);
  Known begin(const Environment& environment) const;
  /// Decides about the feature and those that its definition reads.
  bool decide(FeatureId feature, CallContext context, std::vector<Availability>& known);

  const Composition& composition_;
  const Environments& environments_;
  std::deque<std::array<Known, shader_stages.size()>> known_;  // by environment and stage
  std::vector<FeatureId> open_;                                // being decided
};

}  // namespace weft
