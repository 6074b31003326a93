#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "fragments/types/image_format.h"

namespace weft {

/// The namespace of the features of simulations, and the word after `loop`.
constexpr std::string_view simulation_space = "simulation";
/// Whether a dispatch starts the simulations: `bool`.
constexpr std::string_view simulation_starts_path = "simulation.starts";
/// The seconds that a step takes: `float`.
constexpr std::string_view simulation_delta_path = "simulation.delta";

/// How a compute profile stores the states of simulations.
struct StateStorage {
  bool as_images = true;  ///< else in buffers
  bool is_half = false;   ///< images of 16 bits per component of a float
  /// The first of the states' bindings; nothing: the one after the profile's outputs.
  std::optional<std::uint32_t> first_binding = {};

  /// The format of an image for values of a type; nothing for buffers.
  std::optional<ImageFormat> format(DataType type) const;
};

/// The type as which a state is stored: bools are uints.
DataType stored_state(DataType type);

}  // namespace weft
