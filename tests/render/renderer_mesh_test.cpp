// Meshes: analytic properties of the generators, tangents against the sphere's, OBJ files.

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "render/mesh.h"
#include "render/mesh_attributes.h"
#include "render/obj.h"
#include "render/vector_math.h"
#include "tests/support/catch.h"
#include "tests/support/seed.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::renderer_mesh_test {

namespace {

using namespace weft::render;
using weft::testing::contains;

Float3 xyz(const Float4& v) { return {v[0], v[1], v[2]}; }

/// Checks that every frame is orthonormal and every index in range.
void check_frames(const Mesh& mesh) {
  REQUIRE(mesh.indices.size() % 3 == 0);
  REQUIRE(mesh.normals.size() == mesh.positions.size());
  REQUIRE(mesh.tangents.size() == mesh.positions.size());
  REQUIRE(mesh.uvs.size() == mesh.positions.size());
  double worst = 0.0;
  bool signs = true;
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    const Float3 t = xyz(mesh.tangents[i]);
    worst = std::max({worst, std::fabs(length(mesh.normals[i]) - 1.0), std::fabs(length(t) - 1.0),
                      std::fabs(double{dot(mesh.normals[i], t)})});
    signs = signs && std::fabs(mesh.tangents[i][3]) == 1.0F;
  }
  CHECK(worst < 1e-5);
  CHECK(signs);
  CHECK(std::all_of(mesh.indices.begin(), mesh.indices.end(),
                    [&](std::uint32_t index) { return index < mesh.positions.size(); }));
}

/// Checks per triangle that it is counterclockwise around its normals, and its texture coordinates
/// grow along the tangent (u) and along w * cross(n, t) (v).
void check_orientation(const Mesh& mesh) {
  std::size_t wrong_winding = 0;
  std::size_t wrong_u = 0;
  std::size_t wrong_v = 0;
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
    const std::array<std::uint32_t, 3> v = {mesh.indices[i], mesh.indices[i + 1],
                                            mesh.indices[i + 2]};
    const Float3 e1 = mesh.positions[v[1]] - mesh.positions[v[0]];
    const Float3 e2 = mesh.positions[v[2]] - mesh.positions[v[0]];
    const Float3 face = cross(e1, e2);
    const double du1 = mesh.uvs[v[1]][0] - mesh.uvs[v[0]][0];
    const double dv1 = mesh.uvs[v[1]][1] - mesh.uvs[v[0]][1];
    const double du2 = mesh.uvs[v[2]][0] - mesh.uvs[v[0]][0];
    const double dv2 = mesh.uvs[v[2]][1] - mesh.uvs[v[0]][1];
    const double area = du1 * dv2 - du2 * dv1;
    // Solves e = du * dPdu + dv * dPdv.
    const Float3 dpdu = (e1 * static_cast<float>(dv2) - e2 * static_cast<float>(dv1)) *
                        static_cast<float>(1.0 / area);
    const Float3 dpdv = (e2 * static_cast<float>(du1) - e1 * static_cast<float>(du2)) *
                        static_cast<float>(1.0 / area);
    for (const std::uint32_t vertex : v) {
      const Float3& n = mesh.normals[vertex];
      const Float3 t = xyz(mesh.tangents[vertex]);
      const Float3 b = cross(n, t) * mesh.tangents[vertex][3];
      wrong_winding += dot(face, n) > 0.0F ? 0 : 1;
      wrong_u += dot(dpdu, t) > 0.0F ? 0 : 1;
      wrong_v += dot(dpdv, b) > 0.0F ? 0 : 1;
    }
  }
  CHECK(wrong_winding == 0);
  CHECK(wrong_u == 0);
  CHECK(wrong_v == 0);
}

/// Whether every edge between positions is used once in each direction: no gap, no flipped
/// triangle.
bool is_closed(const Mesh& mesh) {
  std::map<std::pair<Float3, Float3>, int> edges;
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Float3& from = mesh.positions[mesh.indices[i + k]];
      const Float3& to = mesh.positions[mesh.indices[i + (k + 1) % 3]];
      ++edges[{from, to}];
    }
  }
  return std::all_of(edges.begin(), edges.end(), [&](const auto& edge) {
    const auto opposite = edges.find({edge.first.second, edge.first.first});
    return edge.second == 1 && opposite != edges.end() && opposite->second == 1;
  });
}

/// The enclosed volume, by the divergence theorem.
double volume(const Mesh& mesh) {
  double sum = 0.0;
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
    sum += dot(mesh.positions[mesh.indices[i]],
               cross(mesh.positions[mesh.indices[i + 1]], mesh.positions[mesh.indices[i + 2]]));
  }
  return sum / 6.0;
}

std::string obj_of(const Mesh& mesh, bool with_normals) {
  std::string text = "# written by a test\no mesh\n";
  for (const Float3& p : mesh.positions) {
    text += fmt::format("v {} {} {}\n", p[0], p[1], p[2]);
  }
  for (const Float2& uv : mesh.uvs) {
    text += fmt::format("vt {} {}\n", uv[0], 1.0F - uv[1]);
  }
  for (const Float3& n : mesh.normals) {
    text += fmt::format("vn {} {} {}\n", n[0], n[1], n[2]);
  }
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
    text += "f";
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t number = mesh.indices[i + k] + 1;
      text += with_normals ? fmt::format(" {0}/{0}/{0}", number) : fmt::format(" {0}/{0}", number);
    }
    text += "\n";
  }
  return text;
}

Mesh must_parse(const std::string& text) {
  auto mesh = parse_obj(text, "test.obj");
  if (!mesh) {
    FAIL(mesh.error().message);
  }
  return std::move(*mesh);
}

float difference(const Float3& a, const Float3& b) { return length(a - b); }

}  // namespace

TEST_CASE("spheres are closed and have analytic frames") {
  for (const auto& [segments, rings] : std::vector<std::pair<int, int>>{
           {3, 2}, {3, 3}, {4, 2}, {8, 6}, {17, 9}, {64, 32}, {-5, 0}}) {
    INFO(segments << " segments, " << rings << " rings");
    const Mesh mesh = uv_sphere(segments, rings, 2.0F);
    check_frames(mesh);
    CHECK(is_closed(mesh));
    float worst = 0.0F;
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
      worst = std::max(worst, difference(mesh.positions[i] * 0.5F, mesh.normals[i]));
      CHECK(mesh.tangents[i][3] == -1.0F);  // v grows downward, nothing is mirrored
    }
    CHECK(worst < 1e-6F);
  }
}

TEST_CASE("a fine sphere's texture coordinates follow its frames, upright from outside") {
  const Mesh mesh = uv_sphere(64, 32);
  check_orientation(mesh);
  CHECK(volume(mesh) == weft::testing::Approx(4.18879).epsilon(0.01));
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    const Float3& p = mesh.positions[i];
    const auto [u, v] = mesh.uvs[i];
    CHECK(
        v ==
        weft::testing::Approx(std::acos(std::clamp(p[1], -1.0F, 1.0F)) / 3.14159265).margin(1e-3));
    if (u == 0.5F && v == 0.5F) {
      CHECK(difference(p, {0, 0, 1}) < 1e-5F);
    }
    if (u == 0.75F && v == 0.5F) {
      CHECK(difference(p, {1, 0, 0}) < 1e-5F);
    }
  }
}

TEST_CASE("planes and cubes have the expected geometry and frames") {
  const Mesh square = plane(4.0F, 3);
  check_frames(square);
  check_orientation(square);
  CHECK(square.indices.size() == 3 * 3 * 6);
  for (std::size_t i = 0; i < square.positions.size(); ++i) {
    CHECK(square.normals[i] == Float3{0, 0, 1});
    CHECK(square.positions[i][0] ==
          weft::testing::Approx(square.uvs[i][0] * 4.0F - 2.0F).margin(1e-6));
    CHECK(square.positions[i][1] ==
          weft::testing::Approx(2.0F - square.uvs[i][1] * 4.0F).margin(1e-6));
  }
  const Mesh box = cube(2.0F);
  check_frames(box);
  check_orientation(box);
  CHECK(is_closed(box));
  CHECK(volume(box) == weft::testing::Approx(8.0));
  const Mesh coarse = coarse_sphere();
  CHECK(is_closed(coarse));
  CHECK(coarse.indices.size() == 3 * 8 * 2 * 5);
}

TEST_CASE("computed tangents match the analytic sphere") {
  Mesh mesh = uv_sphere(96, 48);
  const std::vector<Float4> exact = mesh.tangents;
  mesh.tangents.clear();
  compute_tangents(mesh);
  REQUIRE(mesh.tangents.size() == exact.size());  // nothing is mirrored, nothing is split
  check_frames(mesh);
  float worst = 0.0F;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    worst = std::max(worst, difference(xyz(mesh.tangents[i]), xyz(exact[i])));
    CHECK(mesh.tangents[i][3] == exact[i][3]);
  }
  // At the seam and the poles a vertex has only one side: an error of half a segment's turn.
  CHECK(worst < 0.07F);
}

TEST_CASE("vertices on a mirror seam are split by handedness") {
  // Two adjacent quads that show the same image, the left one mirrored.
  const Mesh mesh = must_parse(R"(
v -1 0 0
v 0 0 0
v 1 0 0
v -1 1 0
v 0 1 0
v 1 1 0
vt 1 0
vt 0 0
vt 1 1
vt 0 1
f 1/1 2/2 5/4 4/3
f 2/2 3/1 6/3 5/4
)");
  check_frames(mesh);
  check_orientation(mesh);
  CHECK(mesh.positions.size() == 8);
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    CHECK(mesh.normals[i] == Float3{0, 0, 1});
    CHECK(mesh.tangents[i][0] == (mesh.tangents[i][3] < 0 ? 1.0F : -1.0F));
  }
}

TEST_CASE("an OBJ file round-trips the mesh") {
  for (const Mesh& mesh : {uv_sphere(12, 7), cube(), plane(2.0F, 2)}) {
    const Mesh read = must_parse(obj_of(mesh, true));
    check_frames(read);
    REQUIRE(read.indices.size() == mesh.indices.size());
    for (std::size_t i = 0; i < read.indices.size(); ++i) {
      const std::uint32_t a = read.indices[i];
      const std::uint32_t b = mesh.indices[i];
      REQUIRE(read.positions[a] == mesh.positions[b]);
      REQUIRE(difference(read.normals[a], mesh.normals[b]) < 1e-6F);
      REQUIRE(read.uvs[a][0] == mesh.uvs[b][0]);
      REQUIRE(read.uvs[a][1] == weft::testing::Approx(mesh.uvs[b][1]).margin(1e-6));
      REQUIRE(read.tangents[a][3] == mesh.tangents[b][3]);
    }
  }
}

TEST_CASE("missing normals are computed, smooth or flat") {
  // Without normals, coinciding positions are joined only if the file joins them.
  const std::string octahedron = R"(
v 1 0 0
v -1 0 0
v 0 1 0
v 0 -1 0
v 0 0 1
v 0 0 -1
f 5 1 3
f 1 6 3
f 6 2 3
f 2 5 3
f 1 5 4
f 6 1 4
f 2 6 4
f 5 2 4
)";
  const Mesh smooth = must_parse(octahedron);
  check_frames(smooth);
  CHECK(is_closed(smooth));
  REQUIRE(smooth.positions.size() == 6);
  for (std::size_t i = 0; i < 6; ++i) {
    CHECK(difference(smooth.normals[i], smooth.positions[i]) < 1e-6F);
  }
  const Mesh faceted = must_parse("s off\n" + octahedron);
  check_frames(faceted);
  REQUIRE(faceted.positions.size() == 24);
  for (std::size_t i = 0; i < 24; ++i) {
    CHECK(std::fabs(faceted.normals[i][0]) == weft::testing::Approx(0.57735).margin(1e-5));
  }
}

TEST_CASE("smooth normals do not depend on the triangulation") {
  // Two squares at a right angle: at a corner of their common edge they have equal weights, whether
  // a square has one triangle there or two.
  const std::string corners = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 0 1 1\n";
  const Float3 between = normalized_or({1, 0, 1}, {0, 0, 0});
  for (const std::string first : {"f 1 2 3\nf 1 3 4\n", "f 1 2 4\nf 2 3 4\n"}) {
    for (const std::string second : {"f 1 4 6\nf 1 6 5\n", "f 1 4 5\nf 4 6 5\n"}) {
      INFO(first << second);
      const Mesh mesh = must_parse(corners + first + second);
      REQUIRE(mesh.positions.size() == 6);
      for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
        if (mesh.positions[i][0] == 0.0F && mesh.positions[i][2] == 0.0F) {
          CHECK(difference(mesh.normals[i], between) < 1e-6F);
        }
      }
    }
  }
}

TEST_CASE("OBJ: polygons, relative indices, comments, continued lines and unknown statements") {
  const Mesh mesh = must_parse(
      "mtllib a.mtl\r\nv 0 0 0\r\nv +2 0 0 # corner\r\nv 2 2 0 1.0\r\nv 1 0.5 0\r\nv 0 2 0\r\n"
      "usemtl shiny\r\ng part\r\nl 1 2\r\nf -5 -4 \\\r\n-3 -2 -1\r\n");
  // An arrowhead: a fan from the first corner would cover the notch at (1, 0.5).
  REQUIRE(mesh.indices.size() == 9);
  double area = 0.0;
  for (std::size_t i = 0; i < 9; i += 3) {
    const Float3& a = mesh.positions[mesh.indices[i]];
    const Float3 normal =
        cross(mesh.positions[mesh.indices[i + 1]] - a, mesh.positions[mesh.indices[i + 2]] - a);
    CHECK(normal[2] > 0.0F);
    area += 0.5 * normal[2];
  }
  CHECK(area == weft::testing::Approx(2.5));
}

TEST_CASE("triangulation covers random star polygons exactly once") {
  weft::testing::Random random(weft::testing::seed());
  for (std::size_t round = 0; round < weft::testing::scaled(200); ++round) {
    const std::size_t corners = 3 + random.below(40);
    std::string text;
    std::vector<std::array<double, 2>> outline;
    for (std::size_t i = 0; i < corners; ++i) {
      const double angle = 6.283185307 * static_cast<double>(i) / static_cast<double>(corners);
      const double radius = random.between(0.2, 1.0);
      outline.push_back({radius * std::cos(angle), radius * std::sin(angle)});
      text += fmt::format("v {} {} 0\n", outline.back()[0], outline.back()[1]);
    }
    text += "f";
    double expected = 0.0;
    for (std::size_t i = 0; i < corners; ++i) {
      text += fmt::format(" {}", i + 1);
      const auto& a = outline[i];
      const auto& b = outline[(i + 1) % corners];
      expected += 0.5 * (a[0] * b[1] - a[1] * b[0]);
    }
    const Mesh mesh = must_parse(text + "\n");
    REQUIRE(mesh.indices.size() == 3 * (corners - 2));
    double area = 0.0;
    for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
      const Float3& a = mesh.positions[mesh.indices[i]];
      area += 0.5 * length(cross(mesh.positions[mesh.indices[i + 1]] - a,
                                 mesh.positions[mesh.indices[i + 2]] - a));
    }
    INFO(text);
    // Triangles cover exactly the polygon's area if none is flipped.
    REQUIRE(area == weft::testing::Approx(expected).epsilon(1e-4));
  }
}

TEST_CASE("invalid OBJ files are errors that name the line") {
  const std::string points = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  std::string huge_face = points + "f";
  for (int i = 0; i < 1100; ++i) {
    huge_face += " 1";
  }
  const struct {
    std::string text, message;
  } table[] = {
      {"", "no face"},
      {points, "no face"},
      {"v 1 2\n", "test.obj:1: 3 numbers"},
      {"v 1 2 x\n", "test.obj:1: 'x' is not a usable number"},
      {"v 1 2 nan\n", "'nan' is not a usable number"},
      {"v 1 2 inf\n", "'inf' is not a usable number"},
      {"v 1 2 1e999\n", "'1e999' is not a usable number"},
      {"v 1,5 2 3\n", "'1,5' is not a usable number"},
      {points + "f 1 2 4\n", "test.obj:4: '4' refers to an element that is not defined before it"},
      {points + "f 1 2 0\n", "'0' refers to an element that is not defined before it"},
      {points + "f 1 2 -4\n", "'-4' refers to an element that is not defined before it"},
      {points + "f 1 2 99999999999999999999\n",
       "refers to an element that is not defined before it"},
      {points + "f 1/1 2/1 3/1\n", "'1/1' refers to an element that is not defined before it"},
      {points + "f 1//1 2//1 3//1\n", "'1//1' refers to an element that is not defined before it"},
      {points + "f 1/1/1/1 2 3\n", "is not a corner"},
      {points + "f / / /\n", "refers to an element that is not defined before it"},
      {points + "f 1 2\n", "at least 3 corners"},
      {points + "f\n", "at least 3 corners"},
      {huge_face, "more than 1024 corners"},
      {std::string("\0\xff\xfe", 3), "no face"},
  };
  for (const auto& row : table) {
    INFO(row.text.substr(0, 60));
    const auto mesh = parse_obj(row.text, "test.obj");
    REQUIRE_FALSE(mesh);
    CHECK_THAT(mesh.error().message, contains(row.message));
  }
  const weft::testing::TempDir dir;
  CHECK_FALSE(read_obj((dir.path() / "none.obj").string()));
  CHECK_FALSE(read_obj(dir.path().string()));
  CHECK(read_obj(dir.write("good.obj", points + "f 1 2 3\n").string()));
}

TEST_CASE("degenerate OBJ files still yield valid frames") {
  for (const std::string& text : std::vector<std::string>{
           "v 0 0 0\nf 1 1 1\n", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n",
           "v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0 0\nf 1//1 2//1 3//1\n",
           "v 0 0 0\nv 1e-30 0 0\nv 0 1e-30 0\nf 1 2 3\n",
           "v 0 0 0\nv 1e30 0 0\nv 0 1e30 0\nvt 0 0\nvt 1 0\nvt 0 1\nf 1/1 2/2 3/3\n",
           "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0.5 0.5\nf 1/1 2/1 3/1\n"}) {
    INFO(text);
    check_frames(must_parse(text));
  }
}

TEST_CASE("corrupted OBJ text never crashes") {
  weft::testing::Random random(weft::testing::seed());
  const std::string good = obj_of(cube(), true);
  const std::string letters = "0123456789/-. \n\\vtnfs#e\xff";
  std::size_t read = 0;
  for (std::size_t round = 0; round < weft::testing::scaled(300); ++round) {
    std::string text = good;
    for (std::size_t i = 0; i < 1 + random.below(6); ++i) {
      text[random.below(text.size())] = letters[random.below(letters.size())];
    }
    const auto mesh = parse_obj(text, "test.obj");
    if (mesh) {
      ++read;
      for (const std::uint32_t index : mesh->indices) {
        REQUIRE(index < mesh->positions.size());
      }
    } else {
      REQUIRE_THAT(mesh.error().message, contains("test.obj"));
    }
  }
  CHECK(read > 0);
}

}  // namespace weft::testing::renderer_mesh_test
