// The sequences of support/: InlineVector against std::vector under random operations, StableList,
// whose elements never move, and Store, which ids address; and BitSet.

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "support/bit_set.h"
#include "support/inline_vector.h"
#include "support/stable_list.h"
#include "support/store.h"
#include "tests/support/catch.h"

namespace weft {
namespace {

using Small = InlineVector<std::uint32_t, 3>;
using Plain = std::vector<std::uint32_t>;

Plain plain(const Small& values) { return Plain(values.begin(), values.end()); }

/// The same random operation on both; positions are within the sequence.
void change_both(std::mt19937& random, Small& small, Plain& expected) {
  const auto value = static_cast<std::uint32_t>(random() % 100);
  const std::size_t at = random() % (expected.size() + 1);
  const auto offset = static_cast<std::ptrdiff_t>(at);
  switch (random() % 8) {
    case 0:
    case 1:
      small.push_back(value);
      expected.push_back(value);
      break;
    case 2:
      small.insert(small.begin() + at, value);
      expected.insert(expected.begin() + offset, value);
      break;
    case 3: {
      const Plain more(value % 4, value);
      small.insert(small.begin() + at, more.begin(), more.end());
      expected.insert(expected.begin() + offset, more.begin(), more.end());
      break;
    }
    case 4:
      small.resize(at, value);
      expected.resize(at, value);
      break;
    case 5:
      small.erase(small.begin() + at, small.end());
      expected.erase(expected.begin() + offset, expected.end());
      break;
    case 6:
      if (!expected.empty()) {
        small.push_back(small.front());
        expected.push_back(Plain(expected).front());
        small.erase(small.begin());
        expected.erase(expected.begin());
      }
      break;
    default: {
      Small moved = std::move(small);
      const Small copied = moved;
      small = at % 2 == 0 ? std::move(moved) : copied;
    }
  }
}

TEST_CASE("an inline vector behaves like std::vector") {
  for (std::uint32_t seed = 1; seed <= 50; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    Small small;
    Plain expected;
    for (int step = 0; step < 200; ++step) {
      change_both(random, small, expected);
      REQUIRE(plain(small) == expected);
    }
  }
}

TEST_CASE("inline vectors compare like std::vector") {
  const std::vector<Plain> values = {{}, {1}, {1, 2}, {1, 2, 3}, {1, 2, 3, 4}, {2}, {0, 9, 9, 9}};
  for (const Plain& a : values) {
    for (const Plain& b : values) {
      CHECK((Small(a) == Small(b)) == (a == b));
      CHECK((Small(a) < Small(b)) == (a < b));
    }
  }
}

TEST_CASE("elements of a stable list keep their address and are destroyed once") {
  const auto counted = std::make_shared<int>(0);
  struct Item {
    std::string text;
    std::shared_ptr<int> counted;
  };
  {
    StableList<Item> list;
    const Item& first = list.emplace_back("first", counted);
    const Item* at = &first;
    for (int i = 1; i < 1000; ++i) {
      list.emplace_back(std::to_string(i), counted);
    }
    CHECK(&list[0] == at);
    CHECK(list[0].text == "first");
    CHECK(list[999].text == "999");
    std::size_t count = 0;
    for (const Item& item : list) {
      count += item.text.empty() ? 0 : 1;
    }
    CHECK(count == 1000);
    CHECK(counted.use_count() == 1001);
    const StableList<Item> copy = list;
    CHECK(copy.size() == 1000);
    CHECK(&copy[0] != at);
    CHECK(copy[999].text == "999");
    CHECK(counted.use_count() == 2001);
    StableList<Item> moved = std::move(list);
    CHECK(moved.size() == 1000);
    CHECK(&moved[0] == at);
  }
  CHECK(counted.use_count() == 1);
}

TEST_CASE("a store that was moved or cleared is empty") {
  Store<std::string> store;
  const Id<std::string> id = store.add("first");
  const Store<std::string> copy = store;
  Store<std::string> moved = std::move(store);
  CHECK(moved[id] == "first");
  CHECK(store.empty());  // NOLINT(bugprone-use-after-move): that is what is tested
  store = std::move(moved);
  CHECK(store == copy);
  CHECK(moved.empty());  // NOLINT(bugprone-use-after-move)
  store.clear();
  CHECK(store.empty());
  CHECK(copy.size() == 1);
  CHECK(store.add("again") == id);
}

TEST_CASE("a bit set is joined as a vector of bools") {
  std::mt19937 random(7);
  for (const std::size_t size : {0U, 1U, 63U, 64U, 65U, 200U}) {
    BitSet set(size);
    std::vector<bool> expected(size, false);
    for (int round = 0; round < 20; ++round) {
      BitSet other(size);
      std::vector<bool> other_expected(size, false);
      for (std::size_t i = 0; i < size / 16 + (size != 0 ? 1 : 0); ++i) {
        const std::size_t at = random() % size;
        other.insert(at);
        other_expected[at] = true;
      }
      bool grows = false;
      for (std::size_t i = 0; i < size; ++i) {
        grows = grows || (other_expected[i] && !expected[i]);
        expected[i] = expected[i] || other_expected[i];
      }
      const BitSet before = set;
      CHECK(set.join(other) == grows);
      CHECK((set == before) == !grows);
      CHECK_FALSE(set.join(other));
      for (std::size_t i = 0; i < size; ++i) {
        CHECK(set[i] == expected[i]);
      }
    }
    CHECK(set.size() == size);
    CHECK(set.count() ==
          static_cast<std::size_t>(std::count(expected.begin(), expected.end(), true)));
  }
}

}  // namespace
}  // namespace weft
