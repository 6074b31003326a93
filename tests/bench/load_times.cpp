// usage: weft_load_times REPETITIONS [SCALE...]
// Times loading a material with a library that is SCALE times as large as the shipped one (default
// 1), as lines of JSON: `all_ms` with all fragments, `named_ms` with those that it names. The
// libraries are the files in shaders/, and those in shaders/materialx/. Medians of processor time.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "tests/bench/scaled_library.h"
#include "tests/bench/timing.h"
#include "tests/support/places.h"
#include "tests/support/temp_dir.h"

namespace {

using namespace weft;
using namespace weft::testing;

struct MeasuredLibrary {
  const char* name;
  std::string folder;
  std::string text;  ///< of the material
};

}  // namespace

extern "C" [[gnu::noinline]] std::size_t measured(const std::string& text,
                                                  const LoadOptions& options) {
  const LoadedLibrary loaded = load_text("main.weft", text, DiskReader(), options);
  if (!loaded.diagnostics.empty()) {
    fmt::print(stderr, "{}", render_text(loaded.diagnostics, loaded.library.sources));
    std::exit(1);
  }
  return loaded.library.fragments.size();
}

namespace {

/// The median, and the number of fragments.
std::pair<double, std::size_t> time_of(int repetitions, const std::string& text,
                                       const LoadOptions& options) {
  std::vector<double> times;
  std::size_t fragments = 0;
  for (int i = 0; i < repetitions; ++i) {
    const double begin = processor_time();
    fragments = measured(text, options);
    times.push_back(processor_time() - begin);
  }
  return {median(std::move(times)), fragments};
}

}  // namespace

int main(int argument_count, char** arguments) {
  const std::vector<std::string> words(arguments + 1, arguments + argument_count);
  if (words.empty()) {
    fmt::print(stderr, "usage: weft_load_times REPETITIONS [SCALE...]\n");
    return 2;
  }
  const int repetitions = std::max(std::atoi(words.front().c_str()), 1);
  std::vector<int> scales;
  for (std::size_t i = 1; i < words.size(); ++i) {
    scales.push_back(std::max(std::atoi(words[i].c_str()), 1));
  }
  if (scales.empty()) {
    scales.push_back(1);
  }
  const MeasuredLibrary libraries[] = {
      {"shaders", "", read_file(repository_root() / "shaders/materials/worn_metal.weft")},
      {"materialx", "materialx", "material m { output color = mx_open_pbr_surface(); }\n"},
  };
  for (const MeasuredLibrary& library : libraries) {
    for (const int scale : scales) {
      const TempDir place;
      write_scaled_library(place, library.folder, scale - 1);
      LoadOptions options;
      options.shipped_directories = {place.path().string()};
      const std::string text = "import \"everything\";\n" + library.text;
      const auto [all_ms, all] = time_of(repetitions, text, options);
      options.only_named = true;
      const auto [named_ms, named] = time_of(repetitions, text, options);
      fmt::print(
          "{{\"library\": \"{}\", \"scale\": {}, \"fragments\": {}, \"all_ms\": {:.2f}, "
          "\"named_fragments\": {}, \"named_ms\": {:.2f}}}\n",
          library.name, scale, all, all_ms, named, named_ms);
    }
  }
  return 0;
}
