#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "fragments/model/library.h"

namespace weft {

/// How many threads there are: `int3`, with 1 along the axes that a profile lacks.
constexpr std::string_view thread_size_path = "thread.size";
/// The position of a thread: `int3`, from 0.
constexpr std::string_view thread_id_path = "thread.id";
/// The element that stands for a place: itself, or the nearest one for a place beyond the edges.
constexpr std::string_view thread_nearest_path = "thread.nearest";
/// What every device can run that runs Direct3D, and nearly every one that runs Vulkan.
constexpr std::uint32_t most_threads_of_workgroup = 1024;

/// The arrangement of a compute profile's threads.
struct ThreadGrid {
  std::uint32_t dimensions = 2;                        ///< 1 to 3
  std::array<std::uint32_t, 3> workgroup = {8, 8, 1};  ///< threads along each axis
  friend bool operator==(const ThreadGrid&, const ThreadGrid&) = default;
};

/// What the profile's settings say: `dimensions`, `workgroup_x`, `workgroup_y`, `workgroup_z`.
/// Otherwise two dimensions, and 64 threads in a workgroup that is as wide along each axis.
ThreadGrid thread_grid(const Library& library, const Profile& profile);

}  // namespace weft
