// shaders/arrays.weft against the C++ standard library, on random arrays of every length up to 9,
// with few distinct keys, so that many are equal, and with group numbers out of range.

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "composer/constant_output.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "support/float_bits.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/seed.h"

namespace weft::testing::shipped_arrays_test {

namespace {

using namespace weft;

struct Item {
  float key;
  int id;
  friend bool operator==(const Item&, const Item&) = default;
};
using Items = std::vector<Item>;
using Words = std::vector<std::uint32_t>;

Words words_of(const Items& items) {
  Words words;
  for (const Item& item : items) {
    words.push_back(float_bits(item.key));
    words.push_back(static_cast<std::uint32_t>(item.id));
  }
  return words;
}
Words words_of(const std::vector<float>& numbers) {
  Words words;
  for (const float number : numbers) {
    words.push_back(float_bits(number));
  }
  return words;
}
Words words_of(const std::vector<int>& numbers) { return {numbers.begin(), numbers.end()}; }
Words word_of(int number) { return {static_cast<std::uint32_t>(number)}; }

/// One output each, by name.
const std::map<std::string, std::string> expressions = {
    {"length", "length_of(xs)"},
    {"mapped", "map(xs, (x) => x.key * 2.0)"},
    {"indexed", "map_with_index(xs, (x, i) => x.key + float(i))"},
    {"passed", "filter(xs, (x, i) => x.key > 0.0 && i != 2).elements"},
    {"count", "filter(xs, (x, i) => x.key > 0.0 && i != 2).count"},
    {"found", "find(xs, (x, i) => x.id == 1 && i > 0).found"},
    {"found_value", "find(xs, (x, i) => x.id == 1 && i > 0).value"},
    {"found_index", "find(xs, (x, i) => x.id == 1 && i > 0).index"},
    {"any", "any(xs, (x, i) => x.id > 7 || (i == 3 && x.key > 0.0))"},
    {"all", "all(xs, (x, i) => x.id < 8 || i == 0)"},
    {"least", "min_by(xs, (x, i) => x.key).value"},
    {"least_index", "min_by(xs, (x, i) => x.key).index"},
    {"greatest", "max_by(xs, (x, i) => x.id % 3).value"},
    {"greatest_index", "max_by(xs, (x, i) => x.id % 3).index"},
    {"sorted", "sort(xs, (x, i) => x.key)"},
    {"sorted_by_id", "sort(xs, (x, i) => x.id % 3)"},
    {"reversed", "sort(xs, (x, i) => -i)"},
    {"grouped", "group(xs, (x, i) => x.id - 1).elements"},
    {"starts", "group(xs, (x, i) => x.id - 1).starts"},
    {"counts", "group(xs, (x, i) => x.id - 1).counts"},
};

std::string materials_for(std::size_t length) {
  std::string text = "import \"arrays\";\nstruct Item { float key; int id; }\n";
  for (const auto& [name, expression] : expressions) {
    text += fmt::format("material {} {{ param xs: Item[{}]; output value = {}; }}\n", name, length,
                        expression);
  }
  return text;
}

/// The same by the standard library.
std::map<std::string, Words> expected_of(const Items& items) {
  std::map<std::string, Words> expected;
  const auto size = static_cast<int>(items.size());
  const auto at = [&](int i) -> const Item& { return items[static_cast<std::size_t>(i)]; };
  std::vector<int> indices(items.size());
  std::iota(indices.begin(), indices.end(), 0);
  const auto sorted_by = [&](auto key) {
    std::vector<int> order = indices;
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return key(a) < key(b); });
    Items sorted;
    for (const int i : order) {
      sorted.push_back(at(i));
    }
    return sorted;
  };

  expected["length"] = word_of(size);
  std::vector<float> doubled;
  std::vector<float> with_index;
  Items passed;
  for (const int i : indices) {
    doubled.push_back(at(i).key * 2.0F);
    with_index.push_back(at(i).key + static_cast<float>(i));
    if (at(i).key > 0.0F && i != 2) {
      passed.push_back(at(i));
    }
  }
  expected["mapped"] = words_of(doubled);
  expected["indexed"] = words_of(with_index);
  expected["count"] = word_of(static_cast<int>(passed.size()));
  passed.resize(items.size(), Item{0.0F, 0});
  expected["passed"] = words_of(passed);

  const auto found =
      std::find_if(indices.begin(), indices.end(), [&](int i) { return at(i).id == 1 && i > 0; });
  const bool is_found = found != indices.end();
  expected["found"] = word_of(is_found ? 1 : 0);
  expected["found_value"] = words_of(Items{is_found ? at(*found) : Item{0.0F, 0}});
  expected["found_index"] = word_of(is_found ? *found : -1);
  expected["any"] = word_of(std::any_of(indices.begin(), indices.end(), [&](int i) {
    return at(i).id > 7 || (i == 3 && at(i).key > 0.0F);
  }));
  expected["all"] = word_of(
      std::all_of(indices.begin(), indices.end(), [&](int i) { return at(i).id < 8 || i == 0; }));

  const auto least = *std::min_element(indices.begin(), indices.end(),
                                       [&](int a, int b) { return at(a).key < at(b).key; });
  const auto greatest = *std::max_element(
      indices.begin(), indices.end(), [&](int a, int b) { return at(a).id % 3 < at(b).id % 3; });
  expected["least"] = words_of(Items{at(least)});
  expected["least_index"] = word_of(least);
  expected["greatest"] = words_of(Items{at(greatest)});
  expected["greatest_index"] = word_of(greatest);

  expected["sorted"] = words_of(sorted_by([&](int i) { return at(i).key; }));
  expected["sorted_by_id"] = words_of(sorted_by([&](int i) { return at(i).id % 3; }));
  expected["reversed"] = words_of(Items(items.rbegin(), items.rend()));

  const auto group_of = [&](int i) { return std::clamp(at(i).id - 1, 0, size - 1); };
  std::vector<int> starts;
  std::vector<int> counts;
  for (int group = 0; group < size; ++group) {
    starts.push_back(static_cast<int>(
        std::count_if(indices.begin(), indices.end(), [&](int i) { return group_of(i) < group; })));
    counts.push_back(static_cast<int>(std::count_if(indices.begin(), indices.end(),
                                                    [&](int i) { return group_of(i) == group; })));
  }
  expected["grouped"] = words_of(sorted_by(group_of));
  expected["starts"] = words_of(starts);
  expected["counts"] = words_of(counts);
  return expected;
}

}  // namespace

TEST_CASE("shipped array functions match the standard library", "[property]") {
  Random random(seed());
  constexpr float keys[] = {-1.5F, 0.0F, 0.25F, 0.25F, 3.0F};
  for (std::size_t length = 1; length <= 9; ++length) {
    LoadOptions options;
    options.shipped_directories = {(repository_root() / "shaders").string()};
    const LoadedLibrary loaded =
        load_text("<arrays>", materials_for(length), DiskReader(), options);
    INFO(render_text(loaded.diagnostics, loaded.library.sources));
    REQUIRE(loaded.diagnostics.empty());
    const Library& library = loaded.library;
    const Composer composer(library);
    for (std::size_t round = 0; round < scaled(4); ++round) {
      Items items;
      for (std::size_t i = 0; i < length; ++i) {
        items.push_back({keys[random.below(5)], static_cast<int>(random.below(10))});
      }
      const std::map<std::string, Words> expected = expected_of(items);
      REQUIRE(expected.size() == expressions.size());
      for (const auto& [name, words] : expected) {
        const MaterialId material = *library.find_material(name);
        const DataType type = library.materials[material].parameters.front().type.data();
        const auto value = constant_output(composer, material, {Constant{type, words_of(items)}});
        INFO(name << " of " << length << " elements, round " << round);
        INFO((value ? std::string() : render_text(value.error(), library.sources)));
        REQUIRE(value);
        CHECK(value->bits == words);
      }
    }
  }
}

}  // namespace weft::testing::shipped_arrays_test
