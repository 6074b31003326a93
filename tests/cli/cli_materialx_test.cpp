// MaterialX documents on the command line: what is composed, imported and refused.

#include <filesystem>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/run_weft.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::cli_materialx_test {
namespace {

constexpr const char* brass = R"(<?xml version="1.0"?>
<materialx version="1.39">
  <nodegraph name="NG_brass">
    <tiledimage name="color" type="color3">
      <input name="file" type="filename" value="brass.png" colorspace="srgb_texture"/>
      <input name="uvtiling" type="vector2" value="4, 4"/>
    </tiledimage>
    <geompropvalue name="wear" type="float"><input name="geomprop" type="string" value="wear"/></geompropvalue>
    <multiply name="worn" type="color3">
      <input name="in1" type="color3" nodename="color"/>
      <input name="in2" type="float" nodename="wear"/>
    </multiply>
    <output name="out" type="color3" nodename="worn"/>
  </nodegraph>
  <unheard_of name="bad" type="float"/>
  <fractal3d name="clouds" type="float"/>
  <output name="strange" type="float" nodename="bad"/>
  <output name="clouds_out" type="float" nodename="clouds"/>
</materialx>
)";

}  // namespace

TEST_CASE("cli materialx: compose makes valid modules of every element that is known") {
  const TempDir place;
  place.write("brass.mtlx", brass);
  const Finished composed = run_weft(place, {"compose", "brass.mtlx", "-t", "spirv", "-o", "out"});
  INFO(composed.err);
  CHECK(composed.exit_code == 0);
  CHECK_THAT(composed.err,
             contains("brass.mtlx:15:4: warning: 'bad' is a node of the kind 'unheard_of'"));
  const auto files = files_of(place.path() / "out");
  for (const char* stem : {"NG_brass_out", "clouds_out"}) {
    for (const char* stage : {"vert.glsl.spv", "frag.glsl.spv", "vs.hlsl.spv", "ps.hlsl.spv"}) {
      CHECK(files.count(std::string(stem) + ".materialx_geometry." + stage) == 1);
    }
  }
  CHECK(files.count("strange.materialx_geometry.frag.glsl.spv") == 0);
}

TEST_CASE("cli materialx: what import prints composes to the same shaders") {
  const TempDir place;
  place.write("brass.mtlx", brass);
  const Finished imported = run_weft(place, {"import", "brass.mtlx", "-o", "."});
  CHECK(imported.exit_code == 1);  // an element is refused, the others are written
  CHECK_THAT(imported.err, contains("error: 'bad' is a node of the kind 'unheard_of'"));
  REQUIRE(run_weft(place, {"fmt", "--check", "brass.weft"}).exit_code == 0);
  const char* profile = "materialx_geometry";
  REQUIRE(run_weft(place, {"compose", "brass.mtlx", "-m", "NG_brass_out", "-o", "one"}).exit_code ==
          0);
  REQUIRE(
      run_weft(place, {"compose", "brass.weft", "-m", "NG_brass_out", "-p", profile, "-o", "two"})
          .exit_code == 0);
  const auto from_document = files_of(place.path() / "one");
  const auto from_module = files_of(place.path() / "two");
  REQUIRE(from_document.size() == 2);
  for (const auto& [name, text] : from_document) {
    // The remarks of the first lines name the file.
    const std::string& other = from_module.at(name);
    CHECK(text.substr(text.find("layout")).size() == other.substr(other.find("layout")).size());
  }
}

TEST_CASE("cli materialx: images are named from where import writes the module") {
  namespace fs = std::filesystem;
  const TempDir place;
  place.write("doc/maps/brass.png", "");
  place.write("doc/brass.mtlx", R"(<materialx version="1.39" fileprefix="maps/">
  <image name="i" type="float"><input name="file" type="filename" value="brass.png"/></image>
  <output name="o" type="float" nodename="i"/>
</materialx>)");
  const auto name_in = [](const std::string& text) {
    const std::size_t begin = text.find("file: \"") + 7;
    return text.substr(begin, text.find('"', begin) - begin);
  };
  fs::create_directories(place.path() / "elsewhere/deep");
  fs::create_directory_symlink("elsewhere/deep", place.path() / "linked");
  for (const std::string folder :
       {"doc", "doc/.", ".", "out", "doc/out/new", "elsewhere/../out", "linked"}) {
    INFO(folder);
    REQUIRE(run_weft(place, {"import", "doc/brass.mtlx", "-o", folder}).exit_code == 0);
    const std::string name = name_in(read_file(place.path() / folder / "brass.weft"));
    CHECK(fs::path(name).is_relative());
    CHECK(fs::exists(place.path() / folder / name));
    CHECK((name == "maps/brass.png") == (folder == "doc" || folder == "doc/."));
  }
  CHECK(name_in(run_weft(place, {"import", "doc/brass.mtlx"}).out) == "maps/brass.png");
}

TEST_CASE("cli materialx: other files and folders outside of --root are refused") {
  const TempDir place;
  place.write("other.weft", "import \"core\";\n");
  CHECK(run_weft(place, {"import", "other.weft"}).exit_code == 2);
  CHECK(run_weft(place, {"import", "absent.mtlx"}).exit_code != 0);
  place.write("inner/a.mtlx",
              R"(<materialx version="1.39"><xi:include href="../b.mtlx"/></materialx>)");
  place.write("b.mtlx",
              R"(<materialx version="1.39"><xi:include href="inner/a.mtlx"/></materialx>)");
  const Finished outside = run_weft(place, {"import", "inner/a.mtlx", "--root", "inner"});
  CHECK_THAT(outside.err, contains("inner/a.mtlx:1:28: error: '../b.mtlx' is outside"));
  const Finished cycle = run_weft(place, {"import", "inner/a.mtlx"});
  CHECK_THAT(cycle.err, contains("'inner/a.mtlx' includes itself, directly or through others"));
}

TEST_CASE("cli materialx: files that are not there are told") {
  const TempDir place;
  place.write("a.mtlx", R"(<materialx version="1.39"><xi:include href="b.mtlx"/></materialx>)");
  CHECK_THAT(run_weft(place, {"import", "a.mtlx"}).err,
             contains("a.mtlx:1:28: error: there is no file 'b.mtlx' to include"));
  place.write("b.mtlx", R"(<materialx version="1.39"/>)");
  CHECK(run_weft(place, {"import", "a.mtlx"}).exit_code == 0);
  for (const char* folder : {"none", "empty"}) {
    place.write("empty/a.txt", "");
    const Finished imported =
        run_weft(place, {"import", "a.mtlx", "--materialx-libraries", folder});
    CHECK(imported.exit_code == 3);
    CHECK_THAT(imported.err,
               contains(std::string("the folder '") + folder + "' has no MaterialX documents"));
  }
}

TEST_CASE("cli materialx: a document without elements is fine, with a word about it") {
  const TempDir place;
  place.write("rig.mtlx", R"(<materialx version="1.39">
  <directional_light name="sun" type="lightshader"/>
</materialx>)");
  const Finished composed = run_weft(place, {"compose", "rig.mtlx", "-o", "out"});
  CHECK(composed.exit_code == 0);
  CHECK_THAT(composed.err, contains("warning: 'rig.mtlx' has no element to draw"));
}

TEST_CASE("cli materialx: import takes which values are parameters") {
  const TempDir place;
  place.write("paint.mtlx", R"(<materialx version="1.39">
  <standard_surface name="s" type="surfaceshader">
    <input name="base" type="float" value="0.5"/>
  </standard_surface>
  <surfacematerial name="m" type="material">
    <input name="surfaceshader" type="surfaceshader" nodename="s"/>
  </surfacematerial>
</materialx>)");
  const auto printed = [&](const char* which) {
    REQUIRE(
        run_weft(place, {"import", "paint.mtlx", std::string("--parameters=") + which, "-o", which})
            .exit_code == 0);
    return files_of(place.path() / which)["paint.weft"];
  };
  CHECK(printed("none").find("param ") == std::string::npos);
  CHECK_THAT(printed("authored"), contains("param s_base: float = 0.5;\n    s = "));
  CHECK_THAT(printed("all"), contains("static param s_thin_walled: bool = false;"));
  CHECK(run_weft(place, {"import", "paint.mtlx", "--parameters=some", "-o", "x"}).exit_code == 2);
}

}  // namespace weft::testing::cli_materialx_test
