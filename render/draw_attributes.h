#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "codegen/ir/interface.h"
#include "render/draw_input.h"
#include "render/mesh.h"
#include "render/scene.h"

namespace weft::render {

/// The values of one attribute per vertex or instance, column by column for matrices.
struct AttributeValues {
  DataType type;
  std::vector<std::vector<std::uint8_t>> columns;
};

/// The values of a feature that the mesh or the scene's instances have; nothing for others.
/// `mesh.*` are the mesh's own attributes if the profile deforms it before it becomes `surface.*`.
std::optional<AttributeValues> attribute_values(std::string_view path, const Mesh& mesh,
                                                const Scene& scene);

/// The same, or the value that the scene gives to a feature that neither has (Scene::given), for
/// all vertices or instances.
std::optional<AttributeValues> attribute_values(const VertexAttribute& attribute,
                                                std::string_view path, const Mesh& mesh,
                                                const Scene& scene);

/// The number of instances to draw.
std::uint32_t instance_count(const Scene& scene);

/// The format of one column of an attribute.
VertexFormat vertex_format(DataType type);

}  // namespace weft::render
