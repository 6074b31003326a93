// `weft new project`: the commands that it prints build and run a program with an installed Weft.

#include <string>

#include "support/json.h"
#include "tests/consumer/installed_weft.h"
#include "tests/support/catch.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::new_project_test {

namespace {

Finished in_shell(const TempDir& place, const std::string& line, const std::string& path) {
  Command command{"/bin/sh"};
  command.arguments = {"-c", line + " 2>&1"};
  command.working_directory = place.path();
  command.environment = {{"PATH", path + "/usr/bin:/bin"},
                         {"CMAKE_GENERATOR", ""},
                         {"CMAKE_PREFIX_PATH", ""},
                         {"CXX", WEFT_TEST_CXX_COMPILER},
                         {"CXXFLAGS", "-Wall -Wextra -Werror -pedantic"},
                         {"DESTDIR", ""},
                         {"MAKEFLAGS", ""},
                         {"MAKELEVEL", ""}};
  command.timeout = std::chrono::minutes(5);
  return run(command);
}

}  // namespace

TEST_CASE("a new project builds by the commands that weft new prints") {
  const TempDir place;
  install_weft(place.path() / "a prefix");
  const std::string bin = (place.path() / "a prefix" / "bin").string();
  const std::string cmake = fs::path(WEFT_TEST_CMAKE).parent_path().string() + ":";
  // Without Weft in the PATH the command says where it is; with it, CMake finds it.
  for (const std::string& path : {std::string(), bin + ":"}) {
    const std::string name = path.empty() ? "rocks" : "stones";
    const Finished made =
        in_shell(place, "'" + bin + "/weft' new project " + name + " --format json", path);
    INFO(made.out);
    REQUIRE(made.exit_code == 0);
    const Json next = Json::parse(made.out)["next"];
    REQUIRE(next.size() == 3);
    CHECK((next[0].get<std::string>().find("-DCMAKE_PREFIX_PATH=") != std::string::npos) ==
          path.empty());
    Finished last;
    for (const Json& step : next) {
      last = in_shell(place, step.get<std::string>(), cmake + path);
      INFO(step << "\n" << last.out);
      REQUIRE(last.exit_code == 0);
    }
    CHECK_THAT(last.out, contains("float3 tint: The color of the surface, as an artist picks it."));
    CHECK_THAT(last.out, contains("uniform block: set 1, binding 0, 64 bytes\nvertex shader: "));
  }
  edit_file(place.path() / "rocks" / "rocks.weft", "as an artist", "as anybody");
  REQUIRE(in_shell(place, "cmake --build rocks/build", cmake).exit_code == 0);
  CHECK_THAT(in_shell(place, "rocks/build/app", cmake).out, contains("as anybody picks it."));
}

}  // namespace weft::testing::new_project_test
