// Memory of a session stays flat over 600,000 edits (every day 20,000): states and undo steps are
// limited, and names that no text has any more are forgotten once there are 100,000 of them. A
// program of its own: it replaces the allocation functions.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "fragments/load/disk_reader.h"
#include "live/session/session.h"
#include "tests/support/places.h"
#include "tests/support/seed.h"

namespace {
std::size_t live_bytes = 0;
constexpr std::size_t head = alignof(std::max_align_t);
}  // namespace

// The size lies in front of each allocation. All forms, so that none of a sanitizer's own is paired
// with one of these.
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  auto* const memory = static_cast<char*>(std::malloc(size + head));
  if (memory == nullptr) {
    return nullptr;
  }
  *reinterpret_cast<std::size_t*>(memory) = size;
  live_bytes += size;
  return memory + head;
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
void operator delete(void* memory) noexcept {
  if (memory != nullptr) {
    char* const begin = static_cast<char*>(memory) - head;
    live_bytes -= *reinterpret_cast<std::size_t*>(begin);
    std::free(begin);
  }
}
void operator delete(void* memory, std::size_t /*size*/) noexcept { operator delete(memory); }
void operator delete(void* memory, const std::nothrow_t& /*tag*/) noexcept {
  operator delete(memory);
}
void operator delete[](void* memory) noexcept { operator delete(memory); }
void operator delete[](void* memory, std::size_t /*size*/) noexcept { operator delete(memory); }
void operator delete[](void* memory, const std::nothrow_t& /*tag*/) noexcept {
  operator delete(memory);
}

namespace weft::testing {
namespace {

using namespace weft::live;

Edit next_edit(std::size_t i, Random& random) {
  switch (i % 5) {
    case 0:
      return SetValue{"m/base", "right", std::vector{random.between(0.1, 0.9)}};
    case 1:
      return SetEditorData{"m/base", fmt::format("at {} {}", random.below(900), i)};
    case 2:
      return AddNode{"m", fmt::format("fresh_{}", i), "base * 2.0"};
    case 3:
      return Rename{fmt::format("m/fresh_{}", i - 1), fmt::format("renamed_{}", i)};
    default:
      return RemoveNode{fmt::format("m/fresh_{}", i - 2)};
  }
}

/// Edits a session; returns the bytes that it holds at its fullest within each tenth of the edits.
std::vector<std::size_t> held_bytes(std::size_t edits) {
  const DiskReader reader;
  LoadOptions options;
  options.shipped_directories = {(repository_root() / "shaders").string()};
  std::string text = "import \"core\";\nimport \"profiles\";\n\nmaterial m {\n";
  for (int i = 0; i < 20; ++i) {
    text += fmt::format("    n{} = surface.uv.x * {}.5;\n", i, i);
  }
  text +=
      "    base = n3 * 0.5;\n    output albedo = float3(base, n1, n2) as {use: reflectance, "
      "encoding: "
      "linear};\n}\n";
  const std::size_t before = live_bytes;
  Session session("memory.weft", text, reader, options);
  OutputRequest request;
  request.material = "m";
  request.profile = "unlit";
  request.options.glsl = true;
  Random random(seed());
  std::vector<std::size_t> held(10);
  for (std::size_t i = 0; i < edits; ++i) {
    const bool is_watched = i % 100 < 2;
    const OutputId output = is_watched ? session.watch(request) : 0;
    if (!session.apply({next_edit(i, random)})) {
      std::fprintf(stderr, "edit %zu is refused\n", i);
      std::exit(EXIT_FAILURE);
    }
    if (i % 50 == 7) {
      static_cast<void>(session.undo());
      static_cast<void>(session.redo());
    }
    session.unwatch(output);
    std::size_t& most = held[i * held.size() / edits];
    most = std::max(most, live_bytes - before);
  }
  return held;
}

}  // namespace
}  // namespace weft::testing

int main() {
  using namespace weft::testing;
  const std::size_t edits = by_scale(20'000, 600'000, 600'000);
  const std::vector<std::size_t> held = held_bytes(edits);
  for (std::size_t i = 0; i < held.size(); ++i) {
    std::printf("edits %zu to %zu: %zu bytes\n", i * edits / 10, (i + 1) * edits / 10, held[i]);
  }
  // Every day only the history becomes full, and names are still kept.
  const bool forgets = edits >= 600'000;
  const std::size_t full = weft::live::Session::remembered_edits * held.size() / edits;
  const auto half = held.begin() + 5;
  const std::size_t most = *std::max_element(half, held.end());
  const std::size_t limit =
      forgets ? *std::max_element(held.begin(), half) + (64U << 10U) : held[full] + (1U << 20U);
  if (most > limit) {
    std::printf("memory grows beyond %zu bytes\n", limit);
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
