#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "live/session/edit.h"

namespace weft::live {

/// A number or several, dragged at a port, or as the default of a parameter. Refers to an Edit.
struct LiveEdit {
  const NodeId* node;
  const std::string* port;
  const std::vector<double>* numbers;
};

/// The edits, if all of them drag numbers.
std::optional<std::vector<LiveEdit>> live_edits(const std::vector<Edit>& edits);

/// The nodes and ports of edits.
using LivePorts = std::vector<std::pair<NodeId, std::string>>;
LivePorts ports_of(const std::vector<LiveEdit>& edits);

}  // namespace weft::live
