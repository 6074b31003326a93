// Setting values allocates no memory once they are prepared. A program of its own: it replaces the
// allocation functions.

#include <cstdio>
#include <cstdlib>
#include <new>

#include "codegen/block_values.h"
#include "composer/compose.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "support/float_bits.h"
#include "tests/bench/dependent_values.h"
#include "tests/support/places.h"

namespace {
std::size_t allocations = 0;
}  // namespace

// All forms, so that none of a sanitizer's own is paired with one of these.
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  ++allocations;
  return std::malloc(size != 0 ? size : 1);
}
void* operator new(std::size_t size) {
  if (void* const memory = operator new(size, std::nothrow)) {
    return memory;
  }
  throw std::bad_alloc();
}
void* operator new[](std::size_t size) { return operator new(size); }
void* operator new[](std::size_t size, const std::nothrow_t& tag) noexcept {
  return operator new(size, tag);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*size*/) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t& /*tag*/) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t /*size*/) noexcept { std::free(memory); }
void operator delete[](void* memory, const std::nothrow_t& /*tag*/) noexcept { std::free(memory); }

int main() {
  using namespace weft;
  using namespace weft::testing;
  LoadOptions load;
  load.shipped_directories = {(repository_root() / "shaders").string()};
  std::string source = dependent_values(20);
  source +=
      "fragment many(x: float, f: fn(at: float) -> float) -> float {\n"
      "    float t[4] = float[4](x, 1.0, 2.0, 3.0);\n"
      "    float s = 0.0;\n"
      "    for (int i = 0; i < int(x * 8.0); ++i) { t[i] += f(t[i & 1]); s += t[i]; }\n"
      "    return s;\n"
      "}\n"
      "material loops {\n"
      "    param gain: float = 0.5;\n"
      "    spec param k: float = 2.0;\n"
      "    m = many(gain, (x) => sin(x) * gain);\n"
      "    n = int(gain * 4.0);\n"
      "    l = loop n with (s: float = m) { s = s * 0.5 + gain; };\n"
      "    output color = surface.normal * l.s * k;\n"
      "}\n";
  const LoadedLibrary loaded = load_text("values.weft", source, DiskReader(), load);
  std::fputs(render_text(loaded.diagnostics, loaded.library.sources).c_str(), stderr);
  const Composer composer(loaded.library);
  for (const char* const material : {"m", "loops"}) {
    const auto placed = compose(
        composer, {*loaded.library.find_material(material), *loaded.library.find_profile("p"), {}});
    if (!placed) {
      std::fputs(render_text(placed.error(), loaded.library.sources).c_str(), stderr);
      return EXIT_FAILURE;
    }
    const auto emission = emit(loaded.library, *placed, {});
    auto values = BlockValues::prepare(loaded.library, *emission);
    const std::uint32_t gain = *values->find_parameter("gain");
    const std::size_t before = allocations;
    std::size_t changes = 0;
    for (int i = 0; i < 1000; ++i) {
      const std::uint32_t word = float_bits(static_cast<float>(i) * 0.001F);
      const auto change = values->set(gain, {&word, 1});
      changes += change && !change->is_unchanged() ? 1 : 0;
    }
    // Below 1/8 neither loop of `loops` runs a step, so nothing changes there.
    if (changes < 870 || before == 0 || allocations != before) {
      std::printf("%s: %zu changes, %zu allocations\n", material, changes, allocations - before);
      return EXIT_FAILURE;
    }
  }
  return EXIT_SUCCESS;
}
