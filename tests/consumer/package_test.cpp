// The installed tree is complete and relocatable.

#include <algorithm>
#include <regex>
#include <string>
#include <vector>

#include "tests/consumer/installed_weft.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/seed.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::package_test {

namespace {

Finished run_shell(const std::string& line, const fs::path& directory,
                   std::vector<std::pair<std::string, std::string>> environment = {}) {
  Command command;
  command.program = "/bin/sh";
  command.arguments = {"-c", line};
  command.working_directory = directory;
  command.environment = std::move(environment);
  command.timeout = std::chrono::minutes(5);
  return run(command);
}

}  // namespace

TEST_CASE(
    "the installed weft finds its library after its prefix moves and through symbolic links") {
  TempDir place;
  install_weft(place.path() / "first");
  const fs::path prefix = place.path() / "später, woanders";
  fs::rename(place.path() / "first", prefix);
  fs::create_directories(place.path() / "links");
  fs::create_symlink(prefix / "bin" / "weft", place.path() / "links" / "weft");
  fs::create_directory_symlink(prefix, place.path() / "other");

  const fs::path material = place.write("plain.weft", R"(import "core";
import "display";
import "profiles";
material plain { param tint: float3 {use: reflectance, encoding: srgb} = #b5651d; output albedo = tint; }
)");
  const std::string shipped = (prefix / "share" / "weft" / "shaders" / "core.weft").string();
  for (const fs::path& program : {prefix / "bin" / "weft", place.path() / "links" / "weft",
                                  place.path() / "other/bin/weft"}) {
    INFO(program);
    Command command;
    command.program = program;
    command.arguments = {"compose", material.string(), "-p",  "unlit", "-o",
                         "out",     "--format=json",   "-MF", "out/d"};
    command.working_directory = place.path();
    const Finished composed = run(command);
    INFO(composed.err);
    CHECK(composed.exit_code == 0);
    CHECK_THAT(composed.out, contains(shipped));  // not the source tree's
    CHECK(composed.out.find((repository_root() / "shaders").string()) == std::string::npos);

    command.arguments = {"--version"};
    CHECK_THAT(run(command).out, contains("weft 0.1"));
  }
}

TEST_CASE("a program composes with the installed libraries through CMake and pkg-config") {
  TempDir place;
  const fs::path prefix = place.path() / "Präfix mit Leerzeichen";
  install_weft(prefix);
  install_weft(prefix, "libweft1");
  install_weft(prefix, "libweft-dev");

  const ConsumerProject project(consumer_source("embedding"), place.path() / "build", "Ninja");
  const Finished configured =
      project.configure({"-DCMAKE_PREFIX_PATH=" + prefix.string(), "-DCMAKE_BUILD_TYPE=Debug"});
  INFO(configured.out);
  REQUIRE(configured.exit_code == 0);
  const Finished built = project.build();
  INFO(built.out);
  REQUIRE(built.exit_code == 0);
  const Finished composed = run_shell("build/embedding", place.path());
  INFO(composed.err);
  CHECK(composed.exit_code == 0);
  CHECK_THAT(composed.out, contains("plain.unlit: 6 files"));
  CHECK_THAT(composed.out, contains("#version 450"));
  const Finished edited = run_shell(
      "printf '%s\\n' '{\"op\": \"set_value\", \"node\": \"plain/tint\", \"value\": [1, 0, 0]}' "
      "'{\"op\": \"set_value\", \"node\": \"plain/out:albedo\", \"value\": \"tint * 0.5\"}' "
      "'{\"op\": \"remove_node\", \"node\": \"plain/tint\"}' | build/editor",
      place.path());
  INFO(edited.out << edited.err);
  CHECK(edited.exit_code == 0);
  CHECK_THAT(edited.out, contains("values only\nchanged\n  frag.glsl: "));
  CHECK_THAT(edited.out, contains("kept\nplain/out:albedo"));
  CHECK_THAT(edited.out, contains("    output albedo = tint * 0.5;  //@ at 200 0\n"));

  // pkg-config quotes for a shell.
  const Finished by_pkg_config = run_shell(
      "set -e\n"
      "eval \"$CXX\" '\"$SOURCE\"' \"$(pkg-config --cflags --libs weft)\" -o by_pkg_config\n"
      "eval ./by_pkg_config \"$(pkg-config --variable=shadersdir weft)\"\n"
      "pkg-config --modversion weft\n",
      place.path(),
      {{"CXX", WEFT_TEST_CXX_COMPILER},
       {"SOURCE", (consumer_source("embedding") / "main.cpp").string()},
       {"PKG_CONFIG_PATH", (prefix / WEFT_TEST_LIBDIR / "pkgconfig").string()}});
  INFO(by_pkg_config.err);
  CHECK(by_pkg_config.exit_code == 0);
  CHECK_THAT(by_pkg_config.out, contains("plain.unlit: 6 files"));
  CHECK_THAT(by_pkg_config.out, contains("\n0.1"));

  // The C interface, which finds the shipped library relative to itself.
  const Finished from_c = run_shell(
      "set -e\n"
      "eval cc -std=c99 '\"$SOURCE\"' \"$(pkg-config --cflags --libs weft-c)\" -o from_c\n"
      "LD_LIBRARY_PATH=\"$LIBRARY\" ./from_c\n"
      "echo '#include <weft/host_math.h>' >math.c\n"  // as generated headers do
      "eval cc -std=c99 -fsyntax-only math.c \"$(pkg-config --cflags weft-c)\"\n",
      place.path(),
      {{"SOURCE", (repository_root() / "tests" / "c_api" / "use.c").string()},
       {"LIBRARY", (prefix / WEFT_TEST_LIBDIR).string()},
       {"PKG_CONFIG_PATH", (prefix / WEFT_TEST_LIBDIR / "pkgconfig").string()}});
  INFO(from_c.out << from_c.err);
  CHECK(from_c.exit_code == 0);
  const Finished by_component = run_shell(
      "set -e\nmkdir c_project\n"
      "printf 'cmake_minimum_required(VERSION 3.20)\nproject(p C)\n"
      "find_package(Weft REQUIRED COMPONENTS c)\nadd_executable(p \"%s\")\n"
      "target_link_libraries(p PRIVATE weft::c)\n' \"$SOURCE\" >c_project/CMakeLists.txt\n"
      "cmake -G Ninja -S c_project -B c_build -DCMAKE_PREFIX_PATH=\"$PREFIX\" >log && cmake "
      "--build c_build >>log\n"
      "./c_build/p\n",
      place.path(),
      {{"SOURCE", (repository_root() / "tests" / "c_api" / "use.c").string()},
       {"PREFIX", prefix.string()}});
  INFO(by_component.out << by_component.err);
  CHECK(by_component.exit_code == 0);

  // Every header of ours that an installed header includes is installed, and none is outside
  // include/weft.
  const fs::path headers = prefix / "include" / "weft";
  const std::regex include("#include \"([^\"]+)\"");
  std::size_t count = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(headers)) {
    if (!entry.is_regular_file()) {
      continue;
    }
    const std::string text = read_file(entry.path());
    for (std::sregex_iterator at(text.begin(), text.end(), include), end; at != end; ++at) {
      INFO(entry.path() << " includes " << (*at)[1]);
      CHECK(fs::is_regular_file(headers / (*at)[1].str()));
      ++count;
    }
  }
  CHECK(count > 50);
  std::size_t beside = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(prefix / "include")) {
    beside += entry.path() != headers ? 1U : 0U;
  }
  CHECK(beside == 0);

  // No text file refers to the build tree.
  for (const fs::path& folder :
       {prefix / WEFT_TEST_LIBDIR / "cmake", prefix / WEFT_TEST_LIBDIR / "pkgconfig"}) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.is_regular_file()) {
        INFO(entry.path());
        const std::string text = read_file(entry.path());
        CHECK(text.find(WEFT_TEST_BUILD_DIR) == std::string::npos);
        CHECK(text.find(repository_root().string()) == std::string::npos);
      }
    }
  }
}

TEST_CASE("Debian packages contain what their names promise and depend on what they need") {
  TempDir place;
  const Finished packed = run_shell(
      "set -e\n\"$CPACK\" --config \"$BUILD/CPackConfig.cmake\" -B \"$PWD/pack\" -C \"$CONFIG\" "
      ">log 2>&1 || "
      "{ cat log; exit 1; }\n"
      "for p in weft libweft1 libweft-dev; do mkdir -p $p; dpkg-deb -x pack/${p}_*.deb $p; "
      "dpkg-deb -f pack/${p}_*.deb >$p.control; done\n",
      place.path(),
      {{"CPACK", WEFT_TEST_CPACK}, {"BUILD", WEFT_TEST_BUILD_DIR}, {"CONFIG", WEFT_TEST_CONFIG}});
  INFO(packed.out << packed.err);
  REQUIRE(packed.exit_code == 0);

  const fs::path root = place.path();
  for (const char* path :
       {"weft/usr/bin/weft", "weft/usr/share/weft/shaders/core.weft",
        "weft/usr/share/weft/shaders/materials/clay.weft", "weft/usr/share/doc/weft/copyright",
        "weft/usr/share/doc/weft/changelog.gz", "weft/usr/share/man/man1/weft.1.gz",
        "weft/usr/share/bash-completion/completions/weft",
        "weft/usr/share/zsh/vendor-completions/_weft",
        "weft/usr/share/fish/vendor_completions.d/weft.fish",
        "libweft-dev/usr/include/weft/composer/compose.h",
        "libweft-dev/usr/share/doc/libweft-dev/copyright", "libweft-dev/usr/include/weft/weft.h",
        "libweft1/usr/share/doc/libweft1/copyright"}) {
    INFO(path);
    CHECK(fs::is_regular_file(root / path));
  }
  const std::string tool = read_file(root / "weft.control");
  for (const char* library : {"libfmt", "libspirv-cross-c-shared0", "libstdc++6", "libc6"}) {
    CHECK_THAT(tool, contains(library));
  }
  const std::string libraries = read_file(root / "libweft-dev.control");
  for (const char* library : {"weft (= 0.1.", "libfmt-dev", "libexpected-dev", "glslang-dev",
                              "spirv-tools", "libshaderc-dev", "libspirv-cross-c-shared-dev"}) {
    CHECK_THAT(libraries, contains(library));
  }

  // The unpacked package works, here as under /usr.
  const Finished composed = run_shell(
      "weft/usr/bin/weft compose weft/usr/share/weft/shaders/materials/clay.weft -o out", root);
  INFO(composed.err);
  CHECK(composed.exit_code == 0);

  if (scale() != Scale::Everyday) {
    // Known exceptions: libweft-dev's pkg-config files are in /usr/lib, where a build for /usr uses
    // the machine's own directory; cmake/WeftDebianFiles.cmake has the others.
    const Finished lint = run_shell(
        "lintian --allow-root --tag-display-limit 0 --suppress-tags "
        "pkg-config-unavailable-for-cross-compilation pack/*.deb 2>&1",
        root);
    CHECK(lint.out.empty());
    CHECK(lint.exit_code == 0);
  }
}

TEST_CASE("Weft is built as part of another project") {
  TempDir place;
  const std::string source = repository_root().string();
  std::string launcher = WEFT_TEST_LAUNCHER;  // a list with a preserved separator
  std::replace(launcher.begin(), launcher.end(), '|', ';');
  for (const bool by_fetching : {false, true}) {
    const std::string get = by_fetching
                                ? "include(FetchContent)\nFetchContent_Declare(weft SOURCE_DIR \"" +
                                      source + "\")\nFetchContent_MakeAvailable(weft)\n"
                                : "add_subdirectory(\"" + source + "\" weft EXCLUDE_FROM_ALL)\n";
    place.write("source/plain.weft", R"(import "core";
import "display";
import "profiles";
material plain { param tint: float3 {use: reflectance, encoding: srgb} = #b5651d; output albedo = tint; }
)");
    place.write("source/main.cpp",
                "#include \"plain.unlit.h\"\nint main() { return plain_unlit::Material().tint[0] > "
                "0 ? 0 : 1; }\n");
    place.write(
        "source/CMakeLists.txt",
        "cmake_minimum_required(VERSION 3.20)\nproject(Outer VERSION 3.1 LANGUAGES C CXX)\n" + get +
            "add_executable(outer main.cpp)\ntarget_compile_features(outer PRIVATE cxx_std_17)\n"
            "weft_add_shaders(outer MATERIALS plain.weft PROFILES unlit LANGUAGES glsl HEADER)\n");
    const ConsumerProject project(place.path() / "source",
                                  place.path() / (by_fetching ? "fetched" : "build"), "Ninja");
    const Finished configured =
        project.configure({"-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0",
                           "-DCMAKE_CXX_COMPILER_LAUNCHER=" + launcher});
    INFO(configured.out);
    REQUIRE(configured.exit_code == 0);
    // A project that embeds Weft gets neither its tests, nor its renderer, nor its install rules.
    const std::string rules = read_file(project.directory() / "build.ninja");
    CHECK(rules.find("weft_tests") == std::string::npos);
    CHECK(rules.find("weft_render") == std::string::npos);
    CHECK(rules.find("-Werror") == std::string::npos);
    CHECK_THAT(rules, contains("plain.unlit.h"));
    const Finished installed = run_cmake({"--install", project.directory().string(), "--prefix",
                                          (place.path() / "installed").string()});
    CHECK(installed.exit_code == 0);
    CHECK_FALSE(fs::exists(place.path() / "installed"));

    // Ninja can build the program from the sources alone.
    const Finished plan =
        run_shell("\"$NINJA\" -C \"$BUILD\" -n outer", place.path(),
                  {{"NINJA", WEFT_TEST_NINJA}, {"BUILD", project.directory().string()}});
    CHECK(plan.exit_code == 0);
    CHECK_THAT(plan.out, contains("Linking CXX executable"));
    CHECK_THAT(plan.out, contains("Composing the material plain for outer"));
    if (scale() == Scale::Soak && !by_fetching) {
      const Finished built = project.build();
      INFO(built.out);
      CHECK(built.exit_code == 0);
      CHECK(run_shell("./outer", project.directory()).exit_code == 0);
    }

    // Builds the other project's target. Weft itself compiles the same as here, so one library,
    // without -Werror, and this build's program in place of the rest suffice.
    const Finished with_tool =
        project.configure({"-DWEFT_HOST_TOOL=" + std::string(WEFT_TEST_BUILD_DIR) + "/tools/weft"});
    INFO(with_tool.out);
    REQUIRE(with_tool.exit_code == 0);
    std::vector<std::string> build = {"--build", project.directory().string(), "--target", "outer"};
    if (scale() != Scale::Everyday) {
      build.push_back("weft_support");
    }
    const Finished built = run_cmake(std::move(build));
    INFO(built.out);
    CHECK(built.exit_code == 0);
    CHECK(run_shell("./outer", project.directory()).exit_code == 0);
  }
}

}  // namespace weft::testing::package_test
