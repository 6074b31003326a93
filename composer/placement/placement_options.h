#pragma once

#include <cstdint>
#include <optional>

namespace weft {

/// How work is moved between the stages; what is not stated is the profile's to say.
struct PlacementOptions {
  bool is_on = true;  ///< false: everything where the naive plan has it
  std::optional<std::uint64_t> vertices = std::nullopt;      ///< runs per draw
  std::optional<std::uint64_t> fragments = std::nullopt;     ///< runs per draw
  std::optional<std::uint32_t> interpolants = std::nullopt;  ///< components, at most
  /// Whether the CPU computes what has one value per draw; not stated: the profile's to say, and so
  /// unless it says otherwise. Never without placement.
  std::optional<bool> uniform_program = std::nullopt;
  /// Whether values in leaves that change less often than the result become parts of their own
  /// (split_leaves.h); not stated: the profile's to say, and so unless it says otherwise. Never
  /// without placement.
  std::optional<bool> splits_leaves = std::nullopt;
};

}  // namespace weft
