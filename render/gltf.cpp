#include "render/gltf.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <tiny_gltf.h>

#include "render/gltf_accessors.h"
#include "render/matrix.h"
#include "render/mesh_attributes.h"
#include "render/vector_math.h"

namespace weft::render {
namespace {

constexpr std::size_t most_vertices = 50'000'000;  // 5 GB of attributes
constexpr std::size_t most_nodes = 1'000'000;

/// What the library asks for files.
struct Files {
  const std::function<void(const std::string&)>& on_file;
};

bool read_file(std::vector<unsigned char>* bytes, std::string* error, const std::string& path,
               void* files) {
  const auto& on_file = static_cast<Files*>(files)->on_file;
  if (on_file) {
    on_file(path);
  }
  return tinygltf::ReadWholeFile(bytes, error, path, nullptr);
}

/// Materials have no meaning here, and neither have their pictures.
bool ignore_picture(tinygltf::Image*, const int, std::string*, std::string*, int, int,
                    const unsigned char*, int, void*) {
  return true;
}

bool changes_no_geometry(std::string_view extension) {
  return extension == "KHR_mesh_quantization" || extension == "KHR_lights_punctual" ||
         extension == "KHR_texture_basisu" || extension == "KHR_texture_transform" ||
         extension.starts_with("KHR_materials_");
}

Rendered<tinygltf::Model> load_model(const std::vector<std::uint8_t>& bytes,
                                     const std::string& path,
                                     const std::function<void(const std::string&)>& on_file) {
  Files files{on_file};
  tinygltf::TinyGLTF loader;
  loader.SetImageLoader(ignore_picture, nullptr);
  loader.SetFsCallbacks({tinygltf::FileExists, tinygltf::ExpandFilePath, read_file,
                         tinygltf::WriteWholeFile, &files});
  tinygltf::Model model;
  std::string error;
  std::string warning;
  const std::string folder = std::filesystem::path(path).parent_path().string();
  const auto size = static_cast<unsigned int>(bytes.size());
  const bool is_binary = bytes.size() >= 4 && std::equal(bytes.begin(), bytes.begin() + 4, "glTF");
  const bool is_loaded =
      is_binary
          ? loader.LoadBinaryFromMemory(&model, &error, &warning, bytes.data(), size, folder)
          : loader.LoadASCIIFromString(&model, &error, &warning,
                                       reinterpret_cast<const char*>(bytes.data()), size, folder);
  if (!is_loaded) {
    std::replace(error.begin(), error.end(), '\n', ' ');
    error.erase(error.find_last_not_of(' ') + 1);
    return failure(error.empty() ? "it is damaged" : error);
  }
  for (const std::string& extension : model.extensionsRequired) {
    if (!changes_no_geometry(extension)) {
      return failure(
          fmt::format("it requires the extension {}, which is not supported", extension));
    }
  }
  return model;
}

Mat4 local_matrix(const tinygltf::Node& node) {
  Mat4 matrix = identity_matrix;
  if (node.matrix.size() == 16) {
    std::transform(node.matrix.begin(), node.matrix.end(), matrix.begin(),
                   [](double value) { return static_cast<float>(value); });
    return matrix;
  }
  const auto at = [](const std::vector<double>& values, std::size_t i, double otherwise) {
    return static_cast<float>(i < values.size() ? values[i] : otherwise);
  };
  if (node.rotation.size() == 4) {  // a unit quaternion x, y, z, w
    const float x = at(node.rotation, 0, 0);
    const float y = at(node.rotation, 1, 0);
    const float z = at(node.rotation, 2, 0);
    const float w = at(node.rotation, 3, 1);
    matrix = {1 - 2 * (y * y + z * z),
              2 * (x * y + w * z),
              2 * (x * z - w * y),
              0,
              2 * (x * y - w * z),
              1 - 2 * (x * x + z * z),
              2 * (y * z + w * x),
              0,
              2 * (x * z + w * y),
              2 * (y * z - w * x),
              1 - 2 * (x * x + y * y),
              0,
              0,
              0,
              0,
              1};
  }
  const Float3 size = {at(node.scale, 0, 1), at(node.scale, 1, 1), at(node.scale, 2, 1)};
  const Float3 place = {at(node.translation, 0, 0), at(node.translation, 1, 0),
                        at(node.translation, 2, 0)};
  return multiply(translation(place), multiply(matrix, scaling(size)));
}

Float3 transform_direction(const Mat4& m, const Float3& d) {
  return {m[0] * d[0] + m[4] * d[1] + m[8] * d[2], m[1] * d[0] + m[5] * d[1] + m[9] * d[2],
          m[2] * d[0] + m[6] * d[1] + m[10] * d[2]};
}

bool mirrors(const Mat4& m) {
  return dot(cross({m[0], m[1], m[2]}, {m[4], m[5], m[6]}), Float3{m[8], m[9], m[10]}) < 0.0F;
}

/// The corners of triangles, from those of a list, strip or fan.
std::vector<std::uint32_t> triangles_of(const std::vector<std::uint32_t>& corners, int mode) {
  if (mode == TINYGLTF_MODE_TRIANGLES) {
    return {corners.begin(), corners.end() - static_cast<std::ptrdiff_t>(corners.size() % 3)};
  }
  std::vector<std::uint32_t> triangles;
  for (std::size_t i = 2; i < corners.size(); ++i) {
    if (mode == TINYGLTF_MODE_TRIANGLE_FAN) {
      triangles.insert(triangles.end(), {corners[i - 1], corners[i], corners[0]});
    } else {
      const std::size_t odd = i % 2;
      triangles.insert(triangles.end(), {corners[i - 2], corners[i - 1 + odd], corners[i - odd]});
    }
  }
  return triangles;
}

/// The accessor of an attribute; -1 if the primitive has none.
int attribute(const tinygltf::Primitive& primitive, const char* name) {
  const auto found = primitive.attributes.find(name);
  return found == primitive.attributes.end() ? -1 : found->second;
}

template <std::size_t Size>
Rendered<std::vector<std::array<float, Size>>> vectors_of(const tinygltf::Model& model,
                                                          int accessor) {
  std::vector<std::array<float, Size>> vectors;
  if (accessor < 0) {
    return vectors;
  }
  const auto values = accessor_floats(model, accessor, Size);
  if (!values) {
    return tl::unexpected(values.error());
  }
  vectors.resize(values->size() / Size);
  for (std::size_t i = 0; i < values->size(); ++i) {
    vectors[i / Size][i % Size] = (*values)[i];
  }
  return vectors;
}

/// Colors with three components are opaque.
Rendered<std::vector<Float4>> colors_of(const tinygltf::Model& model, int accessor) {
  if (accessor < 0 || accessor_width(model, accessor) != 3) {
    return vectors_of<4>(model, accessor);
  }
  return vectors_of<3>(model, accessor).map([](const std::vector<Float3>& colors) {
    std::vector<Float4> opaque;
    opaque.reserve(colors.size());
    for (const Float3& color : colors) {
      opaque.push_back({color[0], color[1], color[2], 1.0F});
    }
    return opaque;
  });
}

/// Moves a result into `target`; the error text otherwise.
template <class Value>
std::optional<RenderError> take(Rendered<Value> result, Value& target) {
  if (!result) {
    return std::move(result.error());
  }
  target = std::move(*result);
  return std::nullopt;
}

/// Keeps one vertex per corner, so that neighbors can differ.
template <class Value>
void repeat(std::vector<Value>& values, const std::vector<std::uint32_t>& corners) {
  if (values.empty()) {
    return;
  }
  std::vector<Value> repeated;
  repeated.reserve(corners.size());
  for (const std::uint32_t corner : corners) {
    repeated.push_back(values[corner]);
  }
  values = std::move(repeated);
}

void make_flat(Mesh& part) {
  repeat(part.positions, part.indices);
  repeat(part.uvs, part.indices);
  repeat(part.more_uvs, part.indices);
  repeat(part.colors, part.indices);
  part.tangents.clear();  // without normals they mean nothing
  part.normals.clear();
  for (std::size_t i = 0; i < part.positions.size(); i += 3) {
    const Float3 normal = normalized_or(
        cross(part.positions[i + 1] - part.positions[i], part.positions[i + 2] - part.positions[i]),
        {0, 1, 0});
    part.normals.insert(part.normals.end(), 3, normal);
  }
  for (std::size_t i = 0; i < part.indices.size(); ++i) {
    part.indices[i] = static_cast<std::uint32_t>(i);
  }
}

/// To world space. Tangent signs: glTF's bitangent points up in the image, ours down.
void transform(Mesh& part, const Mat4& to_world) {
  const bool is_mirrored = mirrors(to_world);
  for (Float3& position : part.positions) {
    position = transform_point(to_world, position);
  }
  const auto normals = normal_matrix(to_world);
  for (Float3& normal : part.normals) {
    Float3 turned = normal;
    if (normals) {
      const auto& m = *normals;
      turned = {m[0] * normal[0] + m[3] * normal[1] + m[6] * normal[2],
                m[1] * normal[0] + m[4] * normal[1] + m[7] * normal[2],
                m[2] * normal[0] + m[5] * normal[1] + m[8] * normal[2]};
    }
    normal = normalized_or(turned, {0, 1, 0});
  }
  for (std::size_t i = 0; i < part.tangents.size(); ++i) {
    const Float4& given = part.tangents[i];
    const Float3 turned = transform_direction(to_world, {given[0], given[1], given[2]});
    const Float3& n = part.normals[i];
    const Float3 t = normalized_or(turned - n * dot(n, turned), any_orthogonal(n));
    part.tangents[i] = {t[0], t[1], t[2], (given[3] < 0.0F) != is_mirrored ? 1.0F : -1.0F};
  }
  for (std::size_t i = 0; is_mirrored && i + 2 < part.indices.size(); i += 3) {
    std::swap(part.indices[i + 1], part.indices[i + 2]);
  }
}

/// Fills what only the other of two meshes has.
template <class Value>
void join(std::vector<Value>& values, std::size_t count, const std::vector<Value>& more,
          std::size_t more_count, const Value& missing) {
  if (values.empty() && more.empty()) {
    return;
  }
  values.resize(count, missing);
  values.insert(values.end(), more.begin(), more.end());
  values.resize(count + more_count, missing);
}

class SceneMesh {
 public:
  explicit SceneMesh(const tinygltf::Model& model) : model_(model) {}

  Rendered<Mesh> run() {
    struct Visit {
      int node;
      Mat4 to_world;
    };
    std::vector<Visit> visits;
    for (const int root : roots()) {
      visits.push_back({root, identity_matrix});
    }
    for (std::size_t i = 0; i < visits.size(); ++i) {
      const Visit visit = visits[i];
      if (visit.node < 0 || static_cast<std::size_t>(visit.node) >= model_.nodes.size()) {
        return failure(fmt::format("there is no node {}", visit.node));
      }
      if (visits.size() > most_nodes) {
        return failure("its nodes are too many, or their children form a circle");
      }
      const tinygltf::Node& node = model_.nodes[static_cast<std::size_t>(visit.node)];
      const Mat4 to_world = multiply(visit.to_world, local_matrix(node));
      if (auto error = add_mesh(node.mesh, to_world)) {
        return tl::unexpected(std::move(*error));
      }
      for (const int child : node.children) {
        visits.push_back({child, to_world});
      }
    }
    if (mesh_.indices.empty()) {
      return failure("its scene has no triangles");
    }
    return std::move(mesh_);
  }

 private:
  /// The nodes of the default scene; without scenes all that are no children.
  std::vector<int> roots() const {
    const int scene = std::max(model_.defaultScene, 0);
    if (static_cast<std::size_t>(scene) < model_.scenes.size()) {
      return model_.scenes[static_cast<std::size_t>(scene)].nodes;
    }
    std::vector<bool> is_child(model_.nodes.size(), false);
    for (const tinygltf::Node& node : model_.nodes) {
      for (const int child : node.children) {
        if (child >= 0 && static_cast<std::size_t>(child) < is_child.size()) {
          is_child[static_cast<std::size_t>(child)] = true;
        }
      }
    }
    std::vector<int> nodes;
    for (std::size_t i = 0; i < is_child.size(); ++i) {
      if (!is_child[i]) {
        nodes.push_back(static_cast<int>(i));
      }
    }
    return nodes;
  }

  std::optional<RenderError> add_mesh(int index, const Mat4& to_world) {
    if (index < 0) {
      return std::nullopt;
    }
    if (static_cast<std::size_t>(index) >= model_.meshes.size()) {
      return RenderError{fmt::format("there is no mesh {}", index), {}};
    }
    for (const auto& primitive : model_.meshes[static_cast<std::size_t>(index)].primitives) {
      Mesh part;
      if (auto error = read_primitive(primitive, part)) {
        return error;
      }
      if (part.indices.empty()) {
        continue;
      }
      if (part.normals.empty()) {
        make_flat(part);
      }
      transform(part, to_world);
      part.uvs.resize(part.positions.size());
      if (part.tangents.empty()) {
        compute_tangents(part);
      }
      if (mesh_.positions.size() + part.positions.size() > most_vertices) {
        return RenderError{fmt::format("it has more than {} vertices", most_vertices), {}};
      }
      append(part);
    }
    return std::nullopt;
  }

  std::optional<RenderError> read_primitive(const tinygltf::Primitive& primitive, Mesh& part) {
    const int mode = primitive.mode < 0 ? TINYGLTF_MODE_TRIANGLES : primitive.mode;
    const int positions = attribute(primitive, "POSITION");
    if (mode < TINYGLTF_MODE_TRIANGLES || mode > TINYGLTF_MODE_TRIANGLE_FAN || positions < 0) {
      return std::nullopt;  // points and lines
    }
    auto error = take(vectors_of<3>(model_, positions), part.positions);
    error =
        error ? error : take(vectors_of<3>(model_, attribute(primitive, "NORMAL")), part.normals);
    error =
        error ? error : take(vectors_of<4>(model_, attribute(primitive, "TANGENT")), part.tangents);
    error =
        error ? error : take(vectors_of<2>(model_, attribute(primitive, "TEXCOORD_0")), part.uvs);
    error = error ? error
                  : take(vectors_of<2>(model_, attribute(primitive, "TEXCOORD_1")), part.more_uvs);
    error = error ? error : take(colors_of(model_, attribute(primitive, "COLOR_0")), part.colors);
    if (error) {
      return error;
    }
    const std::size_t count = part.positions.size();
    for (const std::size_t size : {part.normals.size(), part.tangents.size(), part.uvs.size(),
                                   part.more_uvs.size(), part.colors.size()}) {
      if (size != 0 && size != count) {
        return RenderError{"a primitive has attributes of different lengths", {}};
      }
    }
    std::vector<std::uint32_t> corners;
    if (primitive.indices >= 0) {
      error = take(accessor_indices(model_, primitive.indices, count), corners);
    } else {
      for (std::size_t i = 0; i < count; ++i) {
        corners.push_back(static_cast<std::uint32_t>(i));
      }
    }
    part.indices = triangles_of(corners, mode);
    return error;
  }

  void append(const Mesh& part) {
    const std::size_t before = mesh_.positions.size();
    const std::size_t count = part.positions.size();
    join(mesh_.more_uvs, before, part.more_uvs, count, Float2{0, 0});
    join(mesh_.colors, before, part.colors, count, Float4{1, 1, 1, 1});
    mesh_.positions.insert(mesh_.positions.end(), part.positions.begin(), part.positions.end());
    mesh_.normals.insert(mesh_.normals.end(), part.normals.begin(), part.normals.end());
    mesh_.tangents.insert(mesh_.tangents.end(), part.tangents.begin(), part.tangents.end());
    mesh_.uvs.insert(mesh_.uvs.end(), part.uvs.begin(), part.uvs.end());
    for (const std::uint32_t index : part.indices) {
      mesh_.indices.push_back(static_cast<std::uint32_t>(before) + index);
    }
  }

  const tinygltf::Model& model_;
  Mesh mesh_;
};

}  // namespace

Rendered<Mesh> parse_gltf(const std::vector<std::uint8_t>& bytes, const std::string& path,
                          const std::function<void(const std::string&)>& on_file) {
  auto mesh = load_model(bytes, path, on_file).and_then([](const tinygltf::Model& model) {
    return SceneMesh(model).run();
  });
  if (!mesh) {
    return failure(fmt::format("{} is no usable glTF file: {}", path, mesh.error().message));
  }
  return mesh;
}

}  // namespace weft::render
