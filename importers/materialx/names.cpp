#include "importers/materialx/names.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "fragments/syntax/characters.h"
#include "fragments/syntax/lexer.h"
#include "fragments/types/data_type.h"

namespace weft::materialx {
namespace {

// The namespaces of features that core.weft and imported documents have.
constexpr std::array<std::string_view, 14> feature_spaces = {
    "surface", "view",  "object", "viewport", "mesh",   "instance",   "skin",
    "frame",   "light", "lights", "geomprop", "thread", "simulation", "environment",
};

// Constants, which a local would hide, and words that begin an item of a material or a graph.
constexpr std::array<std::string_view, 10> other_words = {
    "PI", "TWO_PI", "HALF_PI", "INV_PI", "E", "output", "param", "loop", "stitch", "material"};

bool is_taken(std::string_view name) {
  return hides_features(name) ||
         std::find(other_words.begin(), other_words.end(), name) != other_words.end() ||
         find_data_type(name).has_value() || name.starts_with("mx_") ||
         name.starts_with("materialx_");
}

}  // namespace

std::string identifier_of(std::string_view name) {
  std::string result;
  for (const char c : name.substr(0, 200)) {
    result += is_word(c) ? c : '_';
  }
  if (result.empty() || is_digit(result[0])) {
    result.insert(0, "_");
  }
  return is_reserved_word(result) ? result + "_" : result;
}

bool hides_features(std::string_view name) {
  return std::find(feature_spaces.begin(), feature_spaces.end(), name) != feature_spaces.end();
}

std::string NameGiver::give(std::string_view wanted) {
  const std::string base = identifier_of(wanted);
  std::string name = is_taken(base) ? base + "_" : base;
  if (given_.insert(name).second) {
    return name;
  }
  int& number = next_numbers_.try_emplace(base, 2).first->second;
  do {
    name = fmt::format("{}_{}", base, number++);
  } while (!given_.insert(name).second);
  return name;
}

}  // namespace weft::materialx
