// usage: weft_work|weft_allocations KIND N [glsl|hlsl|source]
// Composes and prints one large material (large_materials.h), for a profiler: measured() covers the
// work from request to texts; loading comes before it. Prints the size of the texts and the
// processor time; weft_allocations, which counts, also what was allocated. `source` prints the
// material's source instead. KIND `solver` solves a type system instead (large_system.h). Any other
// KIND is a shipped material, composed for the profile `forward`, after N compositions that warm up
// the composer.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include "codegen/emit.h"
#include "composer/compose.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "tests/bench/allocation_count.h"
#include "tests/bench/large_materials.h"
#include "tests/bench/large_system.h"
#include "tests/bench/timing.h"
#include "tests/support/places.h"
#include "tests/support/temp_dir.h"

namespace {

using namespace weft;
using namespace weft::testing;

bool is_large_material(const std::string& kind) {
  const std::vector<std::string>& kinds = large_material_kinds();
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

std::size_t compose_and_print(const Library& library, const Composer& composer,
                              const ComposeRequest& request, const EmitOptions& options,
                              LeafMemo& leaves) {
  auto placed = compose(composer, request);
  if (!placed) {
    std::fprintf(stderr, "%s\n", placed.error().front().message.c_str());
    return 0;
  }
  auto emission = emit(library, *placed, options, {}, {.leaves = &leaves});
  if (!emission) {
    std::fprintf(stderr, "%s\n", emission.error().front().message.c_str());
    return 0;
  }
  std::size_t bytes = 0;
  for (const auto& file : emission->files) {
    bytes += file.content.size();
  }
  return bytes;
}

}  // namespace

extern "C" [[gnu::noinline]] std::size_t measured(const Library& library, const Composer& composer,
                                                  const ComposeRequest& request,
                                                  const EmitOptions& options, LeafMemo& leaves) {
  return compose_and_print(library, composer, request, options, leaves);
}

extern "C" [[gnu::noinline]] std::size_t measured_solver(TypeSolver& solver, int nodes) {
  state_large_system(solver, nodes);
  return solver.solve() ? solver.runs() : 0;
}

int main(int count, char** words) {
  if (count < 3) {
    std::fprintf(stderr, "usage: weft_work KIND N [glsl|hlsl|source]\n");
    return 2;
  }
  const std::string kind = words[1];
  const int number = std::atoi(words[2]);
  const std::string mode = count > 3 ? words[3] : "glsl";
  if (mode == "source") {
    std::fputs(large_material(kind, number).c_str(), stdout);
    return 0;
  }
  if (kind == "solver") {
    const RelationRegistry relations;
    const DataTypeTable types;
    TypeSolver solver(relations, types);
    const std::size_t runs = measured_solver(solver, number);
    std::printf("%zu runs of relations\n", runs);
    return runs != 0 ? 0 : 1;
  }
  const bool is_large = is_large_material(kind);
  const TempDir place;
  std::filesystem::path file = repository_root() / "shaders/materials" / (kind + ".weft");
  if (is_large) {
    file = place.path() / "large.weft";
    place.write("large.weft", large_material(kind, number));
  }
  LoadOptions load;
  load.shipped_directories = {(repository_root() / "shaders").string()};
  LoadedLibrary loaded = load_library(file.string(), DiskReader(), load);
  const auto material = loaded.library.find_material(is_large ? "m" : kind);
  const auto profile = loaded.library.find_profile(is_large ? "p" : "forward");
  if (!material || !profile) {
    std::fprintf(stderr, "cannot be loaded\n");
    return 1;
  }
  const Composer composer(loaded.library);
  LeafMemo leaves;
  EmitOptions options;
  options.hlsl = mode == "hlsl";
  options.glsl = !options.hlsl;
  const ComposeRequest request{*material, *profile, {}};
  for (int i = 0; !is_large && i < number; ++i) {
    compose_and_print(loaded.library, composer, request, options, leaves);
  }
  count_allocations();
  const double begin = processor_time();
  const std::size_t bytes = measured(loaded.library, composer, request, options, leaves);
  std::printf("%zu bytes in %.2f ms\n", bytes, processor_time() - begin);
  if (const std::optional<AllocationCount> made = counted_allocations()) {
    std::printf("%zu allocations of %zu bytes, %zu held at most\n", made->allocations, made->bytes,
                made->most_held);
  }
  return bytes != 0 ? 0 : 1;
}
