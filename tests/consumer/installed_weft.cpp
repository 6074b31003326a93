#include "tests/consumer/installed_weft.h"

#include <cstdlib>

#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/temp_dir.h"

namespace weft::testing {

Finished run_cmake(std::vector<std::string> arguments) {
  Command command;
  // A shell, so that the output of the two streams keeps its order.
  command.program = "/bin/sh";
  command.arguments = {"-c", "exec \"$@\" 2>&1", "sh", WEFT_TEST_CMAKE};
  command.arguments.insert(command.arguments.end(), arguments.begin(), arguments.end());
  // Isolates the build from the environment of the test run: DESTDIR, generator, jobserver.
  command.environment = {{"DESTDIR", ""},   {"CMAKE_GENERATOR", ""}, {"MAKEFLAGS", ""},
                         {"MAKELEVEL", ""}, {"CXXFLAGS", ""},        {"NINJA_STATUS", "[%f/%t] "}};
  // The compiler cache may be used.
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  if (cache != nullptr || home != nullptr) {
    command.environment.emplace_back("XDG_CACHE_HOME",
                                     cache != nullptr ? cache : std::string(home) + "/.cache");
  }
  command.timeout = std::chrono::minutes(25);
  return run(command);
}

void install_weft(const fs::path& prefix, const std::string& component) {
  const Finished installed =
      run_cmake({"--install", WEFT_TEST_BUILD_DIR, "--config", WEFT_TEST_CONFIG, "--prefix",
                 prefix.string(), "--component", component});
  INFO(installed.out);
  REQUIRE(installed.exit_code == 0);
}

fs::path consumer_source(const std::string& project) {
  return repository_root() / "tests" / "consumer" / project;
}

Finished ConsumerProject::configure(const std::vector<std::string>& arguments) const {
  std::vector<std::string> all = {
      "-S",
      source_.string(),
      "-B",
      build_.string(),
      "-G",
      generator_,
      std::string("-DCMAKE_CXX_COMPILER=") + WEFT_TEST_CXX_COMPILER,
      "-DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF",
      "-DCMAKE_MAKE_PROGRAM=" +
          std::string(generator_ == "Unix Makefiles" ? WEFT_TEST_MAKE : WEFT_TEST_NINJA)};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return run_cmake(std::move(all));
}

Finished ConsumerProject::build(const std::string& config) const {
  std::vector<std::string> all = {"--build", build_.string(), "--parallel", "2"};
  if (!config.empty()) {
    all.insert(all.end(), {"--config", config});
  }
  return run_cmake(std::move(all));
}

void edit_file(const fs::path& path, const std::string& from, const std::string& to) {
  std::string text = read_file(path);
  const std::size_t place = text.find(from);
  INFO(path << ": " << from);
  REQUIRE(place != std::string::npos);
  REQUIRE(text.find(from, place + 1) == std::string::npos);
  write_file(path, text.replace(place, from.size(), to));
}

}  // namespace weft::testing
