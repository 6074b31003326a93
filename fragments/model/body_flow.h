#pragma once

#include <cstdint>
#include <vector>

#include "fragments/model/body.h"

namespace weft {

struct Library;

/// What a value inside a body may depend on: by data, and by the conditions under which it is
/// assigned.
struct FlowSet {
  std::vector<bool> ports;       ///< by position
  std::vector<bool> features;    ///< by position in Body::features
  std::vector<bool> port_calls;  ///< by position in Body::port_calls: their results
  bool steps = false;            ///< on how often a loop of the body has run

  friend bool operator==(const FlowSet&, const FlowSet&) = default;
};

/// One call of a function port.
struct PortCallFlow {
  BodyExprId call;
  std::vector<FlowSet> arguments;  ///< per argument
  FlowSet conditions;              ///< of the branches and loops that it stands in
};

/// The data flow of a body. Insensitive to the order of statements: a local depends on all that is
/// ever assigned to it. Never says too little.
struct BodyFlow {
  std::vector<PortCallFlow> port_calls;  ///< in the order of Body::port_calls
  std::vector<FlowSet> results;  ///< per result of the fragment; of bodies with one result the one
  std::vector<FlowSet> exprs;    ///< per expression
};

/// Adds what `from` holds; whether that was more.
bool join(FlowSet& into, const FlowSet& from);

/// `library`: knows the leaves that the body calls. O(rounds × size of the body × ports and
/// features), where rounds is at most the number of locals.
BodyFlow find_flow(const Library& library, const Body& body, std::size_t port_count);

/// Per expression, what decides whether it is evaluated: the conditions of the branches, loops and
/// choices around it, and of every way to leave before it is reached. `flow`: of this body. Heeds
/// the order of statements: what stands before an early return does not depend on it. O(size of the
/// body × ports and features).
std::vector<FlowSet> find_control(const Body& body, const BodyFlow& flow);

}  // namespace weft
