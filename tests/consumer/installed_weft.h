#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/subprocess.h"

namespace weft::testing {

namespace fs = std::filesystem;

/// Runs `cmake` with these arguments; both streams are in `out`. The timeout is 25 minutes.
Finished run_cmake(std::vector<std::string> arguments);

/// Installs a component of this build (weft or libweft-dev, see cmake/WeftInstall.cmake) under the
/// prefix; fails the test on errors.
void install_weft(const fs::path& prefix, const std::string& component = "weft");

/// The directory of a project of tests/consumer.
fs::path consumer_source(const std::string& project);

/// A CMake project that is built with this build's compiler.
class ConsumerProject {
 public:
  ConsumerProject(fs::path source, fs::path build, std::string generator)
      : source_(std::move(source)), build_(std::move(build)), generator_(std::move(generator)) {}

  /// `-D` and other arguments of each configuration, such as the location of Weft.
  Finished configure(const std::vector<std::string>& arguments) const;
  /// `config` is for multi-config generators.
  Finished build(const std::string& config = {}) const;

  const fs::path& source() const { return source_; }
  const fs::path& directory() const { return build_; }

 private:
  fs::path source_;
  fs::path build_;
  std::string generator_;
};

/// Replaces the only occurrence of `from` in the file; fails the test unless there is exactly one.
void edit_file(const fs::path& path, const std::string& from, const std::string& to);

}  // namespace weft::testing
