#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fragments/types/rate.h"

namespace weft {

/// Where a value is computed: in a shader stage, or on the CPU as part of the uniform program. A
/// profile has either vertices and fragments or, for compute, threads.
enum class Stage : std::uint8_t { Vertex, Fragment, Thread, Host };

/// The stages that are shaders. Tables per shader stage are indexed by Stage.
inline constexpr std::array shader_stages = {Stage::Vertex, Stage::Fragment, Stage::Thread};

constexpr std::string_view stage_name(Stage stage) {
  constexpr auto names = std::to_array<std::string_view>({"vertex", "fragment", "thread", "host"});
  return names[static_cast<std::size_t>(stage)];
}

/// How often a stage runs: the rate of its elements. The host runs once per draw.
constexpr Rate element_rate(Stage stage) {
  constexpr auto rates =
      std::to_array<Rate>({Rate::Vertex, Rate::Fragment, Rate::Thread, Rate::Draw});
  return rates[static_cast<std::size_t>(stage)];
}

/// Whether the stage is the last one of a profile, which computes what the profile wants of each
/// element.
constexpr bool is_last_stage(Stage stage) {
  return stage == Stage::Fragment || stage == Stage::Thread;
}

/// Whether the stage takes derivatives: its elements lie side by side in groups that the hardware
/// forms.
constexpr bool takes_derivatives(Stage stage) { return stage == Stage::Fragment; }

/// Whether the stage can read a feature of the rate that the host provides: one of its own
/// elements, or of what they are made of.
constexpr bool has_features_of(Stage stage, Rate rate) {
  switch (rate) {
    case Rate::Instance:
    case Rate::Vertex:
      return stage == Stage::Vertex || stage == Stage::Fragment;
    case Rate::Fragment:
      return stage == Stage::Fragment;
    case Rate::Thread:
      return stage == Stage::Thread;
    default:
      return true;
  }
}

}  // namespace weft
