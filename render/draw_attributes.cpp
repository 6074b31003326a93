#include "render/draw_attributes.h"

#include <algorithm>
#include <cstddef>

namespace weft::render {
namespace {

/// The mesh's skin, or one that binds every vertex to the first joint.
Skin skin_of(const Mesh& mesh) {
  if (!mesh.skin.joints.empty()) {
    return mesh.skin;
  }
  Skin rigid;
  rigid.joints.assign(mesh.positions.size(), {0, 0, 0, 0});
  rigid.weights.assign(mesh.positions.size(), {1, 0, 0, 0});
  return rigid;
}

std::vector<Instance> instances_of(const Scene& scene) {
  return scene.instances.empty() ? std::vector<Instance>{Instance{}} : scene.instances;
}

std::optional<AttributeValues> instance_values(std::string_view path, const Scene& scene) {
  if (path == "instance.to_object") {
    AttributeValues values{DataType::matrix(4, 4), {}};
    for (std::size_t column = 0; column < 4; ++column) {
      std::vector<Float4> vectors;
      for (const Instance& instance : instances_of(scene)) {
        const auto begin = instance.to_object.begin() + static_cast<std::ptrdiff_t>(4 * column);
        Float4 vector{};
        std::copy(begin, begin + 4, vector.begin());
        vectors.push_back(vector);
      }
      values.columns.push_back(bytes_of(vectors));
    }
    return values;
  }
  if (path == "instance.tint") {
    std::vector<Float3> tints;
    for (const Instance& instance : instances_of(scene)) {
      tints.push_back(instance.tint);
    }
    return AttributeValues{float3_type, {bytes_of(tints)}};
  }
  return std::nullopt;
}

}  // namespace

std::optional<AttributeValues> attribute_values(std::string_view path, const Mesh& mesh,
                                                const Scene& scene) {
  if (path == "surface.position" || path == "mesh.position") {
    return AttributeValues{float3_type, {bytes_of(mesh.positions)}};
  }
  if (path == "surface.normal" || path == "mesh.normal") {
    return AttributeValues{float3_type, {bytes_of(mesh.normals)}};
  }
  if (path == "surface.tangent" || path == "mesh.tangent") {
    return AttributeValues{float4_type, {bytes_of(mesh.tangents)}};
  }
  if (path == "surface.uv") {
    return AttributeValues{float2_type, {bytes_of(mesh.uvs)}};
  }
  if (path == "surface.uv1" || path == "surface.uv2") {  // uv2: of materialx.weft
    return AttributeValues{float2_type,
                           {bytes_of(mesh.more_uvs.empty() ? mesh.uvs : mesh.more_uvs)}};
  }
  if (path == "surface.color" || path == "surface.color1") {  // color1: of materialx.weft
    const std::vector<Float4> white(mesh.positions.size(), {1, 1, 1, 1});
    return AttributeValues{float4_type, {bytes_of(mesh.colors.empty() ? white : mesh.colors)}};
  }
  if (path == "skin.joints") {
    return AttributeValues{DataType::vector(Scalar::Uint, 4), {bytes_of(skin_of(mesh).joints)}};
  }
  if (path == "skin.weights") {
    return AttributeValues{float4_type, {bytes_of(skin_of(mesh).weights)}};
  }
  return instance_values(path, scene);
}

std::optional<AttributeValues> attribute_values(const VertexAttribute& attribute,
                                                std::string_view path, const Mesh& mesh,
                                                const Scene& scene) {
  const auto given = scene.given.find(path);
  const auto rows = static_cast<std::size_t>(attribute.type.rows());
  const auto columns = static_cast<std::size_t>(attribute.type.columns());
  std::optional<AttributeValues> own = attribute_values(path, mesh, scene);
  if (own || given == scene.given.end() || given->second.size() != rows * columns) {
    return own;
  }
  const std::size_t count = attribute.per_instance ? instance_count(scene) : mesh.positions.size();
  AttributeValues values{attribute.type, {}};
  for (std::size_t column = 0; column < columns; ++column) {
    std::vector<std::uint32_t> words;
    words.reserve(count * rows);
    for (std::size_t i = 0; i < count; ++i) {
      const auto begin = given->second.begin() + static_cast<std::ptrdiff_t>(column * rows);
      words.insert(words.end(), begin, begin + static_cast<std::ptrdiff_t>(rows));
    }
    values.columns.push_back(bytes_of(words));
  }
  return values;
}

std::uint32_t instance_count(const Scene& scene) {
  return static_cast<std::uint32_t>(instances_of(scene).size());
}

VertexFormat vertex_format(DataType type) {
  // The formats of one scalar kind are ordered by component count.
  const auto first = type.scalar_kind() == Scalar::Int    ? VertexFormat::Int
                     : type.scalar_kind() == Scalar::Uint ? VertexFormat::Uint
                                                          : VertexFormat::Float;
  return static_cast<VertexFormat>(static_cast<int>(first) + type.rows() - 1);
}

}  // namespace weft::render
