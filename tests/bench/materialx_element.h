#pragma once

#include <memory>
#include <string>

#include <tl/expected.hpp>

#include "codegen/emit.h"
#include "render/draw_material.h"
#include "tests/render/materialx_setup.h"
#include "tests/support/materialx_elements.h"

namespace weft::testing {

/// An element composed by Weft; its draw refers to it.
struct WeftElement {
  std::shared_ptr<const LoadedDocument> document;
  Emission emission;
  render::MaterialInputs inputs;
  render::DefaultTextures textures;
  render::DrawInput draw;
};

/// The element `name` of a document, which draws the sphere of the handed pictures into `size`²
/// floats. The error is a message.
tl::expected<std::unique_ptr<WeftElement>, std::string> weft_element(
    std::shared_ptr<const LoadedDocument> document, const std::string& name,
    const MaterialxLight& light, int size);

}  // namespace weft::testing
