// Partial evaluation of calls: fragments/analysis/call_reduction.h.

#include "fragments/analysis/call_reduction.h"

#include <string>
#include <utility>
#include <vector>

#include "fragments/load/file_reader.h"
#include "fragments/load/load.h"
#include "support/float_bits.h"
#include "tests/support/catch.h"

namespace weft::testing::call_reduction_test {
namespace {

Constant number(float value) { return {float_type, {float_bits(value)}}; }
Constant whole(std::uint32_t value) { return {int_type, {value}}; }

/// What a call reduces to, in words.
std::string outcome(CallReduction& calls, FragmentId fragment,
                    const std::vector<const Constant*>& known) {
  const auto reduced = calls.reduce(fragment, {}, known);
  REQUIRE(reduced);
  const ReducedResult& result = reduced->results.front();
  std::string words = result.value ? "value " + std::to_string(float_of_bits(result.value->bits[0]))
                      : result.input ? "input " + std::to_string(*result.input)
                                     : "open";
  for (std::size_t i = 0; i < reduced->is_needed.size(); ++i) {
    words += reduced->is_needed[i] ? " " + std::to_string(i) : "";
  }
  return words;
}

}  // namespace

TEST_CASE("call reduction: values that were asked about before give the same answers") {
  const LoadedLibrary loaded = load_text("m.weft",
                                         "fragment f(x: float, k: float, n: int) -> float\n"
                                         "{\n    return n == 0 ? x * k : k + float(n);\n}\n",
                                         MemoryReader({}), {});
  const auto name = loaded.library.names.find("f");
  REQUIRE(name);
  const FragmentId f = loaded.library.find_fragments(*name).front();
  const Constant zero = number(0.0F);
  const Constant one = number(1.0F);
  const Constant none = whole(0);
  const Constant two = whole(2);
  const std::vector<std::pair<std::vector<const Constant*>, std::string>> rows = {
      {{nullptr, &one, &none}, "input 0 0"},       {{nullptr, &zero, &none}, "value 0.000000"},
      {{nullptr, &zero, &two}, "value 2.000000"},  {{nullptr, nullptr, &none}, "open 0 1"},
      {{nullptr, nullptr, &two}, "open 1"},        {{&zero, nullptr, &none}, "value 0.000000"},
      {{&one, nullptr, &none}, "input 1 1"},       {{nullptr, &one, nullptr}, "open 0 2"},
      {{nullptr, nullptr, nullptr}, "open 0 1 2"},
  };
  CallReduction calls(loaded.library);
  for (int round = 0; round < 2; ++round) {
    for (const auto& [known, expected] : rows) {
      CHECK(outcome(calls, f, known) == expected);
    }
  }
}

}  // namespace weft::testing::call_reduction_test
