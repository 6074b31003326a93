// One library, many threads: all get the results of a single thread.

#include <filesystem>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "composer/compose.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "tests/support/catch.h"
#include "tests/support/outcome.h"
#include "tests/support/places.h"

namespace weft::testing::threads_test {

namespace {

using namespace weft;
namespace fs = std::filesystem;

}  // namespace

TEST_CASE("threads: eight threads that share a library compose the same as one") {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(repository_root() / "shaders" / "materials")) {
    files.push_back(entry.path().string());
  }
  LoadOptions options;
  options.shipped_directories = {(repository_root() / "shaders").string()};
  const LoadedLibrary loaded = load_library(files, DiskReader(), options);
  INFO(render_text(loaded.diagnostics, loaded.library.sources));
  REQUIRE_FALSE(has_errors(loaded.diagnostics));
  const Library& library = loaded.library;
  struct Job {
    MaterialId material;
    ProfileId profile;
  };
  std::vector<Job> jobs;
  for (std::size_t m = 0; m < library.materials.size(); ++m) {
    for (std::size_t p = 0; p < library.profiles.size(); ++p) {
      jobs.push_back({MaterialId(m), ProfileId(p)});
    }
  }
  REQUIRE(jobs.size() > 80);
  std::vector<std::string> expected;
  {
    const Composer alone(library);
    for (const Job& job : jobs) {
      expected.push_back(outcome(alone, job.material, job.profile));
    }
  }
  const Composer shared(library);  // its cache is empty at the start
  constexpr std::size_t count = 8;
  std::vector<std::vector<std::size_t>> wrong(count);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < count; ++t) {
    threads.emplace_back([&, t] {
      for (std::size_t i = 0; i < jobs.size(); ++i) {
        const std::size_t at = (i * 7 + t * 11) % jobs.size();  // each in a different order
        if (outcome(shared, jobs[at].material, jobs[at].profile) != expected[at]) {
          wrong[t].push_back(at);
        }
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  for (const std::vector<std::size_t>& each : wrong) {
    CHECK(each.empty());
  }
}

}  // namespace weft::testing::threads_test
