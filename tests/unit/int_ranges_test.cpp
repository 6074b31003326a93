// What is known of indices: the ranges of counters, of limited counts, and of what is computed from
// them.

#include "codegen/ir/int_ranges.h"

#include <limits>
#include <string>
#include <vector>

#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "tests/support/catch.h"

namespace weft::testing::int_ranges_test {

namespace {

using namespace weft;

struct Case {
  const char* name;
  std::string body;
  std::string expected;  ///< `least…greatest` of the index of each element, `?` for all values
};

std::string text_of(const IntRange& range, DataType type) {
  const IntRange all = range_of_type(type);
  const auto end = [](std::int64_t value, std::int64_t limit) {
    return value == limit ? std::string() : std::to_string(value);
  };
  return range == all ? "?" : end(range.least, all.least) + "…" + end(range.greatest, all.greatest);
}

/// The ranges of all indices of a body in which `rig.many` has 16 elements and `rig.few` has 4.
std::string ranges_in(const std::string& body) {
  const std::string text =
      "feature rig.many: float[] at frame;\n"
      "feature rig.few: float[] at frame;\n"
      "feature rig.count: int at frame;\n"
      "fragment f(n: int, u: uint, xs: int[8]) -> float {\n    float x = rig.few[0];\n" +
      body + "    return x;\n}\n";
  const LoadedLibrary loaded = load_text("f.weft", text, DiskReader(), {});
  INFO(text << render_text(loaded.diagnostics, loaded.library.sources));
  REQUIRE_FALSE(has_errors(loaded.diagnostics));
  const Library& library = loaded.library;
  const Body& code = library.fragments[FragmentId(0)].find_instance({})->body;
  std::vector<std::uint32_t> lengths;
  for (const FeatureId feature : code.features) {
    const std::string_view path = library.text(library.features[feature].path);
    lengths.push_back(path == "rig.many" ? 16 : path == "rig.few" ? 4 : 0);
  }
  const std::vector<IntRange> ranges = find_int_ranges(code, lengths);
  std::string found;
  bool is_first = true;
  for (const BodyExpr& expr : code.exprs) {
    if (expr.op != Operation::Index) {
      continue;
    }
    const BodyExprId index = code.argument(expr, 1);
    if (!is_first) {
      found += found.empty() ? "" : " ";
      found += text_of(ranges[index.index()], code.exprs[index].type);
    }
    is_first = false;
  }
  return found;
}

void check(const std::vector<Case>& cases) {
  for (const Case& it : cases) {
    INFO(it.name << "\n" << it.body);
    CHECK(ranges_in(it.body) == it.expected);
  }
}

}  // namespace

TEST_CASE("int ranges: counters of loops and limited counts") {
  check({
      {"a literal bound", "for (int i = 0; i < 4; ++i) { x += rig.many[i]; }\n", "0…3"},
      {"an included bound", "for (int i = 1; i <= 4; ++i) { x += rig.many[i]; }\n", "1…4"},
      {"of uints", "for (uint i = 0u; i < 4u; ++i) { x += rig.many[i]; }\n", "…3"},
      {"no known bound", "for (int i = 0; i < n; ++i) { x += rig.many[i]; }\n", "0…2147483646"},
      {"a limited count",
       "int count = min(rig.count, 16);\n"
       "for (int i = 0; i < count; ++i) { x += rig.many[i]; }\n",
       "0…15"},
      {"limited by the length of an array",
       "int count = min(rig.count, length_of(rig.many));\n"
       "for (int i = 0; i < count; ++i) { x += rig.many[i] + rig.few[i]; }\n",
       "0…15 0…15"},
      {"the lesser of two",
       "int count = min(min(length_of(rig.many), rig.count), length_of(rig.few));\n"
       "for (int i = 0; i < count; ++i) { x += rig.many[i]; }\n",
       "0…3"},
      {"clamped",
       "int count = clamp(n, 2, 5);\nfor (int i = 0; i < count; ++i) { x += rig.many[i]; }\n",
       "0…4"},
      {"clamped by bounds that are not in order",
       "for (int i = 0; i < clamp(n, 9, 5); ++i) { x += rig.many[i]; }\n", "0…4"},
      {"limited in the condition", "for (int i = 0; i < min(n, 7); ++i) { x += rig.many[i]; }\n",
       "0…6"},
      {"a bound that is computed again from what the loop changes",
       "int last = n;\n"
       "for (int i = 0; i < min(last, 7); ++i) { x += rig.many[i]; last += 3; }\n",
       "0…6"},
      {"a bound by the counter around it",
       "for (int i = 0; i < 4; ++i) { for (int j = 0; j <= i; ++j) { x += rig.many[i + j]; } }\n",
       "0…6"},
      {"a local that is written once", "int at = clamp(n, 0, 15);\nx += rig.many[at];\n", "0…15"},
      {"a choice", "x += rig.many[n > 3 ? clamp(n, 3, 6) : 1];\n", "1…6"},
      {"a conversion that keeps the value", "x += rig.many[int(min(u, 3u))];\n", "0…3"},
      {"a negative literal", "x += rig.many[-3 + clamp(n, 3, 5)];\n", "0…2"},
      {"sums and differences",
       "for (int i = 2; i < 6; ++i) { x += rig.many[i - 2] + rig.many[i + 1] + rig.many[9 - i]; "
       "}\n",
       "0…3 3…6 4…7"},
      {"the last element", "x += rig.many[min(u, uint(3))] + rig.many[length_of(rig.many) - 1];\n",
       "…3 15…15"},
      {"a loop that is never entered", "for (int i = 5; i < 3; ++i) { x += rig.many[i]; }\n",
       "5…5"},
      {"before the counter begins, after its end",
       "for (int i = 0; i < 4; ++i) { x += 1.0; }\n"
       "for (int i = 0; i < 9; ++i) { x += rig.many[i]; }\n",
       "0…8"},
  });
}

TEST_CASE("int ranges: what proves nothing") {
  check({
      {"a larger limit than the array",
       "int count = min(rig.count, 17);\n"
       "for (int i = 0; i < count; ++i) { x += rig.many[i]; }\n",
       "0…16"},
      {"a count that is written later",
       "int count = min(rig.count, 16);\ncount += 1;\n"
       "for (int i = 0; i < count; ++i) { x += rig.many[i]; }\n",
       "0…2147483646"},
      {"a count that is written in the loop",
       "int count = min(rig.count, 16);\n"
       "for (int i = 0; i < count; ++i) { x += rig.many[i]; count = n; }\n",
       "0…2147483646"},
      {"a count that a branch writes",
       "int count = min(rig.count, 16);\nif (n > 3) { count = n; }\n"
       "for (int i = 0; i < count; ++i) { x += rig.many[i]; }\n",
       "0…2147483646"},
      {"a count from above",
       "int count = max(rig.count, 16);\n"
       "for (int i = 0; i < count; ++i) { x += rig.many[i]; }\n",
       "0…2147483646"},
      {"a negative start",
       "int count = min(rig.count, 16);\n"
       "for (int i = -1; i < count; ++i) { x += rig.many[i]; }\n",
       "-1…15"},
      {"a start that may be negative", "for (int i = n; i < 16; ++i) { x += rig.many[i]; }\n",
       "…15"},
      {"the last element as an included bound",
       "for (int i = 0; i <= min(n, 16); ++i) { x += rig.many[i]; }\n", "0…16"},
      {"an included bound that a counter cannot exceed",
       "for (int i = 0; i <= n; ++i) { x += rig.many[i]; if (i > 9) { break; } }\n", "?"},
      {"a counter that the loop writes",
       "for (int i = 0; i < 4; ++i) { i += 1; x += rig.many[i]; }\n", "?"},
      {"a counter that a branch writes",
       "for (int i = 0; i < 4; ++i) { if (n > i) { i = n; } x += rig.many[i]; }\n", "?"},
      {"another step", "for (int i = 0; i < 4; i += 2) { x += rig.many[i]; }\n", "?"},
      {"a step down", "for (int i = 3; i >= 0; --i) { x += rig.many[i]; }\n", "?"},
      {"a step that is not known", "for (int i = 0; i < 4; i += n) { x += rig.many[i]; }\n", "?"},
      {"a counter that reads itself in its bound",
       "for (int i = 0; i < min(xs[i], 8); ++i) { x += rig.many[i]; }\n", "0… 0…7"},
      {"a counter that reads itself in its included bound",
       "for (int i = 0; i <= min(xs[i], 7); ++i) { x += rig.many[i]; }\n", "? 0…7"},
      {"sums that wrap",
       "int most = max(n, 0);\nx += rig.many[most + 1] + rig.many[0 - min(n, 0)];\n", "? ?"},
      {"differences of uints that wrap",
       "for (uint i = 0u; i < 4u; ++i) { x += rig.many[i - 1u]; }\n", "?"},
      {"products and quotients",
       "for (int i = 0; i < 4; ++i) { x += rig.many[i * 2] + rig.many[i / 2]; }\n", "? ?"},
      {"a port", "x += rig.many[n] + rig.many[u];\n", "? ?"},
      {"an element", "x += rig.many[xs[2]];\n", "2…2 ?"},
      {"conversions",
       "x += rig.many[int(u)] + rig.many[int(x)] + rig.many[int(n > 0)] + rig.many[uint(n)];\n",
       "? ? ? ?"},
  });
}

TEST_CASE("int ranges: the length of an array that is not known is a natural number") {
  const LoadedLibrary loaded = load_text("f.weft",
                                         "feature rig.many: float[] at frame;\n"
                                         "fragment f() -> int { return length_of(rig.many); }\n",
                                         DiskReader(), {});
  REQUIRE_FALSE(has_errors(loaded.diagnostics));
  const Body& code = loaded.library.fragments[FragmentId(0)].find_instance({})->body;
  const std::vector<IntRange> ranges = find_int_ranges(code, {0});
  CHECK(ranges.back() == IntRange{0, std::numeric_limits<std::int32_t>::max()});
}

}  // namespace weft::testing::int_ranges_test
