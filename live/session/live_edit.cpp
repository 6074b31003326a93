#include "live/session/live_edit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

namespace weft::live {
namespace {

bool are_finite(const std::vector<double>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double number) {
    return std::abs(number) <= static_cast<double>(std::numeric_limits<float>::max());
  });
}

}  // namespace

std::optional<std::vector<LiveEdit>> live_edits(const std::vector<Edit>& edits) {
  static const std::string no_port;
  std::vector<LiveEdit> found;
  for (const Edit& edit : edits) {
    if (const auto* value = std::get_if<SetValue>(&edit); value != nullptr && value->is_live) {
      const auto* numbers = std::get_if<std::vector<double>>(&value->value);
      found.push_back({&value->node, &value->port, numbers});
    } else if (const auto* parameter = std::get_if<SetParameter>(&edit);
               parameter != nullptr && parameter->is_live) {
      const auto* numbers = std::get_if<std::vector<double>>(&parameter->value);
      found.push_back({&parameter->node, &no_port, numbers});
    } else {
      return std::nullopt;
    }
    if (found.back().numbers == nullptr || !are_finite(*found.back().numbers)) {
      return std::nullopt;
    }
  }
  return found.empty() ? std::nullopt : std::optional(std::move(found));
}

LivePorts ports_of(const std::vector<LiveEdit>& edits) {
  LivePorts ports;
  ports.reserve(edits.size());
  for (const LiveEdit& edit : edits) {
    ports.emplace_back(*edit.node, *edit.port);
  }
  return ports;
}

}  // namespace weft::live
