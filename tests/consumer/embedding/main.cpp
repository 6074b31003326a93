// usage: embedding [SHADERS_DIRECTORY]
// Composes a material from a text in memory with the shipped library, and prints its fragment
// stage.

#include <cstdio>
#include <string>

#include "codegen/emit.h"
#include "composer/compose.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "fragments/solver/type_solver.h"

#ifndef SHADERS_DIRECTORY
#define SHADERS_DIRECTORY ""
#endif

namespace {

constexpr const char* source = R"(
import "core";
import "display";
import "profiles";

material plain {
    param tint: float3 {use: reflectance, encoding: srgb} = #b5651d;
    output albedo = tint;
}
)";

int say(const weft::Diagnostics& diagnostics, const weft::Sources& sources) {
  std::fputs(weft::render_text(diagnostics, sources).c_str(), stderr);
  return 1;
}

/// Solves the type of a color times a number in the program's own graph, with Weft's relations.
bool solves_types(const weft::Library& library) {
  weft::TypeSolver solver(library.relations, library.data_types);
  const weft::TypeVar color = solver.add_variable(weft::TypeSet::of(weft::float3_type));
  const weft::TypeVar factor = solver.add_variable(weft::TypeSet::of(weft::float_type));
  const weft::TypeVar result = solver.add_variable(weft::TypeSet::values());
  solver.add(weft::solver_relations::broadcast, {color, factor, result});
  return solver.solve() && solver.decided(result) == weft::float3_type;
}

}  // namespace

int main(int count, char** words) {
  weft::LoadOptions options;
  options.shipped_directories = {count > 1 ? words[1] : SHADERS_DIRECTORY};
  const weft::LoadedLibrary loaded =
      weft::load_text("plain.weft", source, weft::DiskReader(), options);
  const weft::Library& library = loaded.library;
  if (weft::has_errors(loaded.diagnostics)) {
    return say(loaded.diagnostics, library.sources);
  }

  if (!solves_types(library)) {
    return 1;
  }
  const weft::Composer composer(library);
  const auto profile = library.find_profile("unlit");
  if (!profile) {
    return 1;
  }
  const weft::Result<weft::PlacedPlan> plan =
      weft::compose(composer, {weft::MaterialId(0), *profile, {}});
  if (!plan) {
    return say(plan.error(), library.sources);
  }

  weft::EmitOptions wanted;
  wanted.glsl = true;
  wanted.spirv = true;  // compiled and validated in process
  const weft::Result<weft::Emission> emission = weft::emit(library, *plan, wanted);
  if (!emission) {
    return say(emission.error(), library.sources);
  }
  std::printf("%s: %zu files\n%s", emission->stem.c_str(), emission->files.size(),
              emission->find("frag.glsl")->c_str());
  return 0;
}
