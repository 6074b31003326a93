// usage: weft_materialx_times REPETITIONS [FILE...]
// Times what Weft does for the renderable elements of MaterialX documents, as lines of JSON. The
// first has `library_ms`: loading the node library, with the signature that the importer reads for
// a surface of OpenPBR, and `named_library_ms`, the same with what such a material names, as `weft
// compose`. One line per element has `load_ms`, reading the document and loading its module with
// the node library; `cold_ms`, composing and printing GLSL with a composer that has composed
// nothing; and `warm_ms`, the same once more. Medians. For a profiler, generate_first() is what
// `cold_ms` times and generate_again() what `warm_ms` does.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "codegen/emit.h"
#include "composer/compose.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "fragments/load/parsed_files.h"
#include "importers/materialx/standard_nodes.h"
#include "support/json.h"
#include "tests/bench/timing.h"
#include "tests/support/materialx_elements.h"
#include "tests/support/places.h"

namespace {

using namespace weft;
using namespace weft::testing;

double median_ms(int repetitions, const std::function<void()>& action) {
  std::vector<double> times;
  for (int i = 0; i < repetitions; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    action();
    times.push_back(
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
            .count());
  }
  return median(std::move(times));
}

double library_ms(int repetitions, const std::string& text, bool only_named) {
  const std::string shaders = (repository_root() / "shaders").string();
  LoadOptions options;
  options.shipped_directories = {shaders};
  options.only_named = only_named;
  const DiskReader reader;
  return median_ms(repetitions, [&] {
    ParsedFiles files({shaders + "/materialx.weft"}, reader, options);
    const materialx::StandardNodes standard(files);
    if (standard.overloads("open_pbr_surface").empty()) {
      fmt::print(stderr, "the nodes of MaterialX have no surface of OpenPBR\n");
      std::exit(1);
    }
    load_text("module.weft", text, reader, options, {}, std::move(files));
  });
}

/// With memos that live as long as the library, as an editor has them.
void generate(const Composer& composer, const Library& library, MaterialId material,
              ProfileId profile, LeafMemo& leaves) {
  EmitOptions options;
  options.glsl = true;
  const auto placed = compose(composer, {material, profile, {}});
  if (placed) {
    emit(library, *placed, options, {}, {.leaves = &leaves});
  }
}

}  // namespace

extern "C" [[gnu::noinline]] void generate_first(const Library& library, MaterialId material,
                                                 ProfileId profile) {
  const Composer composer(library);
  LeafMemo leaves;
  generate(composer, library, material, profile, leaves);
}

extern "C" [[gnu::noinline]] void generate_again(const Composer& composer, const Library& library,
                                                 MaterialId material, ProfileId profile,
                                                 LeafMemo& leaves) {
  generate(composer, library, material, profile, leaves);
}

namespace {

void print_times(const std::string& path, int repetitions) {
  const LoadedDocument document = load_document_file(path, materialx::Parameters::Authored);
  const Library& library = document.loaded->library;
  const double load_ms =
      median_ms(repetitions, [&] { load_document_file(path, materialx::Parameters::Authored); });
  auto profile = library.find_profile("materialx_geometry");
  profile = profile ? profile : library.find_profile("materialx");
  for (const materialx::ImportedElement& element : document.module.elements) {
    const auto material = library.find_material(element.material);
    if (!material || !profile) {
      continue;
    }
    const double cold_ms =
        median_ms(repetitions, [&] { generate_first(library, *material, *profile); });
    const Composer composer(library);
    LeafMemo leaves;
    generate(composer, library, *material, *profile, leaves);
    const double warm_ms = median_ms(
        repetitions, [&] { generate_again(composer, library, *material, *profile, leaves); });
    const Json line = {{"path", path},
                       {"name", element.path},
                       {"load_ms", load_ms},
                       {"cold_ms", cold_ms},
                       {"warm_ms", warm_ms}};
    fmt::print("{}\n", line.dump());
  }
}

}  // namespace

int main(int argument_count, char** arguments) {
  const std::vector<std::string> words(arguments + 1, arguments + argument_count);
  if (words.empty()) {
    fmt::print(stderr, "usage: weft_materialx_times REPETITIONS [FILE...]\n");
    return 2;
  }
  const int repetitions = std::max(std::atoi(words.front().c_str()), 1);
  const std::string all = "import \"materialx\";\n";
  const std::string some = all + "material m { output color = mx_open_pbr_surface(); }\n";
  fmt::print("{}\n", Json{{"library_ms", library_ms(repetitions, all, false)},
                          {"named_library_ms", library_ms(repetitions, some, true)}}
                         .dump());
  for (std::size_t i = 1; i < words.size(); ++i) {
    print_times(words[i], repetitions);
  }
  return 0;
}
