// usage: weft_work KIND N [glsl|hlsl|source]
// Composes and prints one large material (large_materials.h), for a profiler: measured() covers the
// work from request to texts; loading comes before it. `source` prints the material's source
// instead. KIND `solver` solves a type system instead (large_system.h).

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "codegen/emit.h"
#include "composer/compose.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "tests/bench/large_materials.h"
#include "tests/bench/large_system.h"
#include "tests/support/places.h"
#include "tests/support/temp_dir.h"

namespace {

using namespace weft;
using namespace weft::testing;

}  // namespace

extern "C" [[gnu::noinline]] std::size_t measured(const Library& library, const Composer& composer,
                                                  const ComposeRequest& request,
                                                  const EmitOptions& options) {
  auto placed = compose(composer, request);
  if (!placed) {
    std::fprintf(stderr, "%s\n", placed.error().front().message.c_str());
    return 0;
  }
  auto emission = emit(library, *placed, options);
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

extern "C" [[gnu::noinline]] std::size_t measured_solver(TypeSolver& solver, int nodes) {
  state_large_system(solver, nodes);
  return solver.solve() ? solver.runs() : 0;
}

int main(int count, char** words) {
  if (count < 3) {
    std::fprintf(stderr, "usage: weft_work KIND N [glsl|hlsl|source]\n");
    return 2;
  }
  const std::string mode = count > 3 ? words[3] : "glsl";
  if (mode == "source") {
    std::fputs(large_material(words[1], std::atoi(words[2])).c_str(), stdout);
    return 0;
  }
  if (std::string(words[1]) == "solver") {
    const RelationRegistry relations;
    const DataTypeTable types;
    TypeSolver solver(relations, types);
    const std::size_t runs = measured_solver(solver, std::atoi(words[2]));
    std::printf("%zu runs of relations\n", runs);
    return runs != 0 ? 0 : 1;
  }
  const TempDir place;
  place.write("large.weft", large_material(words[1], std::atoi(words[2])));
  LoadOptions load;
  load.shipped_directories = {(repository_root() / "shaders").string()};
  LoadedLibrary loaded = load_library((place.path() / "large.weft").string(), DiskReader(), load);
  if (!loaded.library.find_material("m") || !loaded.library.find_profile("p")) {
    std::fprintf(stderr, "cannot be loaded\n");
    return 1;
  }
  const Composer composer(loaded.library);
  EmitOptions options;
  options.hlsl = mode == "hlsl";
  options.glsl = !options.hlsl;
  const ComposeRequest request{
      *loaded.library.find_material("m"), *loaded.library.find_profile("p"), {}};
  const std::size_t bytes = measured(loaded.library, composer, request, options);
  std::printf("%zu bytes\n", bytes);
  return bytes != 0 ? 0 : 1;
}
