#pragma once

#include <optional>
#include <vector>

#include "composer/typing/call_site.h"
#include "fragments/model/body_flow.h"

// Features that leaves inject and no function reads: their values, and whatever only these need,
// are dropped.

namespace weft {

/// The data flow of a leaf with function ports, taken from the first of its bodies.
struct LeafFlow {
  const Body* body;
  const BodyFlow* flow;
};
LeafFlow flow_of(const TypingContext& in, const CallSite& site, const UnreadFeatures& unread);

/// Returns injected features whose values depend on features that are missing here. They are
/// assumed unread; if something reads one after all, the missing features are reported. Nothing
/// while types of features are missing.
std::optional<UnreadFeatures> unavailable_injections(const TypingContext& in, const CallSite& site,
                                                     Requests& requests);

/// Returns the injections that the call's functions do not read, before conversion of their
/// results.
UnreadFeatures unread_injections(const TypingContext& in, const CallSite& site);
/// The same including the conversions of the results, which are inside the functions and may read
/// injected features. The features that these conversions read have been typed.
UnreadFeatures unread_injections(const TypingContext& in, const PlannedCall& plan, Stage stage);

/// Returns whether something reads one of `dropped`. If so, takes what is read out of site.unread,
/// and drops only what no round has read (`never_read`).
bool take_read_injections(const TypingContext& in, CallSite& site, UnreadFeatures& never_read,
                          UnreadFeatures& dropped);

/// Returns the rate of a value computed from these ports and features. Functions have the rates
/// given.
Rate rate_of_flow(const TypingContext& in, const CallSite& site, const FlowSet& flow,
                  const std::vector<FeatureId>& features, const std::vector<Rate>& function_rates,
                  Requests& requests);

/// The flows of a leaf whose functions are typed.
struct CalledFlows {
  const LeafFlow& whole;
  const LeafFlow& less;  ///< without unread injections, on which it has no data
};
/// Returns the rates of the arguments with which the leaf calls a port.
std::vector<Rate> parameter_rates(const TypingContext& in, const CallSite& site, std::uint32_t port,
                                  const CalledFlows& flows, const std::vector<Rate>& function_rates,
                                  Requests& requests);

}  // namespace weft
