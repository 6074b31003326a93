// The messages of weft_add_shaders() and find_package(Weft) for incorrect use, and for
// cross-compiling.

#include <string>
#include <vector>

#include "tests/consumer/installed_weft.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::usage_test {

namespace {

/// A project without languages, which configures fast.
class Usage {
 public:
  Usage() {
    install_weft(prefix());
    place_.write("source/clay.weft", "");
    place_.write("source/odd-name.weft", "");
    place_.write("source/other/clay.weft", "");
  }

  fs::path prefix() const { return place_.path() / "prefix"; }
  const TempDir& place() const { return place_; }

  Finished configure(const std::string& text, std::vector<std::string> arguments = {}) const {
    place_.write("source/CMakeLists.txt",
                 "cmake_minimum_required(VERSION 3.20)\n"
                 "project(Usage VERSION 7.3 LANGUAGES NONE)\n" +
                     text + "\n");
    fs::remove_all(place_.path() / "build");
    arguments.push_back("-DCMAKE_PREFIX_PATH=" + prefix().string());
    const ConsumerProject project(place_.path() / "source", place_.path() / "build", "Ninja");
    return project.configure(arguments);
  }

  /// Collapses blanks, since CMake wraps its messages.
  static std::string unwrapped(const std::string& text) {
    std::string result;
    for (const char c : text) {
      const bool is_blank = c == ' ' || c == '\n';
      if (!is_blank || result.empty() || result.back() != ' ') {
        result += is_blank ? ' ' : c;
      }
    }
    return result;
  }

 private:
  TempDir place_;
};

}  // namespace

TEST_CASE("weft_add_shaders reports wrong arguments") {
  const Usage usage;
  const std::string start =
      "find_package(Weft 0.1 REQUIRED COMPONENTS tool)\n"
      "add_library(app INTERFACE)\nadd_custom_target(other)\n"
      "add_library(from::elsewhere INTERFACE IMPORTED)\n";
  struct Row {
    const char* call;
    const char* message;  // nullptr: no error
  };
  const std::vector<Row> rows = {
      {"weft_add_shaders(app MATERIALS clay.weft PROFILES forward LANGUAGES glsl)", nullptr},
      {"weft_add_shaders(app MATERIALS clay.weft:a,b odd-name.weft:c PROFILES forward depth "
       "LANGUAGES "
       "glsl hlsl spirv PARAMETERS a=1 INCLUDE_DIRECTORIES other HEADER HEADER_LANGUAGE c "
       "SELF_CONTAINED_HEADER REFLECTION OPTIONS -g)",
       nullptr},
      {"weft_add_shaders(app MATERIALS clay.weft PROFILES forward LANGUAGES glsl OUTPUT_DIR a)\n"
       "weft_add_shaders(app MATERIALS other/clay.weft PROFILES forward LANGUAGES glsl OUTPUT_DIR "
       "b)",
       nullptr},
      {"weft_add_shaders(other MATERIALS clay.weft PROFILES forward LANGUAGES glsl HEADER)",
       nullptr},
      {"weft_add_shaders(app clay.weft PROFILES forward LANGUAGES glsl)",
       "weft_add_shaders(app): unknown arguments: clay.weft"},
      {"weft_add_shaders(app MATERIALS clay.weft PROFILES LANGUAGES glsl)",
       "weft_add_shaders(app): nothing is given for PROFILES"},
      {"weft_add_shaders(app MATERIALS clay.weft LANGUAGES glsl)",
       "weft_add_shaders(app): PROFILES is missing"},
      {"weft_add_shaders(app PROFILES forward LANGUAGES glsl)",
       "weft_add_shaders(app): MATERIALS is missing"},
      {"weft_add_shaders(app MATERIALS clay.weft PROFILES forward)",
       "weft_add_shaders(app): LANGUAGES is missing"},
      {"weft_add_shaders(app MATERIALS clay.weft PROFILES forward LANGUAGES metal)",
       "LANGUAGES are glsl, hlsl and spirv, not 'metal'"},
      {"weft_add_shaders(app MATERIALS clay.weft PROFILES forward LANGUAGES glsl HEADER "
       "HEADER_LANGUAGE rust)",
       "HEADER_LANGUAGE is c++ or c, not 'rust'"},
      {"weft_add_shaders(app MATERIALS clay.weft PROFILES forward LANGUAGES glsl HEADER_LANGUAGE "
       "c)",
       "HEADER_LANGUAGE is of a HEADER, which is missing"},
      {"weft_add_shaders(app MATERIALS clay.weft PROFILES forward LANGUAGES glsl PROFILE_HEADERS "
       "HEADER_LANGUAGE c)\n"
       "weft_add_shaders(other MATERIALS other/clay.weft PROFILES forward LANGUAGES glsl "
       "PROFILE_HEADERS)",
       nullptr},
      {"weft_add_shaders(app MATERIALS clay.weft PROFILES forward LANGUAGES glsl PROFILE_HEADERS "
       "OUTPUT_DIR a)\n"
       "weft_add_shaders(app MATERIALS clay.weft:a PROFILES forward LANGUAGES glsl PROFILE_HEADERS "
       "OUTPUT_DIR a)",
       "two calls would write"},
      {"weft_add_shaders(app MATERIALS clay.weft PROFILES my-profile LANGUAGES glsl)",
       "'my-profile' cannot be the name of a profile"},
      {"weft_add_shaders(app MATERIALS clay.weft PROFILES forward LANGUAGES glsl PARAMETERS a)",
       "PARAMETERS are NAME=VALUE, not 'a'"},
      {"weft_add_shaders(nobody MATERIALS clay.weft PROFILES forward LANGUAGES glsl)",
       "there is no target 'nobody'; add it before its shaders"},
      {"weft_add_shaders(from::elsewhere MATERIALS clay.weft PROFILES forward LANGUAGES glsl)",
       "'from::elsewhere' is imported: it is not built here"},
      {"weft_add_shaders(app MATERIALS loam.weft PROFILES forward LANGUAGES glsl)",
       "source/loam.weft'"},
      {"weft_add_shaders(app MATERIALS other PROFILES forward LANGUAGES glsl)", "there is no file"},
      {"weft_add_shaders(app MATERIALS odd-name.weft PROFILES forward LANGUAGES glsl)",
       "'odd-name' cannot be the name of a material; write odd-name.weft:NAME"},
      {"weft_add_shaders(app MATERIALS clay.weft other/clay.weft PROFILES forward LANGUAGES glsl)",
       "two outputs would be called"},
      {"weft_add_shaders(app MATERIALS clay.weft PROFILES forward forward LANGUAGES glsl)",
       "two outputs would be called"},
      {"weft_add_shaders(app MATERIALS clay.weft PROFILES forward LANGUAGES glsl OUTPUT_DIR a)\n"
       "weft_add_shaders(other MATERIALS other/clay.weft PROFILES forward LANGUAGES glsl "
       "OUTPUT_DIR a)",
       "the other one is of weft_add_shaders(app); give another OUTPUT_DIR"},
  };
  for (const Row& row : rows) {
    INFO(row.call);
    const Finished configured = usage.configure(start + row.call);
    INFO(configured.out);
    if (row.message == nullptr) {
      CHECK(configured.exit_code == 0);
    } else {
      CHECK(configured.exit_code != 0);
      CHECK_THAT(Usage::unwrapped(configured.out), contains(row.message));
    }
  }
}

TEST_CASE("find_package handles versions and components") {
  const Usage usage;
  struct Row {
    const char* call;
    const char* message;  // nullptr: it is found
  };
  const std::vector<Row> rows = {
      {"find_package(Weft REQUIRED)", nullptr},  // the libraries are not installed: the tool alone
      {"find_package(Weft 0.1 REQUIRED COMPONENTS tool)", nullptr},
      {"find_package(Weft 0.2 REQUIRED)", "version: 0.1"},
      {"find_package(Weft 1 REQUIRED)", "version: 0.1"},
      {"find_package(Weft REQUIRED COMPONENTS libraries)", "Weft's libraries are not installed"},
      {"find_package(Weft REQUIRED COMPONENTS tool OPTIONAL_COMPONENTS libraries)\n"
       "if(Weft_libraries_FOUND OR NOT Weft_tool_FOUND)\nmessage(FATAL_ERROR wrong)\nendif()",
       nullptr},
      {"find_package(Weft REQUIRED COMPONENTS colours)",
       "Weft has no component 'colours'; there are: tool, libraries, c."},
      {"find_package(Weft REQUIRED)\nif(NOT EXISTS \"${Weft_SHADERS_DIRECTORY}/core.weft\")\n"
       "message(FATAL_ERROR \"not there\")\nendif()",
       nullptr},
      {"find_package(Weft REQUIRED)\nfind_package(Weft REQUIRED)", nullptr},
  };
  for (const Row& row : rows) {
    INFO(row.call);
    const Finished configured = usage.configure(row.call);
    INFO(configured.out);
    CHECK((configured.exit_code == 0) == (row.message == nullptr));
    if (row.message != nullptr) {
      CHECK_THAT(Usage::unwrapped(configured.out), contains(row.message));
    }
  }
}

TEST_CASE("cross-compiling requires a weft that runs on the host") {
  const Usage usage;
  const std::string call =
      "set(CMAKE_SIZEOF_VOID_P 4)\n"  // as a language for another machine would
      "find_package(Weft REQUIRED COMPONENTS tool)\nadd_library(app INTERFACE)\n"
      "weft_add_shaders(app MATERIALS clay.weft PROFILES forward LANGUAGES glsl)";
  const std::vector<std::string> elsewhere = {"-DCMAKE_SYSTEM_NAME=Generic",
                                              "-DCMAKE_SYSTEM_PROGRAM_PATH=/nowhere"};
  const auto configure = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = elsewhere;
    all.insert(all.end(), more.begin(), more.end());
    return usage.configure(call, all);
  };
  const std::string tool = (usage.prefix() / "bin" / "weft").string();

  const Finished named = configure({"-DWEFT_HOST_TOOL=" + tool});
  INFO(named.out);
  CHECK(named.exit_code == 0);
  CHECK_THAT(read_file(usage.place().path() / "build" / "build.ninja"), contains(tool));

  const Finished wrong = configure({"-DWEFT_HOST_TOOL=/bin/false"});
  CHECK(wrong.exit_code != 0);
  CHECK_THAT(Usage::unwrapped(wrong.out),
             contains("WEFT_HOST_TOOL, /bin/false, is no `weft` that runs on this machine"));

  const fs::path other = usage.place().write("other/weft", "#!/bin/sh\necho weft 9.8.7\n");
  fs::permissions(other, fs::perms::owner_all);
  const Finished of_another_version = configure({"-DWEFT_HOST_TOOL=" + other.string()});
  CHECK(of_another_version.exit_code == 0);
  CHECK_THAT(Usage::unwrapped(of_another_version.out),
             contains("WEFT_HOST_TOOL is of version 9.8.7, this package of 0.1"));
}

}  // namespace weft::testing::usage_test
