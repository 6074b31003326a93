#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fragments/types/rate.h"

namespace weft {

/// The uniform blocks in the order in which bindings are assigned, and their sets unless the
/// profile sets them.
struct BlockSlot {
  Rate rate;
  std::string_view space;
  std::string_view set_setting;
  std::string_view binding_setting;
  std::uint32_t set;  ///< unless set_setting overrides it
};
inline constexpr std::array<BlockSlot, 5> block_slots = {{
    {Rate::Frame, "frame", "frame_set", "frame_binding", 0},
    {Rate::View, "view", "view_set", "view_binding", 0},
    {Rate::Material, "material", "material_set", "material_binding", 1},
    {Rate::Object, "object", "object_set", "object_binding", 2},
    {Rate::Draw, "draw", "draw_set", "draw_binding", 2},
}};

/// The index in `block_slots` of the block for values of a rate.
constexpr std::size_t slot_of(Rate rate) {
  switch (rate) {
    case Rate::Constant:
    case Rate::Frame:
      return 0;
    case Rate::View:
      return 1;
    case Rate::Material:
      return 2;
    case Rate::Object:
      return 3;
    case Rate::Draw:
    case Rate::Instance:
    case Rate::Vertex:
    case Rate::Fragment:
    case Rate::Thread:
      return 4;
  }
  return 4;
}

/// The block for results of the uniform program at one rate; these follow the blocks that the host
/// fills. Results that depend on parameters alone are stored in the material's block.
struct ResultSlot {
  Rate rate;
  std::string_view space;
  std::string_view name;  ///< unless name_setting overrides it
  std::string_view name_setting;
  std::string_view set_setting;
  std::string_view binding_setting;
};
inline constexpr std::array<ResultSlot, 4> result_slots = {{
    {Rate::Frame, "frame", "FrameResults", "frame_results_name", "frame_results_set",
     "frame_results_binding"},
    {Rate::View, "view", "ViewResults", "view_results_name", "view_results_set",
     "view_results_binding"},
    {Rate::Object, "object", "ObjectResults", "object_results_name", "object_results_set",
     "object_results_binding"},
    {Rate::Draw, "draw", "DrawResults", "draw_results_name", "draw_results_set",
     "draw_results_binding"},
}};

/// The index in `result_slots` of the block for results of a rate other than the material's.
constexpr std::size_t result_slot_of(Rate rate) {
  const std::size_t slot = slot_of(rate);
  return slot > slot_of(Rate::Material) ? slot - 1 : slot;
}

}  // namespace weft
