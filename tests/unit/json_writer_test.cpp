// Documents written front to back against the same documents dumped from a tree.

#include "support/json_writer.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "support/float_bits.h"
#include "support/json.h"
#include "tests/support/catch.h"
#include "tests/support/seed.h"

namespace weft::testing::json_writer_test {

using namespace weft;

namespace {

std::string dumped(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

std::string random_text(Random& random) {
  static const std::vector<std::string> pieces = {"a",  "Z",    "0",    " ",    "\"", "\\",
                                                  "\n", "\x01", "\x7f", "\xc3", "µ",  "…"};
  std::string text;
  for (std::size_t i = random.below(6); i > 0; --i) {
    text += pieces[random.below(pieces.size())];
  }
  return text;
}

/// Makes the same random value in both forms.
Json both(JsonWriter& writer, Random& random, int depth) {
  switch (random.below(depth > 0 ? 7 : 5)) {
    case 0:
      writer.null();
      return nullptr;
    case 1:
      writer.value(depth % 2 == 0);
      return depth % 2 == 0;
    case 2: {
      const auto number = static_cast<std::int32_t>(random.below(0xffffffffU));
      writer.value(number);
      return number;
    }
    case 3: {
      const std::uint32_t number = static_cast<std::uint32_t>(random.below(0xffffffffU));
      writer.value(number);
      return number;
    }
    case 4: {
      const std::string text = random_text(random);
      writer.value(text);
      return text;
    }
    case 5: {
      Json array = Json::array();
      writer.begin_array();
      for (std::size_t i = random.below(4); i > 0; --i) {
        array.push_back(both(writer, random, depth - 1));
      }
      writer.end_array();
      return array;
    }
    default: {
      Json object = Json::object();
      writer.begin_object();
      for (std::size_t i = random.below(4); i > 0; --i) {
        const std::string key = "key" + std::to_string(i);
        writer.key(key);
        object[key] = both(writer, random, depth - 1);
      }
      writer.end_object();
      return object;
    }
  }
}

/// The significant digits of a decimal: those of 0.01020 and 1.02e5 are 102.
std::string significant_digits(const std::string& decimal) {
  std::string digits;
  for (const char c : decimal.substr(0, decimal.find('e'))) {
    if (c >= '0' && c <= '9' && (c != '0' || !digits.empty())) {
      digits += c;
    }
  }
  return digits.substr(0, digits.find_last_not_of('0') + 1);
}

/// The shortest decimal that reads back as the float, by trying numbers of digits.
std::string shortest(float number) {
  for (int digits = 1; digits <= 9; ++digits) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.*g", digits, static_cast<double>(number));
    if (std::strtof(buffer, nullptr) == number) {
      return buffer;
    }
  }
  return {};
}

}  // namespace

TEST_CASE("json writer: random documents equal dumps of trees") {
  Random random(seed());
  for (std::size_t i = 0; i < scaled(2'000); ++i) {
    std::string text;
    JsonWriter writer(text);
    const Json tree = both(writer, random, 4);
    REQUIRE(text == dumped(tree));
  }
}

TEST_CASE("json writer: floats are the shortest decimals that read back") {
  Random random(seed());
  std::vector<float> numbers = {0.0F,   -0.0F, 1.0F,     -2.5F,    0.1F,        1e-4F, 1e-5F,
                                123.4F, 1e7F,  1.5e15F,  1e16F,    1e20F,       3e38F, 1e-45F,
                                65536,  0.3F,  0.33333F, 16777216, 99999992.0F, 1e9F,  4294967296};
  for (std::size_t i = 0; i < scaled(20'000); ++i) {
    const float number = float_of_bits(static_cast<std::uint32_t>(random.below(0xffffffffU)));
    if (std::isfinite(number)) {
      numbers.push_back(number);
    }
    numbers.push_back(static_cast<float>(random.below(2'000'000)) / 1000.0F);
  }
  for (const float number : numbers) {
    std::string text;
    append_json_number(text, number);
    INFO(text);
    REQUIRE(std::strtof(text.c_str(), nullptr) == number);
    REQUIRE(Json::parse(text).is_number_float());
    REQUIRE(significant_digits(text) == significant_digits(shortest(number)));
  }
}

TEST_CASE("json writer: NaN and infinities are null") {
  for (const float number : {NAN, INFINITY, -INFINITY}) {
    std::string text;
    append_json_number(text, number);
    CHECK(text == "null");
  }
}

}  // namespace weft::testing::json_writer_test
