#include "composer/explain/value_text.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <string_view>

#include <fmt/format.h>

#include "composer/explain/constant_words.h"

namespace weft {
namespace {

std::string scalar_text(Scalar kind, std::uint32_t bits) {
  switch (kind) {
    case Scalar::Bool:
      return bits != 0 ? "true" : "false";
    case Scalar::Int:
      return fmt::format("{}", std::bit_cast<std::int32_t>(bits));
    case Scalar::Uint:
      return fmt::format("{}u", bits);
    case Scalar::Float:
      return float_text(std::bit_cast<float>(bits));
  }
  return {};
}

std::string text_of(ConstantWords& words, const Library& library, DataType type, int depth) {
  if (type.is_scalar()) {
    return scalar_text(type.scalar_kind(), words.next());
  }
  if (depth == deepest_shown) {
    words.skip(type);
    return "…";
  }
  std::string parts;
  const auto add = [&parts](const std::string& part) {
    parts += (parts.empty() ? "" : ", ") + part;
  };
  if (type.is_struct()) {
    for (const StructMember& member : library.data_types.structure(type).members) {
      add(text_of(words, library, member.type, depth + 1));
    }
    return fmt::format("{}({})", library.type_name(type), parts);
  }
  const DataType element = words.element_of(type);
  const std::size_t count = words.count_of(type);
  for (std::size_t i = 0; i < count; ++i) {
    add(text_of(words, library, element, depth + 1));
  }
  return fmt::format("{}({})", library.type_name(type), parts);
}

}  // namespace

std::string float_text(float value) {
  if (std::isnan(value)) {
    return "nan";
  }
  if (std::isinf(value)) {
    return value < 0.0F ? "-inf" : "inf";
  }
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) {
    text += ".0";
  }
  return text;
}

std::string value_text(const Constant& value, const Library& library) {
  ConstantWords words(value, library);
  return text_of(words, library, value.type, 0);
}

}  // namespace weft
