#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "fragments/model/library.h"

namespace weft {

/// Puts the candidates of a call in this file that the file does not see behind those that it sees,
/// and takes out those that another one replaces which it sees. O(candidates + replaced fragments).
Outsiders prefer_visible(const Library& library, FileId from, std::vector<FragmentId>& candidates);

/// The candidates that the file of a call sees, and the others. The list must outlive the spans.
struct CandidateTiers {
  std::span<const FragmentId> seen;
  std::span<const FragmentId> others;
};
/// Splits candidates that prefer_visible() has ordered. `others`: how many the file does not see.
inline CandidateTiers tiers_of(const std::vector<FragmentId>& candidates, std::size_t others) {
  const std::span<const FragmentId> all(candidates);
  return {all.first(all.size() - others), all.last(others)};
}

/// Sets what a call says of its candidates: `may_leave_types_open`, `may_be_graph` and
/// `may_take_functions`. O(candidates' ports).
void describe_candidates(const Library& library, CallNode& call);

/// Whether some port that a call leaves open may be connected by meaning. O(ports + arguments).
bool may_be_stitched(const Library& library, const Fragment& callee, const CallNode& call);

/// Returns the port that an argument of a call goes to, by name or position; null if the fragment
/// has none. O(ports); for named parameters of functions O(arguments × ports).
const FragmentPort* port_of_argument(const Fragment& fragment, const CallNode& call,
                                     std::size_t argument);

/// Returns the argument that a call passes to a port; null if it leaves the port open.
/// O(arguments).
const CallArgument* argument_of_port(const Fragment& fragment, const CallNode& call,
                                     std::size_t port);

}  // namespace weft
