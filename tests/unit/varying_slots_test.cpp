// Interpolants share locations: as few as possible, and never two kinds in one.

#include "codegen/interface/varying_slots.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "tests/support/catch.h"

namespace weft::testing::varying_slots_test {

namespace {

using namespace weft;

Varying varying(const std::string& name, DataType type, bool is_flat = false) {
  Varying made;
  made.name = name;
  made.type = made.stored = type;
  made.is_flat = is_flat;
  return made;
}

/// The number of values of 1 to 4 components.
using Counts = std::array<int, 4>;

/// The minimum number of four-component slots, from that of fewer values: tries each content of one
/// slot.
int fewest_slots(const Counts& counts, std::map<Counts, int>& known) {
  if (counts == Counts{}) {
    return 0;
  }
  if (const auto at = known.find(counts); at != known.end()) {
    return at->second;
  }
  int fewest = 1000;
  for (int a = 0; a <= std::min(counts[0], 4); ++a) {
    for (int b = 0; b <= std::min(counts[1], 2); ++b) {
      for (int c = 0; c <= std::min(counts[2], 1); ++c) {
        for (int d = 0; d <= std::min(counts[3], 1); ++d) {
          const int components = a + 2 * b + 3 * c + 4 * d;
          if (components > 0 && components <= 4) {
            const Counts rest{counts[0] - a, counts[1] - b, counts[2] - c, counts[3] - d};
            fewest = std::min(fewest, 1 + fewest_slots(rest, known));
          }
        }
      }
    }
  }
  return known[counts] = fewest;
}

std::vector<Varying> values_of(const Counts& counts) {
  std::vector<Varying> values;
  for (int size = 1; size <= 4; ++size) {
    for (int i = 0; i < counts[static_cast<std::size_t>(size - 1)]; ++i) {
      values.push_back(
          varying("v" + std::to_string(values.size()), DataType::vector(Scalar::Float, size)));
    }
  }
  return values;
}

/// Each component of a location belongs to one value, and the declarations match the uses.
void check_places(const std::vector<Varying>& values, const std::vector<VaryingSlot>& slots) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> taken;
  std::vector<int> used(slots.size(), 0);
  for (const Varying& value : values) {
    REQUIRE(value.slot < slots.size());
    const VaryingSlot& slot = slots[value.slot];
    CHECK(value.location == slot.location);
    CHECK(value.is_flat == slot.is_flat);
    CHECK(value.stored.scalar_kind() == slot.type.scalar_kind());
    for (int i = 0; i < value.stored.component_count(); ++i) {
      CHECK(taken.insert({value.slot, value.component + static_cast<std::uint32_t>(i)}).second);
    }
    used[value.slot] += value.stored.component_count();
  }
  for (std::size_t i = 0; i < slots.size(); ++i) {
    CHECK(slots[i].type.component_count() == used[i]);
    CHECK((i == 0 || slots[i - 1].location < slots[i].location));
  }
}

}  // namespace

TEST_CASE("varyings: packing is minimal for all counts of up to five values per size") {
  std::map<Counts, int> known;
  for (int i = 0; i < 6 * 6 * 6 * 6; ++i) {
    const Counts counts{i % 6, i / 6 % 6, i / 36 % 6, i / 216};
    std::vector<Varying> values = values_of(counts);
    std::vector<VaryingSlot> slots;
    pack_varyings(values, slots, 0);
    REQUIRE(slots.size() == static_cast<std::size_t>(fewest_slots(counts, known)));
    if (i % 7 == 0) {
      check_places(values, slots);
      std::reverse(values.begin(), values.end());
      std::vector<VaryingSlot> reversed;
      pack_varyings(values, reversed, 0);
      CHECK(reversed.size() == slots.size());
      check_places(values, reversed);
    }
  }
}

TEST_CASE("varyings: values share locations in a fixed order under a common name") {
  std::vector<Varying> values = {
      varying("normal", float3_type),    varying("id", float_type, true),
      varying("uv", float2_type),        varying("frame", DataType::matrix(3, 3)),
      varying("index", uint_type, true), varying("fog", float_type),
      varying("uv2", float2_type),       varying("layer", uint_type, true),
  };
  std::vector<VaryingSlot> slots;
  pack_varyings(values, slots, 6);
  check_places(values, slots);
  std::vector<std::string> texts;
  for (const Varying& value : values) {
    const VaryingSlot& slot = slots[value.slot];
    texts.push_back(std::to_string(value.location) + " " +
                    varying_text(value, slot, "v_" + slot.name));
  }
  CHECK(texts == std::vector<std::string>{"6 v_normal_fog.xyz", "7 v_id", "8 v_uv_uv2.xy",
                                          "9 v_frame", "12 v_index_layer.x", "6 v_normal_fog.w",
                                          "8 v_uv_uv2.zw", "12 v_index_layer.y"});
}

TEST_CASE("varyings: a matrix takes one location per column or row, whichever are more") {
  for (int rows = 2; rows <= 4; ++rows) {
    for (int columns = 2; columns <= 4; ++columns) {
      INFO(rows << " x " << columns);
      std::vector<Varying> values = {varying("frame", DataType::matrix(rows, columns)),
                                     varying("uv", float2_type)};
      std::vector<VaryingSlot> slots;
      pack_varyings(values, slots, 0);
      // GLSL counts columns; the HLSL has them as rows.
      CHECK(values[1].location >= static_cast<std::uint32_t>(rows));
      CHECK(values[1].location >= static_cast<std::uint32_t>(columns));
      CHECK(values[1].location <= 4);
    }
  }
}

TEST_CASE("varyings: unused names are not built") {
  std::vector<Varying> values;
  for (int i = 0; i < 4; ++i) {
    values.push_back(varying("a_long_name_of_something_" + std::string(1, "abcd"[i]), float_type));
  }
  std::vector<VaryingSlot> slots;
  pack_varyings(values, slots, 0);
  REQUIRE(slots.size() == 1);
  CHECK(slots[0].name == "values");
  CHECK(varying_text(values[2], slots[0], "v_values") == "v_values.z");
}

TEST_CASE("varyings: names that differ by a number are one in the plural") {
  struct Row {
    std::vector<std::string> names;
    std::string joined;
  };
  const std::vector<Row> rows = {
      {{"part", "part_2"}, "parts"},
      {{"part_3", "height", "part_4"}, "parts_height"},
      {{"axes", "axes_2"}, "axes"},
      {{"part_2"}, "part_2"},
      {{"part", "other_2"}, "part_other_2"},
      {{"p1", "p2"}, "p1_p2"},
      {{"_1", "_2"}, "_1__2"},
  };
  for (const Row& row : rows) {
    std::vector<Varying> values;
    for (const std::string& name : row.names) {
      values.push_back(varying(name, float_type));
    }
    std::vector<VaryingSlot> slots;
    pack_varyings(values, slots, 0);
    REQUIRE(slots.size() == 1);
    CHECK(slots[0].name == row.joined);
  }
}

}  // namespace weft::testing::varying_slots_test
