// Names against a map, through growth, moves, unusual texts and common prefixes.

#include "support/interner.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/seed.h"

namespace weft::testing::interner_test {

using namespace weft;

namespace {

std::string random_name(Random& random) {
  std::string name;
  const std::size_t length = random.chance(50) ? random.below(40'000) : random.below(12);
  for (std::size_t i = 0; i < length; ++i) {
    name += random.chance(8) ? '\0' : "abc"[random.below(3)];
  }
  return name;
}

}  // namespace

TEST_CASE("interner: ids match a map's, in order of first use") {
  Random random(seed());
  Interner names;
  std::map<std::string, std::uint32_t, std::less<>> known;
  std::vector<std::string_view> views;
  CHECK_FALSE(names.find("a"));
  const std::size_t count = scaled(5'000);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string name = random_name(random);
    const bool is_new = known.count(name) == 0;
    CHECK(names.find(name).has_value() == !is_new);
    const NameId id = names.intern(name);
    if (is_new) {
      REQUIRE(id.index() == known.size());
      known.emplace(name, id.index());
      views.push_back(names.text(id));
    }
    REQUIRE(id.index() == known.at(name));
    if (random.chance(200)) {
      Interner moved = std::move(names);
      names = std::move(moved);
    }
  }
  CHECK(names.size() == known.size());
  for (const auto& [name, number] : known) {
    const auto found = names.find(name);
    REQUIRE(found);
    CHECK(found->index() == number);
    CHECK(names.text(*found) == name);
    CHECK(views[number].data() == names.text(*found).data());  // moves keep the texts' addresses
  }
}

TEST_CASE("interner: a moved-from interner is empty and reusable") {
  Interner names;
  const NameId first = names.intern("first");
  Interner other = std::move(names);
  CHECK(other.text(first) == "first");
  CHECK(names.size() == 0);
  CHECK_FALSE(names.find("first"));
  CHECK(names.intern("second").index() == 0);
  CHECK(names.intern("").index() == 1);
  CHECK(names.text(*names.find("")).empty());
}

TEST_CASE("interner: handles share one table, which lives as long as one of them") {
  auto names = std::make_unique<Interner>();
  Interner other = names->share();
  const NameId first = names->intern("first");
  CHECK(other.find("first") == first);
  CHECK(other.intern("second").index() == 1);
  CHECK(names->text(NameId(1)) == "second");
  CHECK(other.shares_with(*names));
  CHECK_FALSE(other.shares_with(Interner()));
  CHECK_FALSE(Interner().shares_with(Interner()));
  names.reset();
  CHECK(other.text(first) == "first");
}

}  // namespace weft::testing::interner_test
