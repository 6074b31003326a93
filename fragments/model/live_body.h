#pragma once

#include <cstdint>
#include <vector>

#include "fragments/model/body.h"

namespace weft {

struct Library;

/// A feature that an `eval` port injects and that what the port is given does not read.
struct UnreadFeature {
  std::uint32_t port;      ///< of the leaf
  std::uint32_t position;  ///< in FragmentPort::injected
  friend auto operator<=>(const UnreadFeature&, const UnreadFeature&) = default;
};
/// Sorted, each once.
using UnreadFeatures = std::vector<UnreadFeature>;

/// The body without the injections of these features: its calls of the ports do not pass them, and
/// statements, locals, features and calls that only they need are gone. Of a branch whose one side
/// is gone the other is left. `body`: of a leaf as it was loaded, so that its calls of an `eval`
/// port pass all that the port lists. Gives what `body` gives, whatever the ports and features are:
/// what is gone has no effect but the time that it takes.
///
/// As find_flow does, this takes a local as a whole: what is assigned to one that something needs
/// stays, all of it. O(size of the body + features of the leaves that it calls × features).
Body without_injections(const Library& library, const Body& body, const UnreadFeatures& unread);

}  // namespace weft
