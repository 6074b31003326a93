#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "fragments/load/load.h"

namespace weft::testing {

/// Loads the text of a file `main.weft`, with other files beside it and a shipped file `core`.
inline LoadedLibrary load_files(std::map<std::string, std::string> files,
                                const std::string& root = "main.weft") {
  LoadOptions options;
  options.shipped_directories = {"shipped"};
  options.import_directories = {"include"};
  return load_library(root, MemoryReader(std::move(files)), options);
}

/// A core small enough to read next to the tests.
inline const char* small_core = R"(
trait use { vector { direction { tangent }, normal }, position, color }
trait basis { model, world, view }
trait encoding { linear, srgb }
trait packing default plain { plain, unorm }
guarantee norm { unit }
feature surface.position: float3 {use: position, basis: model} at vertex;
feature surface.normal: float3 {use: normal, basis: model, norm: unit} at vertex;
feature surface.uv: float2 at vertex;
feature view.from_world: float4x4 at view;
feature view.to_world: float4x4 at view = inverse(view.from_world);
feature object.to_world: float4x4 at object;
feature instance.to_object: float4x4 at instance;
feature lights.count: int at frame;
feature lights.direction: float3[] {use: direction, basis: world} at frame;
fragment inverse(m: float4x4) -> float4x4 { return inverse(m); }
fragment add<T: numeric>(a: T, b: T) -> T where broadcast(a, b) { return a + b; }
fragment multiply<T: numeric>(a: T, b: T) -> T where product(a, b) { return a * b; }
fragment negate<T: numeric>(a: T) -> T { return -a; }
fragment sample(map: texture2d, uv: float2 = surface.uv) -> float4 where sampled(map) { return sample(map, uv); }
fragment bend(height: fn(at: float3) -> float, p: float3 = surface.position) -> float { return height(p); }
fragment flat_height(at: float3) -> float { return at.x; }
fragment thrice<T: floating>(value: eval(surface.uv) -> T) -> T { return value with (surface.uv: float2(0, 1)); }
conversion to_world(p: float3 {use: position, basis: model}) -> {basis: world} difficulty 2
{ return (object.to_world * float4(p, 1.0)).xyz; }
)";

/// Loads `main.weft` with that text after `import "core";`.
inline LoadedLibrary load_with_core(const std::string& text) {
  return load_files({{"main.weft", "import \"core\";" + text}, {"shipped/core.weft", small_core}});
}

/// Every diagnostic as `slug@marked text`, in order.
inline std::vector<std::string> marks(const LoadedLibrary& loaded) {
  std::vector<std::string> all;
  for (const Diagnostic& diagnostic : loaded.diagnostics) {
    std::string mark(slug(diagnostic.code));
    if (diagnostic.span) {
      mark +=
          "@" + std::string(loaded.library.sources[diagnostic.span->file].text(*diagnostic.span));
    }
    all.push_back(std::move(mark));
  }
  return all;
}

}  // namespace weft::testing
