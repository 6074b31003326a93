#include "composer/explain/value_json.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>

#include "composer/explain/constant_words.h"
#include "composer/explain/value_text.h"
#include "support/json.h"

namespace weft {
namespace {

Json scalar_json(Scalar kind, std::uint32_t bits) {
  switch (kind) {
    case Scalar::Bool:
      return bits != 0;
    case Scalar::Int:
      return std::bit_cast<std::int32_t>(bits);
    case Scalar::Uint:
      return bits;
    case Scalar::Float: {
      const std::string text = float_text(std::bit_cast<float>(bits));
      // Through the text, so that 0.1F is written as 0.1 and not as the nearest double.
      return std::isfinite(std::bit_cast<float>(bits)) ? Json::parse(text) : Json(text);
    }
  }
  return {};
}

Json json_of(ConstantWords& words, const Library& library, DataType type, int depth) {
  if (type.is_scalar()) {
    return scalar_json(type.scalar_kind(), words.next());
  }
  if (depth == deepest_shown) {
    words.skip(type);
    return "…";
  }
  if (type.is_struct()) {
    Json object = Json::object();
    for (const StructMember& member : library.data_types.structure(type).members) {
      object[std::string(library.text(member.name))] =
          json_of(words, library, member.type, depth + 1);
    }
    return object;
  }
  Json array = Json::array();
  const DataType element =
      type.is_matrix() ? DataType::vector(Scalar::Float, type.rows()) : words.element_of(type);
  const std::size_t count =
      type.is_matrix() ? static_cast<std::size_t>(type.columns()) : words.count_of(type);
  for (std::size_t i = 0; i < count; ++i) {
    array.push_back(json_of(words, library, element, depth + 1));
  }
  return array;
}

}  // namespace

Json value_json(const Constant& value, const Library& library) {
  ConstantWords words(value, library);
  return json_of(words, library, value.type, 0);
}

}  // namespace weft
