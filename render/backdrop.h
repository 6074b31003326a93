#pragma once

#include "render/draw_material.h"
#include "render/image.h"
#include "render/scene.h"

namespace weft::render {

/// What the host drew before the material: a checkered floor at y = -1 with three balls, in front
/// of the environment. Rows from top to bottom; `depth` is the value in the depth buffer.
struct Backdrop {
  FloatImage radiance;  ///< linear
  FloatImage depth;     ///< in the first of four channels
  FloatImage albedo;    ///< linear
  FloatImage normal;    ///< of view space, folded into the first two channels (octahedral)
  FloatImage terms;     ///< roughness, metallic, occlusion
};

/// Traces one ray per pixel. Fails for cameras without an inverse.
Rendered<Backdrop> make_backdrop(const Scene& scene, int width, int height,
                                 const ClipConvention& clip = {});

/// Whether the shader reads what lies behind.
bool reads_scene(const MaterialShader& shader);

/// The scene with what depends on the image: the features `viewport.size`, `scene.*` and
/// `gbuffer.*`, as far as the shader's profile provides them and the scene does not give them.
Rendered<Scene> scene_of_image(const Scene& scene, const MaterialShader& shader, int width,
                               int height);

/// A drawn image, premultiplied, over the backdrop as the profiles' display shows it.
Rendered<Image> over_backdrop(const Image& drawn, const Scene& scene, const ClipConvention& clip);

}  // namespace weft::render
