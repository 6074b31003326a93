// usage: weft_instructions [--as-is] MODULE.spv...
// Counts what fragment stages compute, after `spirv-opt -O` unless `--as-is`. One line for each:
// instructions, those of them in loops, operations, interpolated components.

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "codegen/emit.h"
#include "codegen/spirv/spirv.h"
#include "tests/bench/module_counts.h"

namespace {

using namespace weft;
using namespace weft::testing;

bool print_counts(const char* path, bool optimizes) {
  std::ifstream file(path, std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  SpirvModule module{words_of(content)};
  if (auto valid = validate_spirv(module); !valid) {
    std::fprintf(stderr, "%s: %s\n", path, valid.error().c_str());
    return false;
  }
  const std::uint32_t components = interpolated_components(module);
  if (optimizes) {
    auto optimized = optimize_for_speed(module);
    if (!optimized) {
      std::fprintf(stderr, "%s: %s\n", path, optimized.error().c_str());
      return false;
    }
    module = std::move(*optimized);
  }
  const ModuleCounts counts = count_module(module);
  fmt::print("{} {} {} {}\n", counts.instructions, counts.in_loops, counts.operations, components);
  return true;
}

}  // namespace

int main(int count, char** words) {
  const bool is_as_is = count > 1 && std::string_view(words[1]) == "--as-is";
  const int first = is_as_is ? 2 : 1;
  if (count <= first) {
    std::fprintf(stderr, "usage: weft_instructions [--as-is] MODULE.spv...\n");
    return 2;
  }
  for (int i = first; i < count; ++i) {
    if (!print_counts(words[i], !is_as_is)) {
      return 1;
    }
  }
  return 0;
}
