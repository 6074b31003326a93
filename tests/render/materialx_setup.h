#pragma once

// The set-up of the handed pictures of MaterialX elements, as the README beside them states it:
// mesh, camera, lights, environment and images.

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "fragments/model/library.h"
#include "render/image.h"
#include "render/mesh.h"
#include "render/scene.h"
#include "render/texture.h"

namespace weft::testing {

/// What lights an element.
struct MaterialxLight {
  std::uint32_t lights = 0;               ///< of the two direct ones
  std::uint32_t environment_samples = 0;  ///< 0: no environment
};

/// A file of floats, compressed or not, with its rows from top to bottom, as four channels. Aborts
/// if it cannot be read.
render::FloatImage read_pfm(const std::filesystem::path& path);

/// A linear channel as it is shown, from 0 to 1.
float shown_level(float linear);
/// The share of the covered pixels of two pictures with four channels and one size that differ by
/// more than 2/255 as they are shown. A pixel is covered if one of them is not black.
double share_of_differences(const render::FloatImage& first, const render::FloatImage& second);

/// The map of the surroundings and that of their irradiance, as their files store them.
render::FloatImage materialx_radiance();
render::FloatImage materialx_irradiance();

/// 128 by 64 quads, of radius 1.
render::Mesh materialx_sphere();

/// Camera, time, and the features that Weft's profiles of MaterialX read.
render::Scene materialx_scene(const MaterialxLight& light);

/// The handed file of that name, or one texel if there is none.
render::FloatImage materialx_image(const std::string& name, const std::array<float, 4>& texel);

/// The images of a material's parameters, by the parameter's name: the handed file, or one texel of
/// the stated fallback. Without mipmaps.
std::map<std::string, render::Texture, std::less<>> materialx_images(const Library& library,
                                                                     MaterialId material);

}  // namespace weft::testing
