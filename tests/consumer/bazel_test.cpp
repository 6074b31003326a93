// The Bazel rule in docs/build-engines.md, extracted from that page and run by Bazel itself.

#include <map>
#include <string>
#include <vector>

#include "tests/consumer/installed_weft.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/run_weft.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::bazel_test {

namespace {

/// The Python code block of the page: the rule.
std::string documented_rule() {
  const std::string page = read_file(repository_root() / "docs" / "build-engines.md");
  const std::string begin = "```python\n";
  const std::size_t at = page.find(begin);
  REQUIRE(at != std::string::npos);
  const std::size_t end = page.find("```", at + begin.size());
  return page.substr(at + begin.size(), end - at - begin.size());
}

constexpr const char* material = R"(import "core";
import "profiles";
import "./shared.weft";
material own {
    param paint: float3 {use: reflectance, encoding: srgb} = #113388;
    output albedo = half_of(paint);
}
)";

constexpr const char* shared = R"(fragment half_of(a: float3 {use: reflectance, encoding: linear})
    -> float3 {use: reflectance, encoding: linear}
{
    return a * 0.5;
}
)";

constexpr const char* targets = R"(load("//:weft.bzl", "weft_shaders")
weft_shaders(name = "shaders", srcs = ["own.weft"], deps = ["shared.weft"], materials = ["own"], profiles = ["unlit"])
weft_shaders(name = "undeclared", srcs = ["own.weft"], materials = ["own"], profiles = ["unlit"], language = "hlsl")
)";

/// A workspace that uses an installed Weft.
class Workspace {
 public:
  Workspace() {
    install_weft(place_.path() / "prefix");
    place_.write("prefix/WORKSPACE", "workspace(name = \"weft\")\n");
    place_.write("prefix/BUILD",
                 "package(default_visibility = [\"//visibility:public\"])\n"
                 "filegroup(name = \"weft\", srcs = [\"bin/weft\"])\n"
                 "filegroup(name = \"shaders\", srcs = glob([\"share/weft/shaders/*.weft\"]))\n");
    place_.write(
        "app/WORKSPACE",
        "workspace(name = \"app\")\nlocal_repository(name = \"weft\", path = \"../prefix\")\n");
    place_.write("app/BUILD", "");
    place_.write("app/weft.bzl", documented_rule());
    place_.write("app/paint/BUILD", targets);
    place_.write("app/paint/own.weft", material);
    place_.write("app/paint/shared.weft", shared);
  }

  /// Builds without a server that would outlive the test.
  Finished build(const std::string& target) const {
    Command command{"/usr/bin/env"};
    command.arguments = {"bazel", "--batch",
                         "--output_user_root=" + (place_.path() / "bazel").string(), "build",
                         target};
    command.working_directory = app();
    command.environment = {{"HOME", place_.path().string()}};
    command.timeout = std::chrono::seconds(240);
    return run(command);
  }

  std::map<std::string, std::string> outputs() const {
    std::map<std::string, std::string> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(app() / "bazel-bin" / "paint")) {
      const std::string name = entry.path().filename().string();
      if (name.starts_with("own.") && entry.is_regular_file()) {
        files[name] = read_file(entry.path());
      }
    }
    return files;
  }

  fs::path app() const { return place_.path() / "app"; }

  /// Bazel's outputs are read-only, which would keep the folder from being removed.
  ~Workspace() {
    std::error_code ignored;
    for (fs::recursive_directory_iterator at(place_.path() / "bazel", ignored), end; at != end;
         at.increment(ignored)) {
      if (at->is_directory(ignored) && !at->is_symlink(ignored)) {
        fs::permissions(at->path(), fs::perms::owner_all, fs::perm_options::add, ignored);
      }
    }
  }

 private:
  TempDir place_;
};

}  // namespace

TEST_CASE("the documented Bazel rule produces Weft's outputs and rebuilds only after a change") {
  const Workspace workspace;
  const Finished built = workspace.build("//paint:shaders");
  INFO(built.err);
  REQUIRE(built.exit_code == 0);
  const std::vector<std::string> words = {
      "compose",  "paint/own.weft",          "-m", "own",     "-p", "unlit",
      "--header", "--self-contained-header", "-o", "expected"};
  REQUIRE(run_weft(words, workspace.app()).exit_code == 0);
  CHECK(workspace.outputs() == files_of(workspace.app() / "expected"));

  const Finished again = workspace.build("//paint:shaders");
  CHECK_THAT(again.err, contains("1 process: 1 internal."));
  edit_file(workspace.app() / "paint" / "shared.weft", "0.5", "0.25");
  const Finished changed = workspace.build("//paint:shaders");
  INFO(changed.err);
  CHECK(changed.exit_code == 0);
  REQUIRE(run_weft(words, workspace.app()).exit_code == 0);
  CHECK(workspace.outputs() == files_of(workspace.app() / "expected"));

  const Finished undeclared = workspace.build("//paint:undeclared");
  CHECK(undeclared.exit_code != 0);
  CHECK_THAT(undeclared.err,
             contains("paint/own.weft:3:8: error: there is no file './shared.weft' to import"));
}

}  // namespace weft::testing::bazel_test
