#pragma once

#include <cstdint>
#include <vector>

#include "fragments/model/body.h"
#include "support/bit_set.h"

// Data-flow analysis of bodies: which ports, features and calls of function ports a value may
// depend on. It answers, for example, whether a result depends on a port and whether a derivative
// is taken in non-uniform control flow. In
//
//     float t = a;
//     if (b > 0.0) { t = c; }
//
// `t` depends on `a` and `c` by data and on `b` by control.

namespace weft {

struct Library;

/// The inputs that a value inside a body may depend on, through data or through the conditions
/// under which it is assigned.
struct FlowSet {
  BitSet ports;        ///< by position
  BitSet features;     ///< by position in Body::features
  BitSet port_calls;   ///< by position in Body::port_calls: the results of those calls
  bool steps = false;  ///< depends on the number of iterations that a loop has run

  friend bool operator==(const FlowSet&, const FlowSet&) = default;
};

/// The dependences of one call of a function port.
struct PortCallFlow {
  BodyExprId call;
  std::vector<FlowSet> arguments;  ///< per argument
  FlowSet conditions;              ///< the conditions of the branches and loops around it
};

/// The data and control dependences of a body, as a conservative over-approximation.
/// Flow-insensitive: a local depends on everything that is assigned to it anywhere.
struct BodyFlow {
  std::vector<PortCallFlow> port_calls;  ///< in the order of Body::port_calls
  std::vector<FlowSet>
      results;  ///< per result of the fragment; one entry for a body with a single result
  std::vector<FlowSet> exprs;  ///< per expression
};

/// Whether the body calls `port`, an `fn` or `eval` port of its leaf. O(calls of ports).
bool calls_port(const Body& body, std::uint32_t port);

/// Whether the operand is evaluated only if the first one asks for it: the later ones of `&&`, `||`
/// and `? :`.
bool is_conditional_operand(const BodyExpr& expr, std::uint32_t operand);

/// Depends on none of the inputs of a body.
FlowSet no_flow(const Body& body, std::size_t port_count);

/// Joins `from` into `into`. Returns whether `into` grew.
bool join(FlowSet& into, const FlowSet& from);

/// Computes the flow by iterating to a fixed point. `library` holds the leaves that the body calls.
/// O(rounds × size of the body × ports and features), where rounds is at most the number of locals.
BodyFlow find_flow(const Library& library, const Body& body, std::size_t port_count);

/// Returns, per expression, the inputs that decide whether it is evaluated: the conditions of the
/// branches, loops and selections around it, and of every return, break and continue before it.
/// `flow` must be the flow of this body. Flow-sensitive: code before an early return does not
/// depend on that return. O(size of the body × ports and features).
std::vector<FlowSet> find_control(const Body& body, const BodyFlow& flow);

}  // namespace weft
