// Missing parts are reported: no Vulkan driver, no validation layer. These cases change the
// process's environment and restore it.

#include <cstdlib>
#include <optional>
#include <string>

#include "render/renderer.h"
#include "tests/support/catch.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::renderer_missing_test {

namespace {

using weft::render::Renderer;
using weft::testing::contains;
using weft::testing::TempDir;

/// Sets an environment variable for a scope.
class Environment {
 public:
  Environment(std::string name, const std::string& value) : name_(std::move(name)) {
    if (const char* present = std::getenv(name_.c_str())) {
      before_ = present;
    }
    setenv(name_.c_str(), value.c_str(), 1);
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  ~Environment() {
    if (before_) {
      setenv(name_.c_str(), before_->c_str(), 1);
    } else {
      unsetenv(name_.c_str());
    }
  }

 private:
  std::string name_;
  std::optional<std::string> before_;
};

}  // namespace

TEST_CASE("without the validation layer there is no renderer") {
  const TempDir empty;
  const Environment layers("VK_LAYER_PATH", empty.path().string());
  const auto renderer = Renderer::create();
  REQUIRE_FALSE(renderer);
  CHECK_THAT(renderer.error().message, contains("VK_LAYER_KHRONOS_validation is not installed"));
}

TEST_CASE("without a driver there is no renderer") {
  const TempDir empty;
  const std::string nowhere = (empty.path() / "none.json").string();
  const Environment old_name("VK_ICD_FILENAMES", nowhere);
  const Environment new_name("VK_DRIVER_FILES", nowhere);
  const auto renderer = Renderer::create();
  REQUIRE_FALSE(renderer);
  CHECK_THAT(renderer.error().message, contains("there is no Vulkan driver"));
}

}  // namespace weft::testing::renderer_missing_test
