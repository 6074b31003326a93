#include "fragments/model/thread_grid.h"

#include "fragments/model/setting_values.h"

namespace weft {

ThreadGrid thread_grid(const Library& library, const Profile& profile) {
  constexpr std::array<std::array<std::uint32_t, 3>, 3> usual = {
      {{64, 1, 1}, {8, 8, 1}, {4, 4, 4}}};
  const auto number = [&](std::string_view name, std::uint32_t otherwise) {
    const std::optional<double> set = setting_number(library, profile, name);
    return set ? static_cast<std::uint32_t>(*set) : otherwise;
  };
  ThreadGrid grid;
  grid.dimensions = number("dimensions", grid.dimensions);
  grid.workgroup = usual.at(grid.dimensions - 1);
  grid.workgroup[0] = number("workgroup_x", grid.workgroup[0]);
  grid.workgroup[1] = number("workgroup_y", grid.workgroup[1]);
  grid.workgroup[2] = number("workgroup_z", grid.workgroup[2]);
  return grid;
}

}  // namespace weft
