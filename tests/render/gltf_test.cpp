// glTF meshes: attributes, nodes, primitives, and files that are wrong.

#include "render/gltf.h"

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "render/mesh_attributes.h"
#include "render/vector_math.h"
#include "support/json.h"
#include "tests/support/catch.h"
#include "tests/support/run_weft.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::gltf_test {
namespace {

using namespace weft::render;

/// A document whose one buffer is beside it, in `mesh.bin`.
class Builder {
 public:
  template <class Value>
  int add(const std::vector<Value>& values, const char* type, int component, std::size_t width,
          bool is_normalized = false) {
    while (bytes_.size() % 4 != 0) {
      bytes_.push_back('\0');
    }
    const std::size_t begin = bytes_.size();
    bytes_.resize(begin + values.size() * sizeof(Value));
    std::memcpy(bytes_.data() + begin, values.data(), values.size() * sizeof(Value));
    const auto view = document["bufferViews"].size();
    document["bufferViews"].push_back(
        {{"buffer", 0}, {"byteOffset", begin}, {"byteLength", values.size() * sizeof(Value)}});
    document["accessors"].push_back({{"bufferView", view},
                                     {"componentType", component},
                                     {"count", values.size() / width},
                                     {"type", type}});
    if (is_normalized) {
      document["accessors"].back()["normalized"] = true;
    }
    return static_cast<int>(document["accessors"].size()) - 1;
  }
  int floats(const std::vector<float>& values, const char* type, std::size_t width) {
    return add(values, type, 5126, width);
  }

  /// The text; the buffer is written beside it.
  std::string text(const TempDir& place) {
    place.write("mesh.bin", bytes_);
    document["buffers"] = Json::array({{{"uri", "mesh.bin"}, {"byteLength", bytes_.size()}}});
    return document.dump();
  }

  /// The same as one binary file.
  std::string binary() {
    document["buffers"] = Json::array({{{"byteLength", bytes_.size()}}});
    std::string json = document.dump();
    json.resize((json.size() + 3) / 4 * 4, ' ');
    std::string data = bytes_;
    data.resize((data.size() + 3) / 4 * 4, '\0');
    const auto word = [](std::size_t value) {
      const auto number = static_cast<std::uint32_t>(value);
      std::string bytes(4, '\0');
      std::memcpy(bytes.data(), &number, 4);
      return bytes;
    };
    return "glTF" + word(2) + word(12 + 8 + json.size() + 8 + data.size()) + word(json.size()) +
           "JSON" + json + word(data.size()) + std::string("BIN\0", 4) + data;
  }

  Json document = {{"asset", {{"version", "2.0"}}},
                   {"scene", 0},
                   {"scenes", Json::array({{{"nodes", {0}}}})},
                   {"nodes", Json::array({{{"mesh", 0}}})},
                   {"meshes", Json::array()},
                   {"accessors", Json::array()},
                   {"bufferViews", Json::array()}};

 private:
  std::string bytes_;
};

const std::vector<float> triangle = {0, 0, 0, 2, 0, 0, 0, 1, 0};

Json primitive(const Json& attributes) { return {{"attributes", attributes}}; }

Rendered<Mesh> parsed(const TempDir& place, const std::string& text) {
  return parse_gltf({text.begin(), text.end()}, (place.path() / "mesh.gltf").string());
}

/// A triangle with all that a mesh can have.
Builder full() {
  Builder builder;
  const int positions = builder.floats(triangle, "VEC3", 3);
  const int normals = builder.floats({0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3", 3);
  const int tangents = builder.floats({1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, -1}, "VEC4", 4);
  const int uvs = builder.floats({0, 1, 1, 1, 0, 0}, "VEC2", 2);
  const int more = builder.add<std::uint16_t>({0, 65535, 65535, 0, 0, 0}, "VEC2", 5123, 2, true);
  const int colors = builder.add<std::uint8_t>({255, 0, 0, 255, 0, 51, 0, 0, 0, 0, 255, 255},
                                               "VEC4", 5121, 4, true);
  const int indices = builder.add<std::uint16_t>({0, 1, 2}, "SCALAR", 5123, 1);
  Json one = primitive({{"POSITION", positions},
                        {"NORMAL", normals},
                        {"TANGENT", tangents},
                        {"TEXCOORD_0", uvs},
                        {"TEXCOORD_1", more},
                        {"COLOR_0", colors}});
  one["indices"] = indices;
  builder.document["meshes"].push_back({{"primitives", Json::array({one})}});
  return builder;
}

}  // namespace

TEST_CASE("a glTF mesh has its attributes, as text and as a binary file") {
  const TempDir place;
  Builder builder = full();
  const std::string text = builder.text(place);
  for (const std::string& file : {text, builder.binary()}) {
    const auto mesh = parsed(place, file);
    INFO((mesh ? "" : mesh.error().message));
    REQUIRE(mesh);
    CHECK(mesh->positions == std::vector<Float3>{{0, 0, 0}, {2, 0, 0}, {0, 1, 0}});
    CHECK(mesh->normals == std::vector<Float3>{{0, 0, 1}, {0, 0, 1}, {0, 0, 1}});
    // The signs turn: v grows down in the image, glTF's bitangent points up.
    CHECK(mesh->tangents == std::vector<Float4>{{1, 0, 0, -1}, {1, 0, 0, -1}, {1, 0, 0, 1}});
    CHECK(mesh->uvs == std::vector<Float2>{{0, 1}, {1, 1}, {0, 0}});
    CHECK(mesh->more_uvs == std::vector<Float2>{{0, 1}, {1, 0}, {0, 0}});
    REQUIRE(mesh->colors.size() == 3);
    CHECK(mesh->colors[1][1] == Approx(0.2F));
    CHECK(mesh->indices == std::vector<std::uint32_t>{0, 1, 2});
  }
}

TEST_CASE("tangents that a glTF file lacks are those that it could have") {
  const TempDir place;
  Builder builder = full();
  auto& attributes = builder.document["meshes"][0]["primitives"][0]["attributes"];
  attributes.erase("TANGENT");
  const auto mesh = parsed(place, builder.text(place));
  REQUIRE(mesh);
  CHECK(mesh->tangents[0] == Float4{1, 0, 0, -1});
}

TEST_CASE("a glTF scene is its nodes' meshes in world space, joined") {
  const TempDir place;
  Builder builder = full();
  const int flat = builder.floats(triangle, "VEC3", 3);
  builder.document["meshes"].push_back(
      {{"primitives", Json::array({primitive({{"POSITION", flat}}),
                                   {{"attributes", {{"POSITION", flat}}}, {"mode", 1}}})}});
  // A quarter turn around z, then moved; and a mirrored child of it.
  builder.document["nodes"] = Json::array({{{"mesh", 0},
                                            {"translation", {10, 0, 0}},
                                            {"rotation", {0, 0, 0.70710678, 0.70710678}},
                                            {"children", {1}}},
                                           {{"mesh", 1}, {"scale", {-1, 1, 1}}}});
  const auto mesh = parsed(place, builder.text(place));
  INFO((mesh ? "" : mesh.error().message));
  REQUIRE(mesh);
  REQUIRE(mesh->positions.size() == 6);
  CHECK(length(mesh->positions[1] - Float3{10, 2, 0}) < 1e-5F);
  CHECK(length(mesh->positions[4] - Float3{10, -2, 0}) < 1e-5F);
  CHECK(length(Float3{mesh->tangents[0][0], mesh->tangents[0][1], mesh->tangents[0][2]} -
               Float3{0, 1, 0}) < 1e-5F);
  // The mirrored triangle is still counterclockwise around its own flat normal.
  for (std::size_t i = 0; i < 6; i += 3) {
    const auto at = [&](std::size_t k) { return mesh->positions[mesh->indices[i + k]]; };
    const Float3 normal = cross(at(1) - at(0), at(2) - at(0));
    CHECK(dot(normal, mesh->normals[mesh->indices[i]]) > 0.0F);
  }
  // What only one of the parts has is filled.
  CHECK(mesh->colors.size() == 6);
  CHECK(mesh->colors[5] == Float4{1, 1, 1, 1});
  CHECK(mesh->more_uvs.size() == 6);
  CHECK(mesh->uvs.size() == 6);
}

TEST_CASE("glTF strips and fans are triangles of one orientation") {
  const TempDir place;
  for (const int mode : {5, 6}) {
    Builder builder;
    const std::vector<float> square = mode == 5
                                          ? std::vector<float>{0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0}
                                          : std::vector<float>{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
    Json one = primitive({{"POSITION", builder.floats(square, "VEC3", 3)}});
    one["mode"] = mode;
    builder.document["meshes"].push_back({{"primitives", Json::array({one})}});
    const auto mesh = parsed(place, builder.text(place));
    REQUIRE(mesh);
    CHECK(mesh->normals == std::vector<Float3>(6, {0, 0, 1}));
  }
}

TEST_CASE("a glTF file that is wrong is refused with the reason") {
  const TempDir place;
  struct Row {
    std::string pointer;
    Json value;
    std::string says;
  };
  const std::vector<Row> rows = {
      {"/accessors/0/count", 4, "accessor 0 reaches beyond its buffer"},
      {"/accessors/0/bufferView", 99, "accessor 0 has no buffer view"},
      {"/accessors/0/type", "VEC2", "accessor 0 has elements of 2 numbers, where 3 are needed"},
      {"/accessors/3/count", 2, "attributes of different lengths"},
      {"/accessors/6/componentType", 5126, "accessor 6"},
      {"/accessors/6/count", 1000000000, "accessor 6 reaches beyond its buffer"},
      {"/bufferViews/0/byteOffset", 1000000, "reaches beyond its buffer"},
      {"/nodes/0/children", {0}, "their children form a circle"},
      {"/nodes/0/mesh", 7, "there is no mesh 7"},
      {"/scenes/0/nodes", {3}, "there is no node 3"},
      {"/scenes/0/nodes", Json::array(), "no triangles"},
      {"/extensionsRequired",
       {"KHR_draco_mesh_compression"},
       "requires the extension KHR_draco_mesh_compression"},
      {"/asset", Json::object(), "asset"},
  };
  for (const Row& row : rows) {
    INFO(row.pointer << " " << row.value.dump());
    Builder builder = full();
    std::string text = builder.text(place);
    Json document = Json::parse(text);
    document[Json::json_pointer(row.pointer)] = row.value;
    const auto mesh = parsed(place, document.dump());
    REQUIRE(!mesh);
    CHECK_THAT(mesh.error().message, contains("mesh.gltf is no usable glTF file: "));
    CHECK_THAT(mesh.error().message, contains(row.says));
  }
  CHECK(!parsed(place, ""));
  CHECK(!parsed(place, "{"));
  CHECK(!parsed(place, "glTF"));
  // Cut anywhere, or with any byte changed, a binary file is a mesh or an error.
  Builder builder = full();
  const std::string binary = builder.binary();
  for (std::size_t size = 0; size < binary.size(); size += 7) {
    CHECK(!parsed(place, binary.substr(0, size)));
  }
  std::size_t meshes = 0;
  for (std::size_t at = 0; at < binary.size(); ++at) {
    std::string changed = binary;
    changed[at] = static_cast<char>(changed[at] ^ 0x15);
    const auto mesh = parsed(place, changed);
    if (mesh) {
      ++meshes;
      for (const std::uint32_t index : mesh->indices) {
        REQUIRE(index < mesh->positions.size());
      }
    }
  }
  CHECK(meshes > 10);
}

TEST_CASE("weft render draws a glTF mesh with its colors") {
  const TempDir place;
  Builder builder = full();
  place.write("m.weft",
              "import \"core\";\nimport \"profiles\";\nmaterial m { output albedo = surface.color; "
              "}\nprofile colored: unlit { provide surface.color as attribute 4; }\n");
  place.write("mesh.gltf", builder.text(place));
  const Finished finished = run_weft(place, {"render", "m.weft", "-p", "colored", "-o", "out.png",
                                             "--mesh", "mesh.gltf", "--orbit", "0,0"});
  INFO(finished.err);
  CHECK(finished.exit_code == 0);
  place.write("mesh.bin", "");
  const Finished cut = run_weft(
      place, {"render", "m.weft", "-p", "colored", "-o", "cut.png", "--mesh", "mesh.gltf"});
  CHECK(cut.exit_code == 1);
  CHECK_THAT(cut.err, contains("mesh.gltf is no usable glTF file"));
}

}  // namespace weft::testing::gltf_test
